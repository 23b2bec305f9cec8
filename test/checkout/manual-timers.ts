import type { Timers } from '../../src/checkout/timers.js';

/** A clock that the test moves. */
export interface ManualTimers extends Timers {
  /** Moves the clock and runs due timers, in order. */
  advance(milliseconds: number): void;
  /** Moves the clock as after a sleep of the machine: due timers have not run yet. */
  sleep(milliseconds: number): void;
  /** The pending timers, in milliseconds from now. */
  waiting(): readonly number[];
  /** Number of timers that were ever started. */
  started(): number;
}

export function createManualTimers(start = 1_800_000_000_000): ManualTimers {
  let now = start;
  let started = 0;
  const queue = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => now,
    after(milliseconds, callback) {
      started += 1;
      const entry = { at: now + milliseconds, callback };
      queue.add(entry);
      return () => queue.delete(entry);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = [...queue].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        queue.delete(due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
    },
    sleep(milliseconds) {
      now += milliseconds;
    },
    waiting: () => [...queue].map((entry) => entry.at - now).sort((a, b) => a - b),
    started: () => started,
  };
}

/** Waits, in real time, until something on the other side of a connection has happened. */
export async function until(condition: () => boolean, what = 'the condition'): Promise<void> {
  // Shorter for mutants, which often make a condition impossible: test/mutation/vitest.config.ts. Read here, because
  // test/promises/service-frame-page.ts runs the timers in a browser.
  const deadline = performance.now() + Number(process.env['FLORIN_TEST_DEADLINE'] ?? 25_000);
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
