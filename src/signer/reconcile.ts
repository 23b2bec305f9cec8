/**
 * Finds out by itself what nobody asked about: a shopper closed the page, an answer got lost, the process ended between
 * payment and callback. The host calls it every minute or so, in one process or in all of them.
 */
import type { Claim } from './claim.js';
import { noteClaim } from './note-claim.js';
import { Refusal } from './refusal.js';
import { searchAttempt } from './settle.js';
import type { SignerContext } from './signer-context.js';
import { tellShop } from './tell-shop.js';
import { useHint } from './webhook.js';

export interface Reconciliation {
  /** Attempts that the service was asked about. */
  readonly checked: number;
  /** Attempts that turned out to be finished. */
  readonly found: number;
  /** Keys that turned out to be dead and unused. */
  readonly expired: number;
  /** Callbacks made that had failed or been cut off before. */
  readonly told: number;
  /** Attempts about which the service did not answer: they stay open. */
  readonly unreachable: number;
  /** Callbacks that failed and wait for their next time, or are being made elsewhere; at most {@link MOST_WAITING}. */
  readonly waiting: number;
  /** When the first of those may be made, milliseconds since 1970; null when none waits. */
  readonly nextCallAt: number | null;
}

/** More are not counted. */
const MOST_WAITING = 1000;
/** Later than every pause ends. */
const EVER = Number.MAX_SAFE_INTEGER;

/** @param limit how many attempts, and how many callbacks, at most. Never rejects: a store that fails is logged. */
export async function reconcile(context: SignerContext, limit: number): Promise<Reconciliation> {
  return context.telemetry.task('reconcile', {}, () => reconcileAll(context, limit));
}

async function reconcileAll(context: SignerContext, limit: number): Promise<Reconciliation> {
  const { clock, log, store, telemetry } = context;
  let unknown = 0;
  const count = { checked: 0, found: 0, expired: 0, told: 0, unreachable: 0, waiting: 0 };
  let nextCallAt: number | null = null;
  try {
    for (const entry of await store.readDueNotices(clock.now(), limit)) {
      await tellShop(context, entry);
      count.told += 1;
    }
    for (const claim of await store.takeOpenClaims(clock.now(), limit)) {
      const { outcome, isUnknown } = await telemetry.task('reconcile_attempt', {}, () => checkClaim(context, claim));
      count.checked += 1;
      if (outcome !== 'open') count[outcome] += 1;
      if (isUnknown) unknown += 1;
      telemetry.count('reconciliation.attempts', { 'florin.outcome': outcome });
    }
    const waiting = await store.readDueNotices(EVER, MOST_WAITING);
    count.waiting = waiting.length;
    nextCallAt = waiting[0]?.noticeAt ?? null;
  } catch (error) {
    log({ level: 'error', event: 'reconcile_failed', message: error instanceof Error ? error.message : 'unknown' });
  }
  telemetry.unknown(unknown);
  context.vitals.reconciledAt = clock.now();
  return { ...count, nextCallAt };
}

interface Checked {
  readonly outcome: 'open' | 'found' | 'expired' | 'unreachable';
  /** The card may have been sent, and nobody knows what became of it. */
  readonly isUnknown: boolean;
}

async function checkClaim(context: SignerContext, claim: Claim): Promise<Checked> {
  noteClaim(context, claim);
  const known = (outcome: Checked['outcome']): Checked => ({ outcome, isUnknown: false });
  try {
    const search = await searchAttempt(context, claim);
    if (search === 'recorded') return known('found');
    if (claim.hintedAt !== null) await useHint(context, claim.id, search);
    const isDead = context.clock.now() >= (claim.expiresAt ?? 0) + context.rules.grace;
    if (search === 'none' && isDead && (await context.store.expire(claim.id))) return known('expired');
    return { outcome: 'open', isUnknown: search === 'unfinished' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Logged where the service was called.
    return { outcome: 'unreachable', isUnknown: claim.askedAt !== null };
  }
}
