/**
 * The health of the signer for a monitor: whether store and service answer. It contains no name,
 * number, address or secret.
 */
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';
import { areApart, type ClockDifferences } from './clocks.js';

/**
 * The answer of `GET /health`: HTTP 200, or 503 when the store does not answer, because then no
 * payment can begin.
 */
export interface Health {
  /** `failing`: no payment can begin. */
  readonly status: 'ok' | 'degraded' | 'failing';
  /** Why it is not `ok`; empty if it is. */
  readonly reasons: readonly HealthReason[];
  readonly store: 'ok' | 'unreachable';
  readonly service: { readonly circuit: 'closed' | 'open' | 'half_open'; readonly failures: number };
  /** When the last `reconcile()` of this process ended, ISO 8601; null before the first. */
  readonly reconciledAt: string | null;
  /**
   * False if no call has come with the address of its client, so that all shoppers share one limit; null before the first call
   * of a shopper.
   */
  readonly knowsClients: boolean | null;
  /** When a callback of this process last took longer than `callbackTimeoutSeconds`, ISO 8601; null if none has. */
  readonly callbackTimedOutAt: string | null;
  /** How far the clocks of the store and the service were ahead of this host's with its last key; null before the first. */
  readonly clocks: ClockDifferences | null;
  /** Whether so many payments are declined that a challenge is required: show it on the page. */
  readonly isThrottled: boolean;
}

/**
 * - `store_unreachable`: the store does not answer.
 * - `service_unreachable`: the service has not answered recently.
 * - `throttled`: so many payments are declined that a challenge is required.
 * - `callback_hangs`: a callback has taken longer than its limit.
 * - `clocks_apart`: the clocks of host, store and service differ by more than 30 seconds.
 * - `clients_unknown`: calls come without the address of their client.
 */
export type HealthReason =
  'store_unreachable' | 'service_unreachable' | 'throttled' | 'callback_hangs' | 'clocks_apart' | 'clients_unknown';

/** How long the store may take. Milliseconds. */
const TIMEOUT = 2_000;
/** How long after a callback has hung the health says so: more than the longest pause before it is repeated. Milliseconds. */
const HANGING = 900_000;
/** An id that no claim has. */
const NO_CLAIM = '0'.repeat(32);

/** Answers 200 or 503 with a {@link Health}. */
export async function answerHealth(context: SignerContext): Promise<Response> {
  const { circuit, clock, scopes, vitals } = context;
  const { callbackTimedOutAt, reconciledAt } = vitals;
  const store = (await isStoreThere(context)) ? 'ok' : 'unreachable';
  const state = circuit.state();
  const { guard } = context;
  const isThrottled =
    guard !== undefined && ((await guard.isThrottled(scopes.live)) || (await guard.isThrottled(scopes.test)));
  const isHanging = callbackTimedOutAt !== null && clock.now() < callbackTimedOutAt + HANGING;
  const causes: Record<HealthReason, boolean> = {
    store_unreachable: store !== 'ok',
    service_unreachable: state !== 'closed',
    throttled: isThrottled,
    callback_hangs: isHanging,
    clocks_apart: vitals.clocks !== null && areApart(vitals.clocks),
    clients_unknown: vitals.knowsClients === false,
  };
  const reasons = (Object.keys(causes) as HealthReason[]).filter((reason) => causes[reason]);
  const health: Health = {
    status: store !== 'ok' ? 'failing' : reasons.length === 0 ? 'ok' : 'degraded',
    reasons,
    store,
    service: { circuit: state, failures: circuit.failures() },
    reconciledAt: writeInstant(reconciledAt),
    callbackTimedOutAt: writeInstant(callbackTimedOutAt),
    knowsClients: vitals.knowsClients,
    clocks: vitals.clocks,
    isThrottled,
  };
  return Response.json(health, { status: store === 'ok' ? 200 : 503 });
}

function writeInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

async function isStoreThere({ store }: SignerContext): Promise<boolean> {
  const read = store.readClaim(NO_CLAIM).then(
    () => true,
    () => false,
  );
  return (await within(TIMEOUT, read)) ?? false;
}
