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

describe('a clock that stands still', () => {
  /** A machine whose timers a test runs. */
  function machineClock() {
    let machine = 1_000;
    const timers = new Map<() => void, number>();
    const clock = createClock({
      now: () => machine,
      startTimer(milliseconds, callback) {
        timers.set(callback, milliseconds);
        return () => timers.delete(callback);
      },
    });
    return { clock, timers, pass: (milliseconds: number) => (machine += milliseconds) };
  }

  it('moves only on demand, and runs on from the time that it would have', () => {
    const { clock, pass } = machineClock();
    clock.advance(500);
    clock.freeze();
    pass(70);
    expect(clock.now()).toBe(1_500);
    clock.advance(10);
    expect([clock.now(), clock.offset]).toEqual([1_510, 510]);
    clock.freeze();
    clock.run();
    expect(clock.now()).toBe(1_580);
    pass(1);
    expect(clock.now()).toBe(1_581);
  });

  it('ends a sleep by a move only, and by a timer again when it runs', async () => {
    const { clock, timers, pass } = machineClock();
    const woken: string[] = [];
    const sleep = (name: string, milliseconds: number) => clock.sleep(milliseconds).then(() => woken.push(name));
    const before = sleep('before', 100);
    clock.freeze();
    const during = sleep('during', 200);
    const after = sleep('after', 900);
    expect(timers.size).toBe(0);
    clock.advance(100);
    await before;
    expect(woken).toEqual(['before']);
    pass(150);
    clock.run();
    await during;
    expect([...timers.values()]).toEqual([650]);
    [...timers.keys()].forEach((wake) => wake());
    await after;
  });

  it('goes back to the machine’s time on demand, and sleeps keep their length', async () => {
    const { clock, timers } = machineClock();
    clock.advance(5_000);
    clock.freeze();
    const slept = clock.sleep(300);
    clock.restart();
    expect([clock.now(), clock.offset]).toEqual([1_000, 0]);
    expect([...timers.values()]).toEqual([300]);
    clock.advance(300);
    await slept;
  });
});
