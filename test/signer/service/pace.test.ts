/** How fast a reconciliation asks the service. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlorinError } from '../../../src/core/errors.js';
import { createPace, type PaceLimits } from '../../../src/signer/service/pace.js';
import type { CircuitState } from '../../../src/signer/service/service-circuit.js';

const SECOND = 1_000;
const busy = (retryAfterSeconds: number) => new FlorinError('service_unreachable', 'busy', { retryAfterSeconds });

let milliseconds: number;
let failure: Error | undefined;
let circuit: CircuitState;
let running: number;
let mostRunning: number;
let calls: number;
beforeEach(() => {
  vi.useFakeTimers();
  [milliseconds, failure, circuit, running, mostRunning, calls] = [100, undefined, 'closed', 0, 0, 0];
});
afterEach(() => void vi.useRealTimers());

const search = async (): Promise<string> => {
  calls += 1;
  running += 1;
  mostRunning = Math.max(mostRunning, running);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running -= 1;
  if (failure) throw failure;
  return 'found';
};

function open(limits: Partial<PaceLimits> = {}) {
  const pace = createPace({ atOnce: 8, callsPerSecond: 1_000, ...limits }, () => circuit);
  const { search: ask } = pace.slow({ search });
  return { pace, ask, askMany: (count: number) => Promise.allSettled(Array.from({ length: count }, ask)) };
}

/** Makes the calls, and returns how many ran at the same time at most. */
async function mostOf(calling: () => Promise<unknown>): Promise<number> {
  mostRunning = 0;
  const made = calling();
  await vi.runAllTimersAsync();
  await made;
  return mostRunning;
}

describe('the pace of a reconciliation', () => {
  it('makes so many calls at once, and no more', async () => {
    const { askMany } = open({ atOnce: 3 });
    expect(await mostOf(() => askMany(20))).toBe(3);
    expect(calls).toBe(20);
  });

  it('makes so many calls in a second, and those of one second more that was not used', async () => {
    const { askMany } = open({ callsPerSecond: 10, atOnce: 100 });
    milliseconds = 1;
    void askMany(100);
    await vi.advanceTimersByTimeAsync(SECOND / 2);
    expect(calls).toBe(16);
    await vi.advanceTimersByTimeAsync(3 * SECOND);
    expect(calls).toBe(46);
  });

  it('makes fewer calls at once while the service is slow, and slowly more when it is quick again', async () => {
    const { askMany } = open();
    milliseconds = 3 * SECOND;
    await mostOf(() => askMany(8));
    milliseconds = 100;
    expect(await mostOf(() => askMany(4))).toBe(1);
    expect(await mostOf(() => askMany(60))).toBe(8);
  });

  it('waits as long as the service asks for, if that is short', async () => {
    const { pace, ask } = open();
    failure = busy(3);
    const refused = ask().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await refused).toBe(failure);
    failure = undefined;
    expect(pace.isPaused()).toBe(false);
    const next = ask();
    await vi.advanceTimersByTimeAsync(3 * SECOND - 1);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1 + milliseconds);
    expect(await next).toBe('found');
  });

  it('refuses calls during a longer pause, without asking', async () => {
    const { pace, ask } = open();
    failure = busy(60);
    const refused = ask().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(milliseconds);
    await refused;
    expect(pace.isPaused()).toBe(true);
    await expect(ask()).rejects.toThrow('has asked for a pause');
    expect(calls).toBe(1);
    failure = undefined;
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    expect(pace.isPaused()).toBe(false);
    expect(await mostOf(ask)).toBe(1);
  });

  it('makes one call at a time until the circuit is closed', async () => {
    const { askMany } = open();
    circuit = 'half_open';
    expect(await mostOf(() => askMany(5))).toBe(1);
    circuit = 'closed';
    expect(await mostOf(() => askMany(8))).toBe(8);
  });
});
