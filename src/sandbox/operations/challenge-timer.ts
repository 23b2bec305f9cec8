/**
 * Times out expired challenges by the sandbox's clock, including those of stopped processes. The challenges are in the
 * database: any process may end one, and exactly one does.
 */
import type { Clock } from '../clock.js';
import type { Challenge } from '../challenge.js';
import type { Log } from '../log.js';
import type { Store } from '../store/store.js';

/** A started timer. */
export interface ChallengeTimer {
  /** Schedules a new challenge. */
  wake(): void;
  /** Resolves when no challenge is overdue. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Options of `createChallengeTimer`. */
export interface ChallengeTimerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends an overdue challenge; false when it had ended before. */
  readonly timeOut: (challenge: Challenge) => Promise<boolean>;
}

/** Longest sleep, in milliseconds of the sandbox's clock, because another process may start a challenge meanwhile. */
const LONGEST_SLEEP_MS = 60_000;

/** Creates and starts a timer. */
export function createChallengeTimer({ store, clock, log, timeOut }: ChallengeTimerOptions): ChallengeTimer {
  let isClosed = false;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let alarmAt = Number.POSITIVE_INFINITY;

  async function endOverdue(): Promise<void> {
    while (!isClosed) {
      const overdue = await store.read((view) => view.listOverdueChallenges(clock.now()));
      let ended = 0;
      for (const challenge of overdue) if (await timeOut(challenge)) ended += 1;
      // The others were ended elsewhere or cannot be ended, so an immediate retry has no use.
      if (ended === 0) return;
    }
  }

  async function setAlarm(): Promise<void> {
    const now = clock.now();
    const end = await store.read((view) => view.nextChallengeEnd(now));
    if (end === undefined || isClosed) return;
    const due = Math.min(end, now + LONGEST_SLEEP_MS);
    if (due >= alarmAt) return;
    alarmAt = due;
    void clock.sleep(due - now).then(() => {
      alarmAt = Number.POSITIVE_INFINITY;
      wake();
    });
  }

  async function run(): Promise<void> {
    do {
      isAskedAgain = false;
      await endOverdue();
      await setAlarm();
    } while (isAskedAgain && !isClosed);
  }

  function wake(): void {
    if (isClosed) return;
    isAskedAgain = true;
    running ??= run()
      .catch((error: unknown) => {
        log({ level: 'error', event: 'challenge_failed', kind: error instanceof Error ? error.name : '' });
      })
      .finally(() => {
        running = undefined;
      });
  }

  wake();
  return {
    wake,
    async settled() {
      wake();
      while (running) await running;
    },
    async close() {
      isClosed = true;
      await running;
    },
  };
}
