import { describe, expect, it } from 'vitest';
import { createTokenBucket } from '../../src/channel/token-bucket.js';

describe('a token bucket', () => {
  it('passes its capacity at once, then its rate', () => {
    let now = 100;
    const mayPass = createTokenBucket({ capacity: 5, perSecond: 2 }, () => now);
    const passed = (tries: number) => Array.from({ length: tries }, mayPass).filter(Boolean).length;
    expect(passed(100)).toBe(5);
    now += 1;
    expect(passed(100)).toBe(2);
    now += 0.5;
    expect(passed(100)).toBe(1);
    now += 3600;
    expect(passed(100)).toBe(5);
  });

  it('counts seconds of the clock of the page by itself', async () => {
    const mayPass = createTokenBucket({ capacity: 1, perSecond: 1 });
    expect([mayPass(), mayPass()]).toEqual([true, false]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(mayPass()).toBe(false);
    const isQuick = createTokenBucket({ capacity: 1, perSecond: 100 });
    expect(isQuick()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isQuick()).toBe(true);
  });

  it('passes no more than capacity and rate allow, whatever the times of the attempts', () => {
    let now = 0;
    let passed = 0;
    const mayPass = createTokenBucket({ capacity: 10, perSecond: 3 }, () => now);
    for (let trial = 0; trial < 10_000; trial++) {
      now = trial * 0.0037;
      if (mayPass()) passed += 1;
    }
    expect(passed).toBeLessThanOrEqual(10 + 3 * now);
    expect(passed).toBeGreaterThanOrEqual(Math.floor(10 + 3 * now) - 1);
  });
});
