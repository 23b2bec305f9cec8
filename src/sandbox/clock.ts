/**
 * The clock of the sandbox. Every expiry, date and delay uses it, so that a test or a developer can move all of them at
 * once. It never goes back, neither by a call nor when the machine's clock is set back, because an expired key must
 * stay expired.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after so many milliseconds of this clock, by the passing of time or by {@link Clock.advance}. */
  sleep(milliseconds: number): Promise<void>;
  /** Moves the clock forward, by whole milliseconds. @throws RangeError for a negative number */
  advance(milliseconds: number): void;
  /** How far the clock is ahead of the machine's, in milliseconds. */
  readonly offset: number;
  /** Resolves every sleep at once, when the sandbox closes. */
  wakeAll(): void;
}

/** Options of {@link createClock}. */
export interface ClockSource {
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** Runs the callback after so many milliseconds. The returned function cancels it. */
  readonly startTimer?: (milliseconds: number, callback: () => void) => () => void;
}

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/** Longest delay of a timer. Runtimes run longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function startRealTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}

/**
 * Creates a clock that runs with the machine's clock and can be moved ahead of it.
 *
 * @example
 * const clock = createClock();
 * const sandbox = createSandbox({ store, clock });
 * clock.advance(30 * 60_000); // every AuthKey has expired
 */
export function createClock({ now = () => Date.now(), startTimer = startRealTimer }: ClockSource = {}): Clock {
  let offset = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const sleepers = new Set<Sleeper>();

  function read(): number {
    latest = Math.max(latest, now() + offset);
    return latest;
  }

  return {
    now: read,
    get offset() {
      return offset;
    },
    sleep(milliseconds) {
      if (milliseconds <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          if (!sleepers.delete(sleeper)) return;
          cancel();
          resolve();
        };
        const sleeper: Sleeper = { due: read() + milliseconds, wake };
        sleepers.add(sleeper);
        const cancel = startTimer(milliseconds, wake);
      });
    },
    advance(milliseconds) {
      if (!Number.isFinite(milliseconds) || milliseconds < 0) {
        throw new RangeError(`milliseconds must be a number from 0 on: the clock goes forward only`);
      }
      // Every instant is a whole number: PostgreSQL refuses others. Seconds in decimals are rarely exact: 1.001 * 1000.
      offset += Math.round(milliseconds);
      const reached = read();
      for (const sleeper of [...sleepers]) if (sleeper.due <= reached) sleeper.wake();
    },
    wakeAll() {
      for (const sleeper of [...sleepers]) sleeper.wake();
    },
  };
}
