/**
 * Notifies the shop of a recorded transaction: `onPaid` or `onMismatch`, once for each TxnNumber.
 * The transaction is recorded first, then the callback is called, then it is marked as done; the
 * caller holds a lease (notice-lease.ts). If the callback throws, or the process ends in between,
 * it is called again with back-off (retry-pause.ts; the store has the time): at least once, with
 * the TxnNumber as the key. If the store is in the shop's database, call and mark are one
 * transaction (`ClaimStore.notifyPaid`): exactly once. docs/invariants.md, invariant 4.
 */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { findFollowUps } from '../attempts/find-follow-ups.js';
import { kindOfEntry } from '../attempts/kind-of.js';
import type { Claim } from '../claims/claim.js';
import { compareTerms } from '../claims/compare-terms.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { isTokenEntry } from '../claims/token-entry.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';
import { NOTICE_LEASE, createNoticeLease } from './notice-lease.js';
import { retryPause } from './retry-pause.js';

/**
 * How long the answer to the shopper waits for the callback, so that the shop's next page shows the
 * order as paid. Milliseconds.
 */
const TIMEOUT = 10_000;

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
 * @param at the time that the retry time is compared with; later than now only for {@link
 * notifyEarly}
 * @returns the outcome, as far as it is known within the timeout
 */
export async function notifyShop(
  context: SignerContext,
  entry: LedgerEntry,
  at: number = context.clock.now(),
): Promise<NoticeOutcome> {
  const isOpen = !context.notifiesLater && entry.notice !== 'none' && entry.notice !== 'done';
  const until = at + NOTICE_LEASE;
  if (!isOpen || !(await takeNotice(context, entry, at, until))) return 'left';
  return (await within(TIMEOUT, makeCall(context, entry, until))) ?? 'late';
}

/**
 * Like {@link notifyShop}, but does not wait for the retry time. While another process holds the
 * lease, that process makes the call. The lease is taken as if the retry time had come, and counts
 * from that time: other processes that have read the same retry time then find a later one and do
 * not make the same call.
 */
export async function notifyEarly(context: SignerContext, entry: LedgerEntry): Promise<NoticeOutcome> {
  const now = context.clock.now();
  return notifyShop(context, entry, entry.notice === 'due' ? Math.max(now, entry.noticeAt) : now);
}

/** Takes the lease. A store that fails leaves the call due: the payment is recorded, and other calls can still be made. */
async function takeNotice(
  { log, store }: SignerContext,
  entry: LedgerEntry,
  at: number,
  until: number,
): Promise<boolean> {
  const { order, txnNumber } = entry;
  try {
    return await store.takeNotice(txnNumber, at, until);
  } catch (error) {
    log({ level: 'error', event: 'notice_not_taken', order, txnNumber, message: messageOf(error) });
    return false;
  }
}

async function makeCall(context: SignerContext, taken: LedgerEntry, until: number): Promise<NoticeOutcome> {
  const { clock, log, store, telemetry } = context;
  const { txnNumber } = taken;
  let entry = taken;
  const lease = createNoticeLease(context, entry, until);
  const isInTransaction = () => entry.kind === 'paid' && !isTokenEntry(entry) && store.notifyPaid !== undefined;
  const subjectOf = () => ({
    'florin.kind': entry.kind,
    'florin.call.attempt': entry.noticeTries + 1,
    ...(!isTokenEntry(entry) && { 'florin.order': entry.order }),
  });
  if (entry.noticeTries > 0) telemetry.count('callbacks.retries', { 'florin.kind': entry.kind });
  try {
    const followUps = await findFollowUps(context, entry);
    if (followUps.length > 0) log({ level: 'error', event: 'paid_reversed', order: entry.order, txnNumber });
    entry = followUps.length > 0 ? await store.supersedePayment(txnNumber, null) : await compareTerms(context, entry);
    // In a transaction, the row lock protects the entry, so the lease need not be renewed.
    if (!isInTransaction()) lease.keep();
    await telemetry.task('call_shop', subjectOf(), () => callShop(context, entry, followUps));
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'succeeded' });
  } catch (error) {
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'failed' });
    const message = messageOf(error);
    log({ level: 'error', event: 'callback_failed', kind: entry.kind, order: entry.order, txnNumber, message });
    const nextAt = clock.now() + retryPause(entry.noticeTries + 1, chance());
    // If another process has taken the lease, that process records the outcome. If the store does
    // not answer, the lease runs out.
    const isMine = await lease.renew().catch(() => false);
    if (isMine) await store.failNotice(txnNumber, nextAt).catch(() => undefined);
    return error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'failed';
  } finally {
    lease.drop();
  }
  if (isInTransaction()) return 'notified';
  try {
    await store.finishNotice(txnNumber);
  } catch (error) {
    // The lease will run out, and the callback is called again: at least once, as documented.
    log({ level: 'error', event: 'notice_not_stored', order: entry.order, txnNumber, message: messageOf(error) });
  }
  return 'notified';
}

async function callShop(
  { shop, store }: SignerContext,
  entry: LedgerEntry,
  followUps: readonly TxnResp[],
): Promise<void> {
  const { kind, order, txn, differences, current } = entry;
  if (kind === 'paid') return kindOfEntry(entry).notify({ shop, store }, entry);
  if (kind === 'declined' || kind === 'failed') return;
  const claim = await store.readClaim(entry.claimId);
  if (!claim || !shop.onMismatch)
    throw new Error('the shop has no onMismatch callback, so it was not notified of this payment');
  await shop.onMismatch({ kind, order, terms: claim.terms, current, txn, differences, followUps });
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
    shop.onMismatch?.({ kind: 'foreign_result', order, terms, current: null, txn, differences, followUps: [] });
  try {
    await within(TIMEOUT, notify());
  } catch (error) {
    log({ level: 'error', event: 'callback_failed', kind: 'foreign_result', order, message: messageOf(error) });
  }
}
