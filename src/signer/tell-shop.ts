/**
 * Telling the shop what was recorded: `onPaid` or `onMismatch`, once for each TxnNumber. Recorded first, then called, then
 * marked as called; who calls holds a lease. When the call throws, hangs past the lease, or the process ends in between,
 * it is made again, after pauses that grow (retry-pause.ts; the store keeps when): at least once then, with the TxnNumber
 * as the key. Where the shop shares its database, call and mark
 * are one transaction (`ClaimStore.tellPaid`): exactly once then, whatever happens. Design, invariant 4.
 */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';
import { retryPause } from './retry-pause.js';
import type { SignerContext } from './signer-context.js';
import { isTokenEntry } from './token-entry.js';

/** How long a callback may run before another process makes the call again. */
const LEASE = 60_000;
/** How long an answer to the shopper waits for the callback, so that the shop's next page shows the order as paid. */
const PATIENCE = 10_000;

/** Anything from 0 to 1. */
const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255;

/**
 * Makes the call if it is due and nobody else is making it. Never rejects; a callback that threw stays due.
 *
 * @param at what the call's pause is held against: later than now for {@link tellEarly} alone
 * @returns whether the shop took it, as far as is known by the end of our patience
 */
export async function tellShop(
  context: SignerContext,
  entry: LedgerEntry,
  at: number = context.clock.now(),
): Promise<boolean> {
  if (entry.notice === 'none' || entry.notice === 'done') return false;
  if (!(await context.store.takeNotice(entry.txnNumber, at, at + LEASE))) return false;
  const call = makeCall(context, entry);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE)));
  const isTold = await Promise.race([call, patience]);
  clearTimeout(timer);
  return isTold;
}

/**
 * As {@link tellShop}, without waiting for the end of a pause. A call that somebody is making is left to them until their
 * lease has run out. The right is taken as if the pause had ended, and its lease counts from there: so whoever else read
 * the same pause, early or in time, finds a later one and does not call beside this one.
 */
export async function tellEarly(context: SignerContext, entry: LedgerEntry): Promise<boolean> {
  const now = context.clock.now();
  return tellShop(context, entry, entry.notice === 'due' ? Math.max(now, entry.noticeAt) : now);
}

async function makeCall(context: SignerContext, entry: LedgerEntry): Promise<boolean> {
  const { clock, log, store, telemetry } = context;
  const { txnNumber } = entry;
  const isInTransaction = entry.kind === 'paid' && !isTokenEntry(entry) && store.tellPaid !== undefined;
  const subject = {
    'florin.kind': entry.kind,
    'florin.call.attempt': entry.noticeTries + 1,
    ...(!isTokenEntry(entry) && { 'florin.order': entry.order }),
  };
  if (entry.noticeTries > 0) telemetry.count('callbacks.retries', { 'florin.kind': entry.kind });
  try {
    await telemetry.task('call_shop', subject, () =>
      isInTransaction ? store.tellPaid(entry) : callShop(context, entry),
    );
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'told' });
  } catch (error) {
    telemetry.count('callbacks', { 'florin.kind': entry.kind, 'florin.outcome': 'failed' });
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'callback_failed', kind: entry.kind, order: entry.order, txnNumber, message });
    const nextAt = clock.now() + retryPause(entry.noticeTries + 1, chance());
    await store.failNotice(txnNumber, nextAt).catch(() => undefined);
    return false;
  }
  if (isInTransaction) return true;
  try {
    await store.finishNotice(txnNumber);
  } catch (error) {
    // The lease will run out, and the shop be called again: at least once, as promised.
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'notice_not_stored', order: entry.order, txnNumber, message });
  }
  return true;
}

async function callShop({ shop, store }: SignerContext, entry: LedgerEntry): Promise<void> {
  const { kind, order, txn, differences } = entry;
  if (kind === 'paid' && isTokenEntry(entry)) return tellStored({ shop, store }, entry);
  if (kind === 'paid') {
    await shop.onPaid?.(order, txn);
  } else if (kind !== 'declined' && kind !== 'failed') {
    const claim = await store.readClaim(entry.claimId);
    if (claim) await shop.onMismatch?.({ kind, order, terms: claim.terms, txn, differences });
  }
}

async function tellStored({ shop, store }: Pick<SignerContext, 'shop' | 'store'>, entry: LedgerEntry): Promise<void> {
  const claim = await store.readClaim(entry.claimId);
  if (!claim?.terms.owner) return;
  const { terms, reference } = claim;
  const { BankAccountDetails, CardDetails, CardType, Crn1, Crn2, DVToken, EmailAddress } = entry.txn;
  const token = { BankAccountDetails, CardDetails, CardType, Crn1, Crn2, DVToken, EmailAddress };
  const task = terms.action === 'update_token' ? 'update' : 'add';
  await shop.onTokenStored?.({ id: terms.owner?.id ?? '', crn1: terms.crn1 }, { task, reference, token });
}

/** A page presented another attempt's result. Nothing is recorded for its own attempt, so this is told at once, unkept. */
export async function reportForeign(
  { shop, log }: SignerContext,
  owner: Claim,
  presenter: Claim,
  txn: TxnResp,
): Promise<void> {
  log({ level: 'warn', event: 'foreign_result', order: presenter.order, owner: owner.order });
  const differences = ['MerchantReference'];
  try {
    await shop.onMismatch?.({
      kind: 'foreign_result',
      order: presenter.order,
      terms: presenter.terms,
      txn,
      differences,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'callback_failed', kind: 'foreign_result', order: presenter.order, message });
  }
}
