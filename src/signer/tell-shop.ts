/**
 * Telling the shop what was recorded: `onPaid` or `onMismatch`, once for each TxnNumber. Recorded first, then called, then
 * marked as called; who calls holds a lease (notice-lease.ts). When the call throws, or the process ends in between,
 * it is made again, after pauses that grow (retry-pause.ts; the store keeps when): at least once then, with the TxnNumber
 * as the key. Where the shop shares its database, call and mark
 * are one transaction (`ClaimStore.tellPaid`): exactly once then, whatever happens. docs/invariants.md, invariant 4.
 */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { Claim } from './claim.js';
import { compareTerms } from './compare-terms.js';
import { kindOfEntry } from './kind-of.js';
import type { LedgerEntry } from './ledger-entry.js';
import { NOTICE_LEASE, createNoticeLease } from './notice-lease.js';
import { retryPause } from './retry-pause.js';
import type { SignerContext } from './signer-context.js';
import { isTokenEntry } from './token-entry.js';

/** How long an answer to the shopper waits for the callback, so that the shop's next page shows the order as paid. */
const PATIENCE = 10_000;

/**
 * What became of a call:
 *
 * - `told`: the shop took it.
 * - `left`: it is not due, or somebody else's.
 * - `failed`: the shop refused it, and it stays due.
 * - `late`: the shop has not answered in time; it may still, or it is due again.
 */
export type Telling = 'told' | 'left' | 'failed' | 'late';

/** Anything from 0 to 1. */
const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255;

/**
 * Makes the call if it is due and nobody else is making it. Never rejects; a callback that threw stays due.
 *
 * @param at what the call's pause is held against: later than now for {@link tellEarly} alone
 * @returns what became of it, as far as is known by the end of our patience
 */
export async function tellShop(
  context: SignerContext,
  entry: LedgerEntry,
  at: number = context.clock.now(),
): Promise<Telling> {
  if (context.tellsLater || entry.notice === 'none' || entry.notice === 'done') return 'left';
  if (!(await context.store.takeNotice(entry.txnNumber, at, at + NOTICE_LEASE))) return 'left';
  const call = makeCall(context, entry, at + NOTICE_LEASE);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), PATIENCE)));
  const telling = await Promise.race([call, patience]);
  clearTimeout(timer);
  return telling;
}

/**
 * As {@link tellShop}, without waiting for the end of a pause. A call that somebody is making is left to them until their
 * lease has run out. The right is taken as if the pause had ended, and its lease counts from there: so whoever else read
 * the same pause, early or in time, finds a later one and does not call beside this one.
 */
export async function tellEarly(context: SignerContext, entry: LedgerEntry): Promise<Telling> {
  const now = context.clock.now();
  return tellShop(context, entry, entry.notice === 'due' ? Math.max(now, entry.noticeAt) : now);
}

async function makeCall(context: SignerContext, taken: LedgerEntry, until: number): Promise<Telling> {
  const { clock, log, store, telemetry } = context;
  const { txnNumber } = taken;
  let entry = taken;
  const lease = createNoticeLease(context, entry, until);
  const isInTransaction = () => entry.kind === 'paid' && !isTokenEntry(entry) && store.tellPaid !== undefined;
  const subjectOf = () => ({
    'florin.kind': entry.kind,
    'florin.call.attempt': entry.noticeTries + 1,
    ...(!isTokenEntry(entry) && { 'florin.order': entry.order }),
  });
  if (entry.noticeTries > 0) telemetry.count('callbacks.retries', { 'florin.kind': entry.kind });
  try {
    entry = await compareTerms(context, entry);
    // The transaction holds the entry itself, so that nobody else gets at it.
    if (!isInTransaction()) lease.keep();
    await telemetry.task('call_shop', subjectOf(), () => callShop(context, entry));
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'told' });
  } catch (error) {
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'failed' });
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'callback_failed', kind: entry.kind, order: entry.order, txnNumber, message });
    const nextAt = clock.now() + retryPause(entry.noticeTries + 1, chance());
    // Where somebody else has taken it over, it is theirs to say how it ended; where the store is away, the lease runs out.
    const isMine = await lease.renew().catch(() => false);
    if (isMine) await store.failNotice(txnNumber, nextAt).catch(() => undefined);
    return error instanceof Error && error.name === 'TimeoutError' ? 'late' : 'failed';
  } finally {
    lease.drop();
  }
  if (isInTransaction()) return 'told';
  try {
    await store.finishNotice(txnNumber);
  } catch (error) {
    // The lease will run out, and the shop be called again: at least once, as promised.
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'notice_not_stored', order: entry.order, txnNumber, message });
  }
  return 'told';
}

async function callShop({ shop, store }: SignerContext, entry: LedgerEntry): Promise<void> {
  const { kind, order, txn, differences, current } = entry;
  if (kind === 'paid') return kindOfEntry(entry).tell({ shop, store }, entry);
  if (kind === 'declined' || kind === 'failed') return;
  const claim = await store.readClaim(entry.claimId);
  if (!claim || !shop.onMismatch) throw new Error('there is no onMismatch: nobody was told to look at this');
  await shop.onMismatch({ kind, order, terms: claim.terms, current, txn, differences });
}

/** A page presented another attempt's result. Nothing is recorded for its own attempt, so this is told at once, unkept. */
export async function reportForeign(
  { shop, log }: SignerContext,
  owner: Claim,
  presenter: Claim,
  txn: TxnResp,
): Promise<void> {
  const { order, terms } = presenter;
  log({ level: 'warn', event: 'foreign_result', order, owner: owner.order });
  const differences = ['MerchantReference'];
  try {
    await shop.onMismatch?.({ kind: 'foreign_result', order, terms, current: null, txn, differences });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'callback_failed', kind: 'foreign_result', order, message });
  }
}
