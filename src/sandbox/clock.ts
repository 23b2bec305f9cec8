/**
 * The sandbox's one clock. Every expiry, date and delay goes by it, so that a test or a developer can move all of
 * them at once. It only goes forward: neither a call nor a step back of the machine's own clock turns it back, because
 * a key that has expired must stay expired.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves when the clock has moved on by so many milliseconds, by itself or by {@link Clock.advance}. */
  sleep(milliseconds: number): Promise<void>;
  /** Moves the clock forward. @throws RangeError when asked to go back. */
  advance(milliseconds: number): void;
  /** How far the clock is ahead of the machine's, in milliseconds. */
  readonly offset: number;
  /** Ends every sleep at once: the sandbox is being closed. */
  wakeAll(): void;
}

/** What a clock is made from. */
export interface ClockSource {
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /** Runs the callback after so many milliseconds; the answer cancels it. */
  readonly startTimer?: (milliseconds: number, callback: () => void) => () => void;
}

interface Sleeper {
  readonly due: number;
  wake(): void;
}

/** Longest timer that runtimes keep apart from "at once". */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function startRealTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_TIMER_MS));
  return () => clearTimeout(timer);
}

/** Makes a clock that runs with the machine's, and can be moved ahead of it. */
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
      offset += milliseconds;
      const reached = read();
      for (const sleeper of [...sleepers]) if (sleeper.due <= reached) sleeper.wake();
    },
    wakeAll() {
      for (const sleeper of [...sleepers]) sleeper.wake();
    },
  };
}
