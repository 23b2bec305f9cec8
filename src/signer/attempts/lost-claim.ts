/**
 * Payments of this signer whose claim is lost, for example because the store was restored from a backup. Nobody knows what
 * was agreed, so such a payment is never told as paid: its order is held, and the next reconciliation calls `onMismatch`.
 * docs/invariants.md, invariant 21.
 */
import { outcomeOf } from '../../service/outcome-of.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { createClaim, createClaimId, NO_ORDER_TERMS, ORDER_ACTIONS, type Claim, type Terms } from '../claims/claim.js';
import { plainReference } from '../claims/references.js';
import { logPayment } from '../monitoring/log-payment.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import { isLate } from './late-answer.js';

/**
 * - `foreign`: this signer did not make the reference.
 * - `undecided`: the service does not know the outcome yet, or another process writes to the order.
 * - `nothing`: no money has moved.
 * - `lost`: it is recorded, and its order held.
 */
export type Lost = 'foreign' | 'undecided' | 'nothing' | 'lost';

/**
 * Records a payment without a claim, if this signer made its reference.
 * @param seenAt when the service was asked, by its own clock
 * @param order that it may be for; else its order is known if a Crn has the order's name in it
 * @throws Refusal `service_unreachable`
 */
export async function recordIfLost(
  context: SignerContext,
  row: TxnResp,
  seenAt: number,
  order?: string,
): Promise<Lost> {
  const scope = await context.references.scopeOf(row.MerchantReference);
  if (scope === undefined) return 'foreign';
  const outcome = outcomeOf(row);
  const isUnknown = outcome.status === 'error' && outcome.finality === 'unknown';
  if (isUnknown || isLate(row, seenAt)) return 'undecided';
  if (outcome.status !== 'approved') return 'nothing';
  return (await recordLost(context, row, { scope, order })) ? 'lost' : 'undecided';
}

/** False if another process writes to the order: then the next search does it. */
async function recordLost(
  context: SignerContext,
  row: TxnResp,
  { scope, order }: { readonly scope: string; readonly order: string | undefined },
): Promise<boolean> {
  const { log, service, store } = context;
  const { TxnNumber: txnNumber } = row;
  if (!txnNumber) return false;
  const txn = await askService(log, 'get_transaction', () => service.getTransaction(txnNumber));
  const reference = plainReference(row.MerchantReference);
  // An order that nobody can name is that of this payment only.
  const named = (await findOrder(context, row, { scope, order })) ?? reference;
  const { claims } = await store.readOrder(scope, named);
  const claim = createClaim({
    id: createClaimId(),
    scope,
    order: named,
    attempt: (claims.at(-1)?.attempt ?? 0) + 1,
    reference,
    terms: termsOf(context, txn, scope),
    leaseOwner: null,
    lease: 0,
  });
  if (!(await store.addClaim({ ...claim, state: 'review' }))) return false;
  await recordAsLost(context, claim, txn, txnNumber);
  return true;
}

/** Records a payment of a claim that does not say what was agreed. */
export async function recordAsLost(
  context: SignerContext,
  { id, order, reference }: Pick<Claim, 'id' | 'order' | 'reference'>,
  txn: TxnResp,
  txnNumber: string,
): Promise<void> {
  const { log, store } = context;
  const { entry, isNew } = await store.record({ txnNumber, claimId: id, verdict: 'lost', differences: [], txn });
  if (isNew) logPayment(context, { reference }, entry);
  log({ level: 'error', event: 'claim_lost', order, txnNumber });
}

/** The MAC in the reference tells which part of a Crn is the order's name. */
async function findOrder(
  { references }: SignerContext,
  { Crn1, Crn2, Crn3, MerchantReference }: TxnResp,
  { scope, order }: { readonly scope: string; readonly order: string | undefined },
): Promise<string | undefined> {
  const parts = [Crn1, Crn2, Crn3].flatMap((crn) => partsOf(crn?.trim() ?? ''));
  for (const name of order === undefined ? parts : [order, ...parts]) {
    if (await references.isFor(MerchantReference, scope, name)) return name;
  }
  return undefined;
}

/** All parts of a text, the longest first. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let length = text.length; length > 0; length -= 1) {
    for (let at = 0; at + length <= text.length; at += 1) parts.push(text.slice(at, at + length));
  }
  return parts;
}

/** What the service says about a payment, in place of what was agreed. */
function termsOf({ merchantCurrency, merchantNumber, scopes }: SignerContext, txn: TxnResp, scope: string): Terms {
  const { Action, Amount = 0, BillerCode = '', Crn1 = '', Crn2 = '', Crn3 = '', Currency } = txn;
  return {
    ...NO_ORDER_TERMS,
    merchantNumber,
    action: ORDER_ACTIONS.find((action) => action === Action?.toLowerCase()) ?? 'payment',
    amount: { minor: Number(Amount), currency: Currency || merchantCurrency },
    crn1: Crn1,
    crn2: Crn2,
    crn3: Crn3,
    billerCode: BillerCode,
    testMode: scope === scopes.test,
  };
}
