/**
 * Notifies the shop of a recorded transaction: `onPaid` or `onMismatch`, once for each TxnNumber.
 * The transaction is recorded first, then the callback is called, then it is marked as done; the
 * caller holds a lease that lasts longer than the callback may take. If the callback throws or takes
 * too long, or the process ends in between, it is called again with back-off (retry-pause.ts; the
 * store has the time): at least once, with the TxnNumber as the key. If the store is in the shop's
 * database, call and mark are one transaction (`ClaimStore.notifyPaid`): exactly once.
 * docs/invariants.md, invariant 4.
 */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { findFollowUps } from '../attempts/find-follow-ups.js';
import { kindOfEntry } from '../attempts/kind-of.js';
import type { Claim } from '../claims/claim.js';
import { compareTerms } from '../claims/compare-terms.js';
import type { LedgerEntry, OrderRecord } from '../claims/ledger-entry.js';
import { isTokenEntry } from '../claims/token-entry.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';
import { retryPause } from './retry-pause.js';

/**
 * How long the answer to the shopper waits for the callback, so that the shop's next page shows the
 * order as paid. Milliseconds.
 */
const TIMEOUT = 10_000;

/**
 * The same for a call of another request or process, from when it began: a webhook often comes before the page asks. One that
 * is older is slow, or its process has ended. Milliseconds.
 */
const OTHER_TIMEOUT = 2_000;
const POLL_PAUSE = 50;

/**
 * How much longer than the callback's limit a lease lasts: more than the store may take to answer.
 * Milliseconds.
 */
export const LEASE_MARGIN = 30_000;

/** The lease of a call that the shop's callback is for, in milliseconds; undefined if another part of the run makes the calls. */
export function leaseOf({ callbackTimeout, notifiesLater }: SignerContext): number | undefined {
  return notifiesLater ? undefined : callbackTimeout + LEASE_MARGIN;
}

/**
 * The outcome of a call:
 *
 * - `notified`: the callback succeeded.
 * - `left`: the callback is not due, another process makes it, or the store gave no lease.
 * - `failed`: the callback threw, and stays due.
 * - `late`: the callback has not answered in time; it may still succeed, or becomes due again.
 */
type NoticeOutcome = 'notified' | 'left' | 'failed' | 'late';

/** A number from 0 to 1. */
const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255;

/**
 * Calls the callback if it is due and no other process is calling it. Never rejects; a callback
 * that threw stays due.
 *
 * @param isEarly does not wait for the retry time. While another process holds the lease, or has
 * called since the entry was read, that process has made the call
 * @param held the entry's claim, if the caller has just recorded the entry, with a lease
 * @returns the outcome, as far as it is known within the timeout
 */
export async function notifyShop(
  context: SignerContext,
  entry: LedgerEntry,
  { isEarly = false, held }: { readonly isEarly?: boolean; readonly held?: Claim } = {},
): Promise<NoticeOutcome> {
  const lease = leaseOf(context);
  if (lease === undefined || entry.notice === 'none' || entry.notice === 'done') return 'left';
  const taken = held ? entry : await takeNotice(context, entry, lease, isEarly);
  if (!taken) return 'left';
  return (await within(TIMEOUT, makeLimitedCall(context, taken, held))) ?? 'late';
}

/** Reads the order of a claim; while another request is calling the shop about the claim, waits shortly for that call. */
export async function awaitNotice(context: SignerContext, { id, scope, order }: Claim): Promise<OrderRecord> {
  const { callbackTimeout, store } = context;
  const isBeingMade = ({ claimId, notice, noticeAt }: LedgerEntry, at: number) =>
    claimId === id && notice === 'calling' && at < noticeAt - callbackTimeout - LEASE_MARGIN + OTHER_TIMEOUT;
  let record = await store.readOrder(scope, order);
  for (let waited = 0; waited < OTHER_TIMEOUT; waited += POLL_PAUSE) {
    const { entries, at } = record;
    if (!entries.some((entry) => isBeingMade(entry, at))) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE));
    record = await store.readOrder(scope, order);
  }
  return record;
}

/** Takes the lease. A store that fails leaves the call due: the payment is recorded, and other calls can still be made. */
async function takeNotice(
  { log, store }: SignerContext,
  entry: LedgerEntry,
  lease: number,
  isEarly: boolean,
): Promise<LedgerEntry | undefined> {
  const { noticeTries, order, txnNumber } = entry;
  try {
    return (await store.takeNotice(entry, lease, isEarly)) ? { ...entry, noticeTries: noticeTries + 1 } : undefined;
  } catch (error) {
    log({ level: 'error', event: 'notice_not_taken', order, txnNumber, message: messageOf(error) });
    return undefined;
  }
}

/** Gives the callback up after its limit. If it succeeds later, and no other try has begun, that counts. */
async function makeLimitedCall(
  context: SignerContext,
  taken: LedgerEntry,
  held: Claim | undefined,
): Promise<NoticeOutcome> {
  const { callbackTimeout, clock, log, telemetry, vitals } = context;
  const { kind, order, txnNumber } = taken;
  const limit = new AbortController();
  const timedOut = new Promise<undefined>((resolve) => {
    limit.signal.addEventListener('abort', () => resolve(undefined));
  });
  const timer = setTimeout(() => {
    limit.abort(Object.assign(new Error('the callback did not end in time'), { name: 'TimeoutError' }));
  }, callbackTimeout);
  // On Node: a callback that never ends must not keep an otherwise finished process alive.
  (timer as { unref?: () => void }).unref?.();
  const call = makeCall(context, taken, held, limit.signal).finally(() => clearTimeout(timer));
  const outcome = await Promise.race([call, timedOut]);
  if (outcome) return outcome;
  vitals.callbackTimedOutAt = clock.now();
  log({ level: 'error', event: 'callback_timed_out', kind, order, txnNumber, seconds: callbackTimeout / 1000 });
  telemetry.count('callbacks', { 'florin.kind': kind, 'florin.outcome': 'failed' });
  await putOff(context, taken);
  return 'late';
}

async function makeCall(
  context: SignerContext,
  taken: LedgerEntry,
  held: Claim | undefined,
  signal: AbortSignal,
): Promise<NoticeOutcome> {
  const { log, store, telemetry } = context;
  const { txnNumber } = taken;
  let entry = taken;
  const isInTransaction = () => entry.kind === 'paid' && !isTokenEntry(entry) && store.notifyPaid !== undefined;
  const subjectOf = () => ({
    'florin.kind': entry.kind,
    'florin.call.attempt': taken.noticeTries,
    ...(!isTokenEntry(entry) && { 'florin.order': entry.order }),
  });
  if (taken.noticeTries > 1) telemetry.count('callbacks.retries', { 'florin.kind': entry.kind });
  try {
    const claim = held ?? (await store.readClaim(entry.claimId));
    if (!claim) throw new RangeError(`no claim ${entry.claimId}`);
    const followUps = await findFollowUps(context, entry, claim);
    signal.throwIfAborted();
    if (followUps.length > 0) log({ level: 'error', event: 'paid_reversed', order: entry.order, txnNumber });
    entry =
      followUps.length > 0
        ? await store.supersedePayment(entry, null)
        : await compareTerms(context, entry, claim, signal);
    await telemetry.task('call_shop', subjectOf(), () => callShop(context, entry, { claim, followUps, signal }));
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'succeeded' });
  } catch (error) {
    if (signal.aborted) {
      // Reported when the limit was reached. A transaction had the entry locked until now.
      await putOff(context, taken);
      return 'late';
    }
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'failed' });
    const message = messageOf(error);
    log({ level: 'error', event: 'callback_failed', kind: entry.kind, order: entry.order, txnNumber, message });
    await putOff(context, taken);
    return error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'failed';
  }
  if (isInTransaction()) return 'notified';
  try {
    await store.finishNotice(taken);
  } catch (error) {
    // The lease will run out, and the callback is called again: at least once, as documented.
    log({ level: 'error', event: 'notice_not_stored', order: entry.order, txnNumber, message: messageOf(error) });
  }
  return 'notified';
}

/** If the store does not answer, the lease runs out. */
async function putOff({ store }: SignerContext, taken: LedgerEntry): Promise<void> {
  await store.failNotice(taken, retryPause(taken.noticeTries, chance())).catch(() => undefined);
}

async function callShop(
  { shop, store }: SignerContext,
  entry: LedgerEntry,
  {
    claim,
    followUps,
    signal,
  }: { readonly claim: Claim; readonly followUps: readonly TxnResp[]; readonly signal: AbortSignal },
): Promise<void> {
  const { kind, order, txn, differences, current } = entry;
  // What came before took until the limit, and another call may have begun.
  signal.throwIfAborted();
  if (kind === 'paid') return kindOfEntry(entry).notify({ shop, store }, entry, claim, signal);
  if (kind === 'declined' || kind === 'failed') return;
  if (!shop.onMismatch) throw new Error('the shop has no onMismatch callback, so it was not notified of this payment');
  await shop.onMismatch({ kind, order, terms: claim.terms, current, txn, differences, followUps }, signal);
}

/**
 * A page presented the result of another attempt. Nothing is recorded for its own attempt, so the
 * shop is notified at once, without a retry.
 */
export async function reportForeign(
  { shop, log }: SignerContext,
  owner: Claim,
  presenter: Claim,
  txn: TxnResp,
): Promise<void> {
  const { order, terms } = presenter;
  log({ level: 'warn', event: 'foreign_result', order, owner: owner.order });
  const differences = ['MerchantReference'];
  const notify = async () =>
    shop.onMismatch?.(
      { kind: 'foreign_result', order, terms, current: null, txn, differences, followUps: [] },
      AbortSignal.timeout(TIMEOUT),
    );
  try {
    await within(TIMEOUT, notify());
  } catch (error) {
    log({ level: 'error', event: 'callback_failed', kind: 'foreign_result', order, message: messageOf(error) });
  }
}
