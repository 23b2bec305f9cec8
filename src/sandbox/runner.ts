/** Work in the background: one run at a time, and another one after it when it was asked for meanwhile. */
import type { Clock } from './clock.js';

export interface Runner {
  /** Runs now, or once more after the current run. */
  wake(): void;
  /** Wakes at an instant of the sandbox's clock, unless it wakes earlier. */
  wakeAt(due: number): void;
  /** The current run; undefined without one. */
  readonly running: Promise<void> | undefined;
  readonly isClosed: boolean;
  /** Stops after the current run. */
  close(): Promise<void>;
}

export interface RunnerOptions {
  readonly clock: Clock;
  readonly run: () => Promise<void>;
  /** Receives the name of the error of a failed run. */
  readonly onFailure: (kind: string) => void;
  /** Interval at which it also wakes by itself, for the work of stopped processes, in milliseconds. */
  readonly pollMs?: number | undefined;
}

/** Creates a runner. It waits until it is woken. */
export function createRunner({ clock, run, onFailure, pollMs }: RunnerOptions): Runner {
  let isClosed = false;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let alarmAt = Number.POSITIVE_INFINITY;

  async function runAll(): Promise<void> {
    do {
      isAskedAgain = false;
      await run();
    } while (isAskedAgain && !isClosed);
  }

  function wake(): void {
    if (isClosed) return;
    isAskedAgain = true;
    running ??= runAll()
      .catch((error: unknown) => onFailure(error instanceof Error ? error.name : ''))
      .finally(() => {
        running = undefined;
      });
  }

  const stopPolling = pollMs === undefined ? undefined : poll(wake, pollMs);

  return {
    wake,
    wakeAt(due) {
      if (due >= alarmAt) return;
      alarmAt = due;
      void clock.sleep(due - clock.now()).then(() => {
        alarmAt = Number.POSITIVE_INFINITY;
        wake();
      });
    },
    get running() {
      return running;
    },
    get isClosed() {
      return isClosed;
    },
    async close() {
      isClosed = true;
      stopPolling?.();
      await running;
    },
  };
}

/** Polls without keeping the process alive. Returns a function that stops it. */
function poll(look: () => void, everyMs: number): () => void {
  // Outside Node, a timer is a number and does not keep a process alive.
  const timer: unknown = setInterval(look, everyMs);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref();
  return () => clearInterval(timer as number);
}
