/**
 * Looks up outcomes that nobody asked for: the shopper closed the page, an answer got lost, or the
 * process ended between payment and callback. The host calls it about once a minute, in one process
 * or in all of them.
 */
import type { Claim } from '../claims/claim.js';
import { noteClaim } from '../claims/note-claim.js';
import { messageOf } from '../monitoring/message-of.js';
import { notifyRound } from '../notices/notify-round.js';
import { useHint } from '../notices/webhook.js';
import { Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { expireClaim } from './expire-claim.js';
import { isNothing, isUnfinished, searchAttempt } from './settle.js';
import { ofBothModes, takeByNeed } from './take-claims.js';

/** What a reconciliation has done. */
export interface Reconciliation {
  /** Attempts that the service was asked about. */
  readonly checked: number;
  /** Attempts that turned out to be finished. */
  readonly found: number;
  /** Keys that have expired unused; each is counted once more when it is searched for the last time, an hour later. */
  readonly expired: number;
  /** Callbacks that failed before and succeeded now. */
  readonly notified: number;
  /** Attempts for which the service did not answer: they stay open. */
  readonly unreachable: number;
  /** Callbacks that wait for their next try or are running elsewhere; at most {@link MOST_WAITING}. */
  readonly waiting: number;
  /** When the first waiting callback may be made, in milliseconds since 1970; null if none waits. */
  readonly nextCallAt: number | null;
}

/** Waiting callbacks above this number are not counted. */
const MOST_WAITING = 1000;
/** More than all callbacks. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Longer than all pauses between callbacks: a hundred years in milliseconds. */
const FOR_EVER = 36_525 * 86_400_000;

interface Extent {
  /** When it begins no more searches, by `performance.now()`. */
  readonly endsAt: number;
  /** Whether a person waits: all attempts are searched for, and callbacks are made before their retry time. */
  readonly isEarly: boolean;
  /** Called after each attempt with the number of attempts checked so far. */
  readonly watch?: ((checked: number) => void) | undefined;
}

/**
 * @param seconds how long it begins searches. Never rejects: a store that fails is logged.
 */
export async function reconcile(context: SignerContext, seconds: number): Promise<Reconciliation> {
  const extent = { endsAt: performance.now() + seconds * 1000, isEarly: false };
  return context.telemetry.task('reconcile', {}, () => reconcileAll(context, extent));
}

/**
 * Checks every open attempt once, and makes callbacks before their retry time. The rules stay the
 * same: an attempt that the service does not know stays open until its key has expired and the
 * grace period is over.
 */
export async function reconcileNow(context: SignerContext, watch: Extent['watch']): Promise<Reconciliation> {
  return context.telemetry.task('reconcile', {}, () =>
    reconcileAll(context, { endsAt: Infinity, isEarly: true, watch }),
  );
}

async function reconcileAll(host: SignerContext, { endsAt, isEarly, watch }: Extent): Promise<Reconciliation> {
  const { circuit, clock, pace, service, store, telemetry, tokenService } = host;
  const context = { ...host, service: pace.slow(service), tokenService: tokenService && pace.slow(tokenService) };
  // Without answers the rest would only be marked as checked.
  const isOver = () => performance.now() >= endsAt || pace.isPaused() || circuit.state() === 'open';
  let startedAt = Infinity;
  let unknown = 0;
  const count = { checked: 0, found: 0, expired: 0, notified: 0, unreachable: 0, waiting: 0 };
  let nextCallAt: number | null = null;
  const readNotices = (within: number, most: number) =>
    ofBothModes(context, most, (scope, limit) => store.readDueNotices(scope, within, limit));
  let hasFailed = false;
  // A failure in one part must not stop the others. All have the same cause, so one is logged.
  const logFailure = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!hasFailed) host.log({ level: 'error', event: 'reconcile_failed', message: messageOf(error) });
      hasFailed = true;
    }
  };
  const tried = new Set<string>();
  const late = new Map<string, number>();
  const notify = async () => {
    const due = await (isEarly ? readNotices(FOR_EVER, UNLIMITED) : readNotices(0, MOST_WAITING));
    // Each once in a run: a failed one waits for its retry time.
    const others = due.filter(({ scope, txnNumber }) => !tried.has(`${scope} ${txnNumber}`));
    for (const { scope, txnNumber } of others) tried.add(`${scope} ${txnNumber}`);
    const called = await notifyRound(context, others, isEarly, late);
    count.notified += called.filter(({ noticeTries, recordedAt }) => noticeTries > 0 || recordedAt < startedAt).length;
  };
  const check = async (claim: Claim) => {
    // A slow callback must not delay the search for other payments.
    const searching = { ...context, foundBy: 'reconciliation', notifiesLater: true } as const;
    const { outcome, isUnknown } = await telemetry.task('reconcile_attempt', {}, () => checkClaim(searching, claim));
    count.checked += 1;
    if (outcome !== 'open') count[outcome] += 1;
    if (isUnknown) unknown += 1;
    telemetry.count('reconciliation.attempts', { 'florin.outcome': outcome });
    watch?.(count.checked);
    return outcome;
  };
  // Beside the searches: the shop does not wait for their end, and they do not take all calls of a service that answers few.
  let notifying: Promise<void> | undefined;
  const startNotifying = () => {
    notifying ??= logFailure(notify).finally(() => (notifying = undefined));
  };
  await logFailure(async () => {
    startedAt = await store.now();
    startNotifying();
    const claims = takeByNeed(context, isEarly);
    await inParallel(pace.atOnce, async () => {
      const { value: claim } = isOver() ? { value: undefined } : await claims.next();
      if (!claim) return false;
      const outcome = await check(claim);
      if (outcome === 'found') startNotifying();
      return true;
    });
  });
  await notifying;
  await logFailure(async () => {
    await notify();
    const waiting = await readNotices(FOR_EVER, MOST_WAITING);
    count.waiting = waiting.length;
    nextCallAt = waiting.length > 0 ? Math.min(...waiting.map(({ noticeAt }) => noticeAt)) : null;
  });
  telemetry.unknown(unknown);
  context.vitals.reconciledAt = clock.now();
  return { ...count, nextCallAt };
}

/** Repeats a step while it returns true, so many at once. Begins none after a failure, and rejects when all have ended. */
async function inParallel(atOnce: number, step: () => Promise<boolean>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const repeat = async () => {
    try {
      while (!failure && (await step()));
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
  if (failure) throw failure.error;
}

interface Checked {
  readonly outcome: 'open' | 'found' | 'expired' | 'unreachable';
  /** The card may have been sent, and the outcome is unknown. */
  readonly isUnknown: boolean;
}

async function checkClaim(context: SignerContext, claim: Claim): Promise<Checked> {
  noteClaim(context, claim);
  const known = (outcome: Checked['outcome']): Checked => ({ outcome, isUnknown: false });
  try {
    const searchedAt = await context.store.now();
    const search = await searchAttempt(context, claim);
    if (claim.hintedAt !== null) await useHint(context, claim, search);
    const ending = isNothing(search) ? await expireClaim(context, claim, { ...search, searchedAt }) : search;
    if (ending === 'recorded') return known('found');
    if (ending === 'expired' || (claim.state === 'expired' && isNothing(search))) return known('expired');
    // A card was sent: it stays pressing after its hint is used up.
    if (isUnfinished(ending) && ending.waitsFor) await context.store.markAsked(claim.id);
    return { outcome: 'open', isUnknown: isUnfinished(ending) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Logged where the service was called.
    return { outcome: 'unreachable', isUnknown: claim.askedAt !== null };
  }
}
