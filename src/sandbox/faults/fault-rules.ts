/**
 * Injected faults: typical failures of a network or a service. They are in memory: a restart ends them, and each
 * process has its own.
 */
import { choice, number, object, whole, withoutUndefined } from '../../wire/read-input.js';
import type { ForMerchant } from '../control/by-merchant.js';
import { readSetup } from '../control/read-setup.js';
import { OPERATIONS } from './operation-names.js';

/**
 * Kinds of failure.
 *
 * - `delay`: the response is late.
 * - `drop_before`, `drop_after`: the connection is dropped before or after the call is done.
 * - `timeout_before`, `timeout_after`: no response for some time, then the connection is dropped.
 * - `error_before`, `error_after`: an HTML error page of a web server.
 * - `malformed`: the call is done, and half of the response is sent.
 */
export const FAULT_KINDS = [
  'delay',
  'drop_before',
  'drop_after',
  'timeout_before',
  'timeout_after',
  'error_before',
  'error_after',
  'malformed',
] as const;

/** Kind of failure. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault to be injected. */
export interface FaultRequest extends ForMerchant {
  /** `T1` to `D14`, the name of a SOAP operation, or `*` for every operation. */
  readonly operation: string;
  readonly kind: FaultKind;
  /** Length of the delay or timeout by the sandbox's clock. Default: 1 for a delay, 120 for a timeout. */
  readonly seconds?: number;
  /** HTTP status of an error, 500 to 599; 503 by default. */
  readonly status?: number;
  /** Number of affected calls; all calls by default. */
  readonly times?: number;
}

/** An active fault. */
export interface FaultRule extends Required<Omit<FaultRequest, 'times' | 'merchant'>> {
  readonly id: number;
  /** Number of the merchant whose calls it affects; null for all. */
  readonly merchant: string | null;
  /** Number of calls that it will still affect; null for all. */
  readonly timesLeft: number | null;
}

/** The active faults of a sandbox. */
export interface FaultRules {
  /** @throws SetupError for an invalid fault */
  add(fault: FaultRequest): FaultRule;
  list(): readonly FaultRule[];
  /** Removes the faults of one merchant, or all. */
  clear(merchant?: string): void;
  /** Returns the oldest fault of an operation and counts one use of it. @param merchant of the call, if it is known */
  take(operation: string, merchant?: string): FaultRule | undefined;
}

const TIMEOUT_SECONDS = 120;
const LONGEST_SECONDS = 3_600;

/** What a fault is, apart from its merchant. */
export const FAULT_SHAPE = {
  operation: choice(OPERATIONS),
  kind: choice(FAULT_KINDS),
  seconds: number(0, LONGEST_SECONDS).exactOptional(),
  status: whole(500, 599).exactOptional(),
  times: whole(1, Number.MAX_SAFE_INTEGER).exactOptional(),
};
const FAULT = object(FAULT_SHAPE);

/** Creates an empty set of faults. */
export function createFaultRules(): FaultRules {
  let rules: readonly FaultRule[] = [];
  let lastId = 0;

  return {
    add({ merchant = null, ...fault }) {
      const { times = null, status = 503, ...read } = readSetup(FAULT, withoutUndefined(fault), 'fault');
      const { seconds = read.kind.startsWith('timeout') ? TIMEOUT_SECONDS : 1 } = read;
      lastId += 1;
      const rule: FaultRule = { ...read, seconds, status, id: lastId, merchant, timesLeft: times };
      rules = [...rules, rule];
      return rule;
    },
    list: () => rules,
    clear(merchant) {
      rules = merchant === undefined ? [] : rules.filter((rule) => rule.merchant !== merchant);
    },
    take(operation, merchant) {
      const rule = rules.find(
        (each) =>
          (each.operation === operation || each.operation === '*') &&
          (each.merchant === null || each.merchant === merchant),
      );
      if (!rule || rule.timesLeft === null) return rule;
      const timesLeft = rule.timesLeft - 1;
      rules = rules.flatMap((other) => {
        if (other.id !== rule.id) return [other];
        return timesLeft > 0 ? [{ ...other, timesLeft }] : [];
      });
      return rule;
    },
  };
}
