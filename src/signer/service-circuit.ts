/**
 * Stands between the signer and the service. While the service is down, calls fail at once in place of each waiting for
 * its time-out, and one at a time tries whether it is back. A read whose line broke is made once more; nothing that makes
 * something is ever repeated (docs/wire/rest.md section 12).
 */
import { FlorinError, isFlorinError } from '../core/errors.js';

/** `closed`: calls go through. `open`: they fail at once. `half_open`: the next one tries whether the service is back. */
export type CircuitState = 'closed' | 'open' | 'half_open';

export interface ServiceCircuit<Client> {
  readonly client: Client;
  state(): CircuitState;
  /** Calls without an answer since the last one that had one. */
  failures(): number;
}

export interface CircuitRules {
  /** So many failures, one after the other, open the circuit. */
  readonly failures: number;
  /** Milliseconds until the next call may try. */
  readonly pause: number;
  /** Milliseconds before a read is made again. */
  readonly retryPause: number;
}

/** Runs a call, and sees what becomes of it. @param attempt counts from 1 */
export type ObserveCall = <T>(name: string, attempt: number, call: () => Promise<T>) => Promise<T>;

export const CIRCUIT_RULES: CircuitRules = { failures: 10, pause: 2_000, retryPause: 100 };

const READS = /^(get|search)/;
/** From here on an API code means that the service itself is not well (900, 998, 999). */
const FIRST_FAULT = 900;
const PAYLOAD_FAULT = 998;

/** @param machineNow milliseconds of a clock that only goes forward */
export function createCircuit<Client extends object>(
  service: Client,
  rules: CircuitRules = CIRCUIT_RULES,
  machineNow: () => number = () => performance.now(),
  observe: ObserveCall = (_name, _attempt, call) => call(),
): ServiceCircuit<Client> {
  let failures = 0;
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
      failures = 0;
      return answer;
    } catch (error) {
      failures = isAnswer(error) ? 0 : failures + 1;
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
      // Not after a time-out: whoever waits has waited enough.
      if (!isFlorinError(error) || error.code !== 'service_unreachable' || state() !== 'closed') throw error;
      await new Promise((resolve) => setTimeout(resolve, rules.retryPause));
      return attempt(call, 2);
    }
  }

  const client = new Proxy(service, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const method = member as (...values: unknown[]) => Promise<unknown>;
      const call = String(name);
      const run = READS.test(call) ? attemptRead : attempt;
      return (...values: unknown[]) => run((number) => observe(call, number, () => method.apply(target, values)));
    },
  });
  return { client, state, failures: () => failures };
}

/** A refusal is an answer. */
function isAnswer(error: unknown): boolean {
  if (!isFlorinError(error)) return false;
  const { apiCode } = error;
  return apiCode !== undefined && (apiCode < FIRST_FAULT || apiCode === PAYLOAD_FAULT);
}
