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
/** More than all attempts. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
/** Longer than all pauses between callbacks: a hundred years in milliseconds. */
const FOR_EVER = 36_525 * 86_400_000;

/**
 * Batch size when all are taken, so that other processes that reconcile at the same time get a
 * share.
 */
const BATCH = 100;

/** The extent of one run. */
interface Extent {
  /** Maximum number of callbacks. */
  readonly limit: number;
  /** Whether callbacks are made before their retry time. */
  readonly isEarly: boolean;
  readonly claims: AsyncIterable<Claim>;
  /** Called after each attempt with the number of attempts checked so far. */
  readonly watch?: ((checked: number) => void) | undefined;
}

/**
 * @param limit maximum number of attempts, and of callbacks. Never rejects: a store that fails is
 * logged.
 */
export async function reconcile(context: SignerContext, limit: number): Promise<Reconciliation> {
  const extent = { limit, isEarly: false, claims: takeSome(context, limit) };
  return context.telemetry.task('reconcile', {}, () => reconcileAll(context, extent));
}

/**
 * Checks every open attempt once, and makes callbacks before their retry time. The rules stay the
 * same: an attempt that the service does not know stays open until its key has expired and the
 * grace period is over.
 */
export async function reconcileNow(context: SignerContext, watch: Extent['watch']): Promise<Reconciliation> {
  const extent = { limit: UNLIMITED, isEarly: true, claims: takeAll(context), watch };
  return context.telemetry.task('reconcile', {}, () => reconcileAll(context, extent));
}

/** Live attempts first. */
async function* takeSome(context: SignerContext, limit: number): AsyncGenerator<Claim, void, void> {
  yield* await ofBothModes(context, limit, (scope, count) => context.store.takeOpenClaims(scope, count));
}

/** Rows of the merchant's live scope, then of its test scope. */
async function ofBothModes<Row>(
  { scopes }: SignerContext,
  limit: number,
  read: (scope: string, count: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const live = await read(scopes.live, limit);
  return live.length < limit ? [...live, ...(await read(scopes.test, limit - live.length))] : live;
}

/**
 * Attempts that stay open are returned again after all others; the first batch without a new one is
 * the last.
 */
async function* takeAll({ scopes, store }: SignerContext): AsyncGenerator<Claim, void, void> {
  for (const scope of [scopes.live, scopes.test]) {
    const seen = new Set<string>();
    for (;;) {
      const taken = (await store.takeOpenClaims(scope, BATCH)).filter(({ id }) => !seen.has(id));
      if (taken.length === 0) break;
      for (const claim of taken) {
        seen.add(claim.id);
        yield claim;
      }
    }
  }
}

async function reconcileAll(context: SignerContext, extent: Extent): Promise<Reconciliation> {
  const { clock, store, telemetry } = context;
  const { claims, isEarly, limit, watch } = extent;
  let startedAt = Infinity;
  let unknown = 0;
  const count = { checked: 0, found: 0, expired: 0, notified: 0, unreachable: 0, waiting: 0 };
  let nextCallAt: number | null = null;
  // Lost payments come first: a slow callback must not delay the search for them.
  const searching = { ...context, foundBy: 'reconciliation', notifiesLater: true } as const;
  await logFailure(context, async () => {
    startedAt = await store.now();
    for await (const claim of claims) {
      const { outcome, isUnknown } = await telemetry.task('reconcile_attempt', {}, () => checkClaim(searching, claim));
      count.checked += 1;
      if (outcome !== 'open') count[outcome] += 1;
      if (isUnknown) unknown += 1;
      telemetry.count('reconciliation.attempts', { 'florin.outcome': outcome });
      watch?.(count.checked);
    }
  });
  await logFailure(context, async () => {
    const readNotices = (within: number, most: number) =>
      ofBothModes(context, most, (scope, count) => store.readDueNotices(scope, within, count));
    const due = await readNotices(isEarly ? FOR_EVER : 0, limit);
    const called = await notifyRound(context, due, isEarly);
    count.notified = called.filter(({ noticeTries, recordedAt }) => noticeTries > 0 || recordedAt < startedAt).length;
    const waiting = await readNotices(FOR_EVER, MOST_WAITING);
    count.waiting = waiting.length;
    nextCallAt = waiting.length > 0 ? Math.min(...waiting.map(({ noticeAt }) => noticeAt)) : null;
  });
  telemetry.unknown(unknown);
  context.vitals.reconciledAt = clock.now();
  return { ...count, nextCallAt };
}

/** A failure in one half must not stop the other. */
async function logFailure({ log }: SignerContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log({ level: 'error', event: 'reconcile_failed', message: messageOf(error) });
  }
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
    // The store gives it out once: with a hint it is looked at again until the service has answered.
    const isLastLook = claim.state === 'expired' && claim.hintedAt === null;
    if (isLastLook) await context.store.markHinted(claim.id);
    const searchedAt = await context.store.now();
    const search = await searchAttempt(context, claim);
    if (claim.hintedAt !== null || isLastLook) await useHint(context, claim, search);
    const ending = isNothing(search) ? await expireClaim(context, claim, { ...search, searchedAt }) : search;
    if (ending === 'recorded') return known('found');
    if (ending === 'expired' || (claim.state === 'expired' && isNothing(search))) return known('expired');
    return { outcome: 'open', isUnknown: isUnfinished(ending) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Logged where the service was called.
    return { outcome: 'unreachable', isUnknown: claim.askedAt !== null };
  }
}
