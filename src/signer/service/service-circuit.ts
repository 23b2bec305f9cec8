/**
 * A circuit breaker between the signer and the service. While the service is down, calls fail at
 * once instead of waiting for a timeout each, and one call at a time probes whether it is back. A
 * read whose connection broke is retried once; calls that create something are never repeated
 * (docs/wire/rest.md section 12).
 */
import { FlorinError, isFlorinError } from '../../core/errors.js';
import { isUnsent } from '../../service/write-body.js';

/**
 * `closed`: calls go through. `open`: calls fail at once. `half_open`: the next call probes the
 * service.
 */
export type CircuitState = 'closed' | 'open' | 'half_open';

export interface ServiceCircuit<Client> {
  readonly client: Client;
  state(): CircuitState;
  /** Number of calls without an answer since the last answer. */
  failures(): number;
  /** Whether so many failed that the service is taken to be away, also if it only takes no calls at the moment. */
  isAway(): boolean;
  /**
   * The API codes by which the service refuses calls that worked for it before or have to, and how often since the same call
   * last worked: each code for a call that makes something, for others only those of the account.
   */
  refusals(): Readonly<Record<string, number>>;
}

interface CircuitRules {
  /** Number of consecutive failures that opens the circuit. */
  readonly failures: number;
  /** How long the circuit stays open before the next probe. Milliseconds. */
  readonly pause: number;
  /** Delay before a read is retried. Milliseconds. */
  readonly retryPause: number;
}

/** Runs a call and observes its outcome. @param attempt counts from 1 */
type ObserveCall = <T>(name: string, attempt: number, call: () => Promise<T>) => Promise<T>;

export const CIRCUIT_RULES: CircuitRules = { failures: 10, pause: 2_000, retryPause: 100 };

const READS = /^(get|search)/;
/** What these calls are asked comes from the shop alone; what the others name may come from a page, or not exist. */
const MAKES = /^create/;
/** API codes up to here are about the user, the merchant, the password and the permissions. */
const LAST_OF_ACCOUNT = 3;
/** API codes from here on mean that the service itself has a fault (900, 998, 999). */
const FIRST_FAULT = 900;
const PAYLOAD_FAULT = 998;

/** @param machineNow milliseconds of a monotonic clock */
export function createCircuit<Client extends object>(
  service: Client,
  rules: CircuitRules = CIRCUIT_RULES,
  machineNow: () => number = () => performance.now(),
  observe: ObserveCall = (_name, _attempt, call) => call(),
): ServiceCircuit<Client> {
  let failures = 0;
  /** Calls that the service did not take since the last answer: they do not open the circuit. */
  let untaken = 0;
  let triesAt = 0;
  let isTrying = false;

  const state = (): CircuitState => {
    if (failures < rules.failures) return 'closed';
    return machineNow() >= triesAt && !isTrying ? 'half_open' : 'open';
  };

  async function attempt<T>(call: (number: number) => Promise<T>, number = 1): Promise<T> {
    const before = state();
    if (before === 'open') throw new FlorinError('service_unreachable', 'the payment service has not answered lately');
    if (before === 'half_open') isTrying = true;
    try {
      const answer = await call(number);
      [failures, untaken] = [0, 0];
      return answer;
    } catch (error) {
      if (isBusy(error)) untaken += 1;
      else if (isAnswer(error)) [failures, untaken] = [0, 0];
      else failures += 1;
      triesAt = machineNow() + rules.pause;
      throw error;
    } finally {
      if (before === 'half_open') isTrying = false;
    }
  }

  async function attemptRead<T>(call: (number: number) => Promise<T>): Promise<T> {
    try {
      return await attempt(call);
    } catch (error) {
      // No retry after a timeout: the caller has waited long enough. None at once if the service asks for a pause.
      if (!isFlorinError(error) || error.code !== 'service_unreachable' || state() !== 'closed') throw error;
      if (isBusy(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, rules.retryPause));
      return attempt(call, 2);
    }
  }

  const refused = new Map<string, Map<number, number>>();

  async function count<T>(call: string, answering: Promise<T>): Promise<T> {
    try {
      const answer = await answering;
      refused.delete(call);
      return answer;
    } catch (error) {
      const apiCode = isFlorinError(error) && isAnswer(error) ? error.apiCode : undefined;
      if (apiCode === undefined) throw error;
      if (MAKES.test(call) || apiCode <= LAST_OF_ACCOUNT) {
        const codes = refused.get(call) ?? new Map<number, number>();
        refused.set(call, codes.set(apiCode, (codes.get(apiCode) ?? 0) + 1));
      } else refused.delete(call);
      throw error;
    }
  }

  const client = new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const method = member as (...values: unknown[]) => Promise<unknown>;
      const call = String(name);
      const run = READS.test(call) ? attemptRead : attempt;
      return (...values: unknown[]) =>
        count(
          call,
          run((number) => observe(call, number, () => method.apply(target, values))),
        );
    },
  });
  return {
    client,
    state,
    failures: () => failures,
    isAway: () => failures + untaken >= rules.failures,
    refusals() {
      const sums: Record<string, number> = {};
      for (const codes of refused.values()) {
        for (const [code, times] of codes) sums[code] = (sums[code] ?? 0) + times;
      }
      return sums;
    },
  };
}

/** The service is there, but takes no more calls at the moment: other calls, which are not many, still try. */
function isBusy(error: unknown): boolean {
  return isFlorinError(error) && error.retryAfterSeconds !== undefined;
}

/** A refusal counts as an answer. A call that the client itself refuses to send says nothing about the service. */
function isAnswer(error: unknown): boolean {
  if (isUnsent(error)) return true;
  if (!isFlorinError(error)) return false;
  const { apiCode } = error;
  return apiCode !== undefined && (apiCode < FIRST_FAULT || apiCode === PAYLOAD_FAULT);
}
