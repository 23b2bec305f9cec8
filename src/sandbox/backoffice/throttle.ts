/**
 * Limits wrong passwords. Each process counts for itself, by the machine's clock. An attempt counts when it begins, so
 * that parallel ones count too. A right password removes the attempts of its name.
 */

/** The counters of a process. */
export interface Throttle {
  /** Counts an attempt. Returns the seconds to wait; 0 when it may go on. */
  begin(name: string, address: string): number;
  /** Forgets the attempts of a name from an address, after a right password. */
  passed(name: string, address: string): void;
}

const WINDOW_MS = 60_000;
/** Wrong passwords of one name from one address, and of one name from everywhere, within the window. */
const FROM_ONE_ADDRESS = 5;
const FROM_EVERYWHERE = 50;
/** Number of counters. Beyond it, the oldest is forgotten. */
const COUNTERS = 10_000;

/** @param now the machine's clock in milliseconds */
export function createThrottle(now: () => number): Throttle {
  const counters = new Map<string, { count: number; readonly until: number }>();

  function count(key: string, limit: number): number {
    const time = now();
    const known = counters.get(key);
    const counter = known && known.until > time ? known : { count: 0, until: time + WINDOW_MS };
    if (counter !== known) {
      counters.delete(key);
      if (counters.size >= COUNTERS) counters.delete(counters.keys().next().value ?? '');
      counters.set(key, counter);
    }
    counter.count += 1;
    return counter.count > limit ? Math.ceil((counter.until - time) / 1_000) : 0;
  }

  return {
    begin(name, address) {
      const seconds = [count(JSON.stringify([name, address]), FROM_ONE_ADDRESS), count(name, FROM_EVERYWHERE)];
      return Math.max(...seconds);
    },
    passed(name, address) {
      counters.delete(JSON.stringify([name, address]));
      counters.delete(name);
    },
  };
}
