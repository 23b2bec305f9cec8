/** Compares one transaction of the service with the store. */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { isFinished, type Claim } from '../claims/claim.js';
import { findClaimOf } from '../claims/find-claim.js';
import { isSameReference } from '../claims/references.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import type { AuditKind } from './audit-finding.js';
import { recordAsLost, recordIfLost } from './lost-claim.js';
import { isNothing, searchAgain, searchAttempt } from './settle.js';

/** `fine`: the store has it, or no money has moved. `foreign`: this signer did not make it. */
export interface Audited {
  readonly kind: AuditKind | 'fine' | 'foreign';
  readonly order?: string;
  readonly members?: readonly string[];
}

const FINE: Audited = { kind: 'fine' };

/** @throws Refusal `service_unreachable` */
export async function auditPayment(context: SignerContext, row: TxnResp, seenAt: number): Promise<Audited> {
  const claim = await findClaimOf(context, row.MerchantReference);
  if (!claim) {
    const lost = await recordIfLost(context, row, seenAt);
    return { kind: lost === 'nothing' ? 'fine' : lost };
  }
  const { order } = claim;
  if (isFinished(claim)) return { order, ...(await auditFinished(context, claim, row)) };
  const search = await searchAttempt(context, claim);
  const found = isNothing(search) ? await searchAgain(context, claim) : search;
  // The row is there, so "nothing" is no answer.
  return { order, kind: found === 'recorded' ? 'found' : 'undecided' };
}

/** Of a finished attempt the store has one payment; another one of it, nobody has agreed to. */
async function auditFinished(context: SignerContext, claim: Claim, row: TxnResp): Promise<Audited> {
  const { log, service, store } = context;
  const { ResponseCode, TxnNumber: txnNumber } = row;
  const { entries } = await store.readOrder(claim.scope, claim.order);
  const entry = entries.find((each) => each.txnNumber === txnNumber);
  if (entry) return compare(row, entry.txn);
  if (!txnNumber || ResponseCode !== '0') return FINE;
  const txn = await askService(log, 'get_transaction', () => service.getTransaction(txnNumber));
  await recordAsLost(context, claim, txn, txnNumber);
  return { kind: 'lost' };
}

const COMPARED = ['Amount', 'Currency', 'IsTestTxn', 'ResponseCode'] as const;

/** Compares what the service says of a transaction with what it has said. Members that are absent say nothing. */
export function compare(now: TxnResp, stored: TxnResp): Audited {
  const members: string[] = COMPARED.filter((name) => isOther(now[name], stored[name]));
  const { MerchantReference: reference } = now;
  if (reference !== undefined && !isSameReference(reference, stored.MerchantReference ?? '')) {
    members.push('MerchantReference');
  }
  return members.length > 0 ? { kind: 'differs', members } : FINE;
}

/** A transaction that others have followed in an audit, and their amounts in minor units by their numbers. */
interface Followed {
  /** Undefined if the service does not know it. */
  readonly original: TxnResp | undefined;
  /** Refunds and reversals. */
  readonly back: Map<string, bigint>;
  readonly captured: Map<string, bigint>;
}

/** By TxnNumber. */
export type FollowUps = Map<string, Followed>;

/**
 * A refund, capture or reversal is not adopted: the shop has made it, not a shopper. The refunds and reversals of a payment
 * that the audit sees must together not be of more than the payment, and captures not of more than their preauth. What was
 * reversed does not count.
 * @param rows of the same days, by TxnNumber; a payment of another day is asked for
 */
export async function auditFollowUp(
  { log, service }: SignerContext,
  row: TxnResp,
  rows: ReadonlyMap<string | undefined, TxnResp>,
  seen: FollowUps,
): Promise<Audited> {
  const { Amount, OriginalTxnNumber, ResponseCode, TxnNumber = '' } = row;
  const number = OriginalTxnNumber?.trim();
  if (!number || ResponseCode !== '0') return FINE;
  const ask = async (): Promise<TxnResp | undefined> => service.getTransaction(number);
  const followed: Followed = seen.get(number) ?? {
    original: rows.get(number) ?? (await askService(log, 'get_transaction', ask, undefined)),
    back: new Map(),
    captured: new Map(),
  };
  seen.set(number, followed);
  const { back, captured, original } = followed;
  if (!original) return FINE;
  const action = row.Action?.toLowerCase();
  if (action === 'reversal') {
    const before = seen.get(original.OriginalTxnNumber?.trim() ?? '');
    before?.back.delete(number);
    before?.captured.delete(number);
  }
  const amounts = action === 'capture' ? captured : back;
  amounts.set(TxnNumber, BigInt(Amount ?? 0));
  const sum = [...amounts.values()].reduce((one, other) => one + other, 0n);
  const members = [
    ...(sum > BigInt(original.Amount ?? sum) ? ['Amount'] : []),
    ...(['Currency', 'IsTestTxn'] as const).filter((name) => isOther(row[name], original[name])),
  ];
  return members.length > 0 ? { kind: 'differs', members } : FINE;
}

function isOther(one: unknown, other: unknown): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
