/**
 * The health of the signer for a monitor: whether store and service answer. It contains no name,
 * number, address or secret.
 */
import type { SignerContext } from '../signer-context.js';
import { areApart, type ClockDifferences } from './clocks.js';

/**
 * The answer of `GET /health`: HTTP 200, or 503 when the store does not answer or takes nothing, because then no
 * payment can begin.
 */
export interface Health {
  /** `ok`: a key could be made now, as far as this process knows. `failing`: no payment can begin. */
  readonly status: 'ok' | 'degraded' | 'failing';
  /** Why it is not `ok`; empty if it is. */
  readonly reasons: readonly HealthReason[];
  /** `unwritable`: it answers, and cannot be written; tried every ten seconds at most. */
  readonly store: 'ok' | 'unreachable' | 'unwritable';
  readonly service: {
    readonly circuit: 'closed' | 'open' | 'half_open';
    /** Number of calls without an answer since the last answer. */
    readonly failures: number;
    /** How often the service has refused calls, by API code, since the same call last worked. */
    readonly refusals: Readonly<Record<string, number>>;
  };
  /**
   * How long ago the oldest open attempt was asked about: its card may have been sent. Read every ten seconds at
   * most; null if there is none, or the store does not say.
   */
  readonly oldestAskedSeconds: number | null;
  /** How long ago the oldest payment was recorded that the shop has not been told of; likewise. */
  readonly oldestNoticeSeconds: number | null;
  /**
   * The end of the last complete audit of `reconcile()`, ISO 8601, and its differences (`audit_finding` in the log); null before
   * it.
   */
  readonly lastAudit: { readonly at: string; readonly differences: number } | null;
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
 * - `store_unwritable`: the store answers, and is full or read-only.
 * - `service_unreachable`: the service has not answered recently.
 * - `service_refuses`: the service refuses calls, for example because the password is wrong.
 * - `throttled`: so many payments are declined that a challenge is required.
 * - `callback_hangs`: a callback has taken longer than its limit.
 * - `clocks_apart`: the clocks of host, store and service differ by more than 30 seconds.
 * - `clients_unknown`: calls come without the address of their client.
 */
export type HealthReason =
  | 'store_unreachable'
  | 'store_unwritable'
  | 'service_unreachable'
  | 'service_refuses'
  | 'throttled'
  | 'callback_hangs'
  | 'clocks_apart'
  | 'clients_unknown';

/** How long after a callback has hung the health says so: more than the longest pause before it is repeated. Milliseconds. */
const HANGING = 900_000;

/** Answers 200 or 503 with a {@link Health}. */
export async function answerHealth(context: SignerContext): Promise<Response> {
  const { circuit, clock, probeStore, scopes, vitals } = context;
  const { callbackTimedOutAt, reconciledAt } = vitals;
  const { store, asked, audit, notice } = await probeStore();
  const state = circuit.state();
  const refusals = circuit.refusals();
  const { guard } = context;
  const isThrottled =
    guard !== undefined && ((await guard.isThrottled(scopes.live)) || (await guard.isThrottled(scopes.test)));
  const isHanging = callbackTimedOutAt !== null && clock.now() < callbackTimedOutAt + HANGING;
  const causes: Record<HealthReason, boolean> = {
    store_unreachable: store === 'unreachable',
    store_unwritable: store === 'unwritable',
    service_unreachable: circuit.isAway(),
    service_refuses: Object.keys(refusals).length > 0,
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
    service: { circuit: state, failures: circuit.failures(), refusals },
    oldestAskedSeconds: writeSeconds(asked),
    oldestNoticeSeconds: writeSeconds(notice),
    lastAudit: audit && { at: new Date(audit.at).toISOString(), differences: audit.differences },
    reconciledAt: writeInstant(reconciledAt),
    callbackTimedOutAt: writeInstant(callbackTimedOutAt),
    knowsClients: vitals.knowsClients,
    clocks: vitals.clocks,
    isThrottled,
  };
  return Response.json(health, { status: store === 'ok' ? 200 : 503 });
}

function writeSeconds(age: number | null): number | null {
  return age === null ? null : Math.max(0, Math.floor(age / 1000));
}

function writeInstant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
