/**
 * How fast a reconciliation asks the service. It has time, a shopper has not: it leaves the service to them. Fewer calls run at
 * the same time when the service answers slowly, one while the circuit probes whether it is back, and none for as long as the
 * service asks for (HTTP 429, `Retry-After`).
 */
import { FlorinError, isFlorinError } from '../../core/errors.js';
import type { CircuitState } from './service-circuit.js';

export interface PaceLimits {
  readonly atOnce: number;
  readonly callsPerSecond: number;
}

export interface Pace {
  readonly atOnce: number;
  /** Whether the service wants a longer pause than a call waits for. Calls fail meanwhile. */
  isPaused(): boolean;
  /** The same client, whose calls wait for their turn. */
  slow<Client extends object>(client: Client): Client;
}

/** A longer call is a sign of load. Milliseconds. */
const SLOW = 2_000;
/** Each fast answer allows so much of a further call at the same time. */
const STEP = 0.25;
/** The longest pause that the service can ask for. Milliseconds. */
const LONGEST_PAUSE = 600_000;
/** The longest pause that a call waits for. Milliseconds. */
const PATIENCE = 5_000;

export function createPace({ callsPerSecond, ...limits }: PaceLimits, circuit: () => CircuitState): Pace {
  const atOnce = Math.max(1, Math.floor(limits.atOnce));
  let allowed = atOnce;
  let running = 0;
  let nextAt = -Infinity;
  let pausedUntil = -Infinity;
  let waiting: (() => void)[] = [];
  /** One for each client: what a search learns about the service's limit is kept for its client. */
  const slowed = new WeakMap<object, object>();

  const isPaused = () => pausedUntil - performance.now() > PATIENCE;
  const most = () => (circuit() === 'closed' ? Math.floor(allowed) : 1);

  async function begin(): Promise<void> {
    while (running >= most()) await new Promise<void>((resolve) => waiting.push(resolve));
    if (isPaused()) throw new FlorinError('service_unreachable', 'the payment service has asked for a pause');
    running += 1;
    const now = performance.now();
    // Calls that nobody made in the last second may be made now.
    nextAt = Math.max(nextAt, now - 1000) + 1000 / callsPerSecond;
    const startsAt = Math.max(now, nextAt - 1000 / callsPerSecond, pausedUntil);
    if (startsAt > now) await new Promise((resolve) => setTimeout(resolve, startsAt - now));
  }

  function end(startedAt: number, error?: unknown): void {
    running -= 1;
    const now = performance.now();
    const seconds = isFlorinError(error) ? error.retryAfterSeconds : undefined;
    if (seconds !== undefined) pausedUntil = Math.max(pausedUntil, now + Math.min(seconds * 1000, LONGEST_PAUSE));
    const isSlow = seconds !== undefined || now - startedAt > SLOW;
    allowed = isSlow ? Math.max(1, allowed / 2) : Math.min(atOnce, allowed + STEP);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  async function run<T>(call: () => Promise<T>): Promise<T> {
    await begin();
    const startedAt = performance.now();
    let failure: unknown;
    try {
      return await call();
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      end(startedAt, failure);
    }
  }

  return {
    atOnce,
    isPaused,
    slow<Client extends object>(client: Client): Client {
      const known = slowed.get(client) as Client | undefined;
      if (known) return known;
      const slow = new Proxy(client, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name);
          if (typeof member !== 'function') return member;
          const method = member as (...values: unknown[]) => Promise<unknown>;
          return (...values: unknown[]) => run(() => method.apply(target, values));
        },
      });
      slowed.set(client, slow);
      return slow;
    },
  };
}
