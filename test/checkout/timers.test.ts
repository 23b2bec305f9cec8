import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserTimers, pause } from '../../src/checkout/timers.js';
import { createManualTimers } from './manual-timers.js';

afterEach(() => void vi.useRealTimers());

describe('the browser’s timers', () => {
  it('call back once, after the time', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    const calls: number[] = [];
    browserTimers.after(1_000, () => calls.push(browserTimers.now()));
    vi.advanceTimersByTime(999);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(5_000);
    expect(calls).toEqual([1_800_000_001_000]);
  });

  it('do not call back after they are cancelled', () => {
    vi.useFakeTimers();
    const calls: number[] = [];
    browserTimers.after(1_000, () => calls.push(1))();
    vi.advanceTimersByTime(5_000);
    expect(calls).toEqual([]);
  });
});

describe('a pause', () => {
  it('ends after its time, and leaves no timer and no listener', async () => {
    const timers = createManualTimers();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const waiting = pause(1_000, timers, signal);
    expect(timers.waiting()).toEqual([1_000]);
    timers.advance(1_000);
    await waiting;
    expect(timers.waiting()).toEqual([]);
    expect(added.mock.calls).toHaveLength(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  it('ends at once when its signal aborts, and leaves no timer', async () => {
    const timers = createManualTimers();
    const life = new AbortController();
    const waiting = pause(1_000, timers, life.signal);
    life.abort();
    await waiting;
    expect(timers.waiting()).toEqual([]);
  });

  it('starts no timer when its signal has aborted', async () => {
    const timers = createManualTimers();
    await pause(1_000, timers, AbortSignal.abort());
    expect(timers.started()).toBe(0);
  });
});
