/** Asks the service for the outcome of an attempt, records it, and notifies the shop. */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { isFinished, type Claim } from '../claims/claim.js';
import { findClaimOf } from '../claims/find-claim.js';
import { isMoney, type Finding } from '../claims/ledger-entry.js';
import { isSameReference } from '../claims/references.js';
import { logPayment } from '../monitoring/log-payment.js';
import { messageOf } from '../monitoring/message-of.js';
import { leaseOf, notifyShop, reportForeign } from '../notices/notify-shop.js';
import { Refusal } from '../refusal.js';
import { timeCall } from '../service/answer-clock.js';
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';
import type { AttemptKind, Found } from './attempt-kind.js';
import { kindOf } from './kind-of.js';
import { processedAtOf } from './processed-at.js';

/** How old a payment may be that a page asks for by its result key. Milliseconds. */
const JUST_MADE = 60_000;
/** How long a response waits for the follow-up attempt. Milliseconds. */
const NEXT_TIMEOUT = 5_000;

/**
 * - `recorded`: the outcome of the attempt is in the store.
 * - {@link Unfinished}: the transaction exists, but the service itself does not know its outcome yet.
 * - `foreign`: the page's result key belongs to another attempt and this attempt has no transaction, or the number of its
 *   transaction is recorded for another attempt. A person has to review it.
 * - {@link Nothing}: the service answered that it knows no transaction.
 */
export type Search = 'recorded' | Unfinished | 'foreign' | Nothing;

export interface Nothing {
  /** When the search began, by the service's clock; undefined if its answer does not say. */
  readonly nothingAt: number | undefined;
}

/**
 * A transaction without an outcome: it is in 3-D Secure, or the bank has not answered. Both members
 * are undefined while it is unclear whether a transaction is the attempt's.
 */
export interface Unfinished {
  readonly waitsFor: 'shopper' | 'bank' | undefined;
  /** Milliseconds since 1970, as the service reports it. */
  readonly since: number | undefined;
  /** A person has to look, and the attempt stays open: the next search may find the outcome. */
  readonly needsReview?: boolean;
}

const NUMBER_TAKEN =
  'Another attempt has this TxnNumber. Was the sandbox emptied while the signer kept its claims? Empty both, or neither';
const UNCLEAR: Unfinished = { waitsFor: undefined, since: undefined };

/** Response code of a transaction in 3-D Secure. docs/wire/rest.md section 9. */
const PENDING = 'P';

/**
 * Asks the service for the outcome of an attempt: first by the page's result key, then by the
 * attempt's own reference.
 * @throws Refusal `service_unreachable` when the service does not answer; the outcome is then
 * unknown
 */
export async function searchAttempt(context: SignerContext, claim: Claim, resultKey?: string): Promise<Search> {
  const kind = kindOf(claim);
  const {
    answer: byKey,
    begunAt,
    date,
  } = await timeCall(async (options) =>
    resultKey === undefined ? undefined : kind.findByResultKey(context, resultKey, options),
  );
  const owner = byKey && (await findOwner(context, kind, claim, byKey));
  const settleByKey = (of: Claim, txn: TxnResp) =>
    settle({ ...context, isJustPaid: isJustMade(txn, date) }, of, txn, begunAt);
  const searchOwn = async () => settleAll(context, claim, await kind.findByReference(context, claim));
  if (byKey && owner?.id === claim.id) {
    const isOwn = isSameReference(byKey[kind.referenceMember], claim.reference);
    // The attempt's own transaction must not be hidden by one that has lost its reference or belongs to nobody here.
    if (isOwn || (await searchOwn()) !== 'recorded') return settleByKey(claim, byKey);
    const { entries } = await context.store.readOrder(claim.scope, claim.order);
    const isKnown = entries.some(({ txnNumber }) => txnNumber === byKey.TxnNumber);
    if (!isKnown) await reportForeign(context, claim, claim, byKey);
    return 'recorded';
  }
  if (byKey && owner) {
    await settleByKey(owner, byKey);
    await reportForeign(context, owner, claim, byKey);
  }
  const search = await searchOwn();
  return isNothing(search) && owner ? 'foreign' : search;
}

/**
 * Searches by other members than the reference: before an attempt is given up, this has to agree
 * that there is no transaction.
 * @throws Refusal `service_unreachable`
 */
export async function searchAgain(context: SignerContext, claim: Claim): Promise<Search> {
  const found = await kindOf(claim).findByCrn1?.(context, claim);
  return settleAll(context, claim, found ?? { transactions: [], begunAt: undefined });
}

async function settleAll(context: SignerContext, claim: Claim, found: Found): Promise<Search> {
  if (found === 'unclear') return UNCLEAR;
  let undecided: Search | undefined;
  for (const each of found.transactions) {
    const answer = await settle(context, claim, each, found.begunAt);
    if (isUndecided(answer)) undecided ??= answer;
  }
  return undecided ?? (found.transactions.length > 0 ? 'recorded' : { nothingAt: found.begunAt });
}

/** Money may have moved for the attempt, so its order gets no new key. */
export function isUndecided<Other extends string>(search: Search | Other): search is Unfinished | 'foreign' {
  return search === 'foreign' || isUnfinished(search);
}

export function isUnfinished(search: unknown): search is Unfinished {
  return typeof search === 'object' && search !== null && 'waitsFor' in search;
}

export function isNothing(search: unknown): search is Nothing {
  return typeof search === 'object' && search !== null && 'nothingAt' in search;
}

/** The claim, in either mode, that the answer of a result key is compared with, if any. */
async function findOwner(
  context: SignerContext,
  kind: AttemptKind,
  claim: Claim,
  found: TxnResp,
): Promise<Claim | undefined> {
  const reference = found[kind.referenceMember];
  if (isSameReference(reference, claim.reference)) return claim;
  if (kind.takesForeign) return (await findClaimOf(context, reference)) ?? claim;
  context.log({ level: 'warn', event: 'foreign_result', order: claim.order });
  return undefined;
}

/**
 * A page that has just got its result key asks for it at once, and nobody has refunded the payment in between. Both times
 * are the service's own, because a clock that differs must not make an old payment new.
 */
function isJustMade(txn: TxnResp, date: number | undefined): boolean {
  const madeAt = processedAtOf(txn);
  return madeAt !== undefined && date !== undefined && Math.abs(date - madeAt) <= JUST_MADE;
}

/** Compares a transaction with its claim, records it, and notifies the shop if necessary. */
async function settle(
  context: SignerContext,
  claim: Claim,
  found: TxnResp,
  seenAt: number | undefined,
): Promise<Search> {
  const { log, store } = context;
  const kind = kindOf(claim);
  const verification = kind.verify(context, claim, found, seenAt);
  if (!verification || verification === 'unreadable') {
    const needsReview = verification === 'unreadable';
    const { TxnNumber: txnNumber = '' } = found;
    if (needsReview) log({ level: 'error', event: 'outcome_unreadable', order: claim.order, txnNumber });
    return { waitsFor: found.ResponseCode === PENDING ? 'shopper' : 'bank', since: processedAtOf(found), needsReview };
  }
  const finding: Finding = { ...verification, claimId: claim.id, txn: found };
  // Must come before the record: a recorded attempt is not processed again, and the card would have
  // no owner.
  const next = verification.verdict === 'approved' ? await kind.claimNext?.(context, claim, found) : undefined;
  const { entry, isNew } = await store.record(finding, leaseOf(context));
  if (entry.claimId !== claim.id) {
    // The service's numbers are unique, but a sandbox with a new database starts again at the first one.
    const { txnNumber } = entry;
    log({ level: 'error', event: 'txn_number_taken', message: NUMBER_TAKEN, order: claim.order, txnNumber });
    return 'foreign';
  }
  // Only the request that recorded it counts it.
  if (!isFinished(claim) && isNew) await kind.count?.(context, claim, finding, entry);
  if (isNew) logPayment(context, claim, entry);
  if (entry.kind !== 'paid' && isMoney(entry.kind)) {
    log({ level: 'error', event: entry.kind, order: claim.order, txnNumber: entry.txnNumber });
  }
  await notifyShop(context, entry, isNew ? { held: claim } : {});
  if (next) await followNext(context, next);
  return 'recorded';
}

/** Never rejects: the next reconciliation completes what failed here. */
async function followNext(context: SignerContext, next: Claim): Promise<void> {
  const work = searchAttempt(context, next).catch((error: unknown) => {
    const message = messageOf(error);
    if (!(error instanceof Refusal)) context.log({ level: 'error', event: 'save_card_failed', message });
  });
  await within(NEXT_TIMEOUT, work);
}
