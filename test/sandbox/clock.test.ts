import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/clock.js';

describe('the clock', () => {
  it('runs with the machine’s and can be moved ahead of it', () => {
    let machine = 1_000;
    const clock = createClock({ now: () => machine });
    expect(clock.now()).toBe(1_000);
    clock.advance(500);
    machine += 1;
    expect([clock.now(), clock.offset]).toEqual([1_501, 500]);
  });

  it('moves by whole milliseconds', () => {
    const clock = createClock({ now: () => 1_000 });
    clock.advance(1.001 * 1_000);
    clock.advance(0.4);
    expect([clock.now(), clock.offset]).toEqual([2_001, 1_001]);
  });

  it('does not follow the machine’s clock back', () => {
    let machine = 1_000;
    const clock = createClock({ now: () => machine });
    clock.now();
    machine = 400;
    expect(clock.now()).toBe(1_000);
    machine = 1_002;
    expect(clock.now()).toBe(1_002);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to be moved by %s', (milliseconds) => {
    expect(() => createClock().advance(milliseconds)).toThrow(RangeError);
  });

  it('resolves a sleep when it is moved past its time, and not before', async () => {
    const clock = createClock({ now: () => 0, startTimer: () => () => undefined });
    const woken: string[] = [];
    const both = Promise.all([
      clock.sleep(100).then(() => woken.push('first')),
      clock.sleep(200).then(() => woken.push('second')),
    ]);
    clock.advance(199);
    await Promise.resolve();
    await Promise.resolve();
    expect(woken).toEqual(['first']);
    clock.advance(1);
    await both;
  });

  it('resolves a sleep by its timer, which is cancelled after any other wake-up', async () => {
    const timers: (() => void)[] = [];
    let cancelled = 0;
    const clock = createClock({
      now: () => 0,
      startTimer: (_, callback) => {
        timers.push(callback);
        return () => (cancelled += 1);
      },
    });
    const slept = clock.sleep(10);
    timers[0]?.();
    await slept;
    const woken = clock.sleep(10);
    clock.wakeAll();
    await woken;
    expect(cancelled).toBe(2);
    await clock.sleep(0);
    expect(timers).toHaveLength(2);
  });
});
