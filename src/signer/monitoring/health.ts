/**
 * The health of the signer for a monitor: whether store and service answer. It contains no name,
 * number, address or secret.
 */
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';

/**
 * The answer of `GET /health`: HTTP 200, or 503 when the store does not answer, because then no
 * payment can begin.
 */
export interface Health {
  /** `degraded`: the service has not answered recently, throttling is on, clients are not known, or a callback hangs. */
  readonly status: 'ok' | 'degraded' | 'failing';
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
  /** Whether so many payments are declined that a challenge is required: show it on the page. */
  readonly isThrottled: boolean;
}

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
  const isWell = state === 'closed' && !isThrottled && !isHanging && vitals.knowsClients !== false;
  const health: Health = {
    status: store !== 'ok' ? 'failing' : isWell ? 'ok' : 'degraded',
    store,
    service: { circuit: state, failures: circuit.failures() },
    reconciledAt: writeInstant(reconciledAt),
    callbackTimedOutAt: writeInstant(callbackTimedOutAt),
    knowsClients: vitals.knowsClients,
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
