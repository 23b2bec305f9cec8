/**
 * Times out expired challenges by the sandbox's clock, including those of stopped processes. The challenges are in the
 * database: any process may end one, and exactly one does.
 */
import type { Clock } from '../clock.js';
import type { Challenge } from '../challenge.js';
import type { Log } from '../log.js';
import { createRunner, type Runner } from '../runner.js';
import type { Store } from '../store/store.js';

/** A started timer. It is woken for each new challenge. */
export interface ChallengeTimer extends Pick<Runner, 'wake' | 'close'> {
  /** Resolves when no challenge is overdue. */
  settled(): Promise<void>;
}

export interface ChallengeTimerOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends an overdue challenge; false when it had ended before. */
  readonly timeOut: (challenge: Challenge) => Promise<boolean>;
}

/** Longest sleep, in milliseconds of the sandbox's clock, because another process may start a challenge meanwhile. */
const LONGEST_SLEEP_MS = 60_000;

export function createChallengeTimer({ store, clock, log, timeOut }: ChallengeTimerOptions): ChallengeTimer {
  const logFailure = (kind: string): void => log({ level: 'error', event: 'challenge_failed', kind });

  async function endOverdue(): Promise<void> {
    while (!runner.isClosed) {
      const overdue = await store.read((view) => view.listOverdueChallenges(clock.now()));
      let ended = 0;
      for (const challenge of overdue) if (await end(challenge)) ended += 1;
      // The others were ended elsewhere or cannot be ended, so an immediate retry has no use.
      if (ended === 0) return;
    }
  }

  /** One that cannot be ended must not keep the others open. */
  async function end(challenge: Challenge): Promise<boolean> {
    try {
      return await timeOut(challenge);
    } catch (error) {
      logFailure(error instanceof Error ? error.name : '');
      return false;
    }
  }

  async function setAlarm(): Promise<void> {
    const now = clock.now();
    const end = await store.read((view) => view.nextChallengeEnd(now));
    if (end !== undefined && !runner.isClosed) runner.wakeAt(Math.min(end, now + LONGEST_SLEEP_MS));
  }

  const runner = createRunner({
    clock,
    async run() {
      await endOverdue();
      await setAlarm();
    },
    onFailure: logFailure,
  });

  runner.wake();

  return {
    wake: runner.wake,
    async settled() {
      runner.wake();
      while (runner.running) await runner.running;
    },
    close: runner.close,
  };
}
