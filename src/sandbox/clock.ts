/**
 * The clock of the sandbox. Every expiry, date and delay uses it, so that a test or a developer can move all of them at
 * once. It does not go back by a move nor when the machine's clock is set back, because an expired key must stay expired;
 * only {@link Clock.restart} turns it back.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after so many milliseconds of this clock, by the passing of time or by {@link Clock.advance}. */
  sleep(milliseconds: number): Promise<void>;
  /** Moves the clock forward, by whole milliseconds. @throws RangeError for a negative number */
  advance(milliseconds: number): void;
  /** Lets the clock stand still: only {@link Clock.advance} moves it, and ends sleeps. */
  freeze(): void;
  /** Lets a clock that stands run again, from the time that it would have without the stop. */
  run(): void;
  /** Runs with the machine's clock again, which can be a step back. Sleeps keep their length. */
  restart(): void;
  /** How far the clock was moved ahead of the machine's, in milliseconds. */
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
  due: number;
  cancelTimer(): void;
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
  /** The time at which the clock stands. */
  let frozenAt: number | undefined;
  const sleepers = new Set<Sleeper>();

  function read(): number {
    if (frozenAt !== undefined) return frozenAt;
    latest = Math.max(latest, now() + offset);
    return latest;
  }

  function setTimer(sleeper: Sleeper): void {
    if (frozenAt === undefined) sleeper.cancelTimer = startTimer(sleeper.due - read(), sleeper.wake);
  }

  function wakeDue(): void {
    const reached = read();
    for (const sleeper of [...sleepers]) if (sleeper.due <= reached) sleeper.wake();
  }

  /** Every sleep gets a new timer. */
  function setTimers(): void {
    for (const sleeper of sleepers) {
      sleeper.cancelTimer();
      setTimer(sleeper);
    }
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
          sleeper.cancelTimer();
          resolve();
        };
        const sleeper: Sleeper = { due: read() + milliseconds, wake, cancelTimer: () => undefined };
        sleepers.add(sleeper);
        setTimer(sleeper);
      });
    },
    advance(milliseconds) {
      if (!Number.isFinite(milliseconds) || milliseconds < 0) {
        throw new RangeError(`milliseconds must be a number from 0 on: the clock goes forward only`);
      }
      // Every instant is a whole number: PostgreSQL refuses others. Seconds in decimals are rarely exact: 1.001 * 1000.
      const whole = Math.round(milliseconds);
      offset += whole;
      if (frozenAt !== undefined) frozenAt += whole;
      wakeDue();
    },
    freeze() {
      frozenAt = read();
      for (const { cancelTimer } of sleepers) cancelTimer();
    },
    run() {
      frozenAt = undefined;
      wakeDue();
      setTimers();
    },
    restart() {
      const before = read();
      offset = 0;
      latest = Number.NEGATIVE_INFINITY;
      frozenAt = undefined;
      const step = read() - before;
      for (const sleeper of sleepers) sleeper.due += step;
      setTimers();
    },
    wakeAll() {
      for (const sleeper of [...sleepers]) sleeper.wake();
    },
  };
}
