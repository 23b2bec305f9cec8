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
  /** `degraded`: the service has not answered recently, throttling is on, or clients are not known. */
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
  /** Whether so many payments are declined that a challenge is required: show it on the page. */
  readonly isThrottled: boolean;
}

/** How long the store may take. Milliseconds. */
const TIMEOUT = 2_000;
/** An id that no claim has. */
const NO_CLAIM = '0'.repeat(32);

/** Answers 200 or 503 with a {@link Health}. */
export async function answerHealth(context: SignerContext): Promise<Response> {
  const { circuit, vitals } = context;
  const store = (await isStoreThere(context)) ? 'ok' : 'unreachable';
  const state = circuit.state();
  const isThrottled = (await context.guard?.isThrottled()) ?? false;
  const health: Health = {
    status:
      store !== 'ok'
        ? 'failing'
        : state === 'closed' && !isThrottled && vitals.knowsClients !== false
          ? 'ok'
          : 'degraded',
    store,
    service: { circuit: state, failures: circuit.failures() },
    reconciledAt: vitals.reconciledAt === null ? null : new Date(vitals.reconciledAt).toISOString(),
    knowsClients: vitals.knowsClients,
    isThrottled,
  };
  return Response.json(health, { status: store === 'ok' ? 200 : 503 });
}

async function isStoreThere({ store }: SignerContext): Promise<boolean> {
  const read = store.readClaim(NO_CLAIM).then(
    () => true,
    () => false,
  );
  return (await within(TIMEOUT, read)) ?? false;
}
