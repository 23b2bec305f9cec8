/**
 * Runs batches in the background: of each open one a slice in turn, so that a short file does not wait for a long one,
 * with a breath between two slices. What is open stands in the database, so a new process goes on where one was killed.
 */
import { takeBreath } from '../breather.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Log } from '../log.js';
import type { Batch } from './batch.js';
import { runSlice } from './run-slice.js';

/** A running runner. */
export interface BatchRunner {
  /** There may be something to run. */
  wake(): void;
  /** Lets the slice in hand end. */
  close(): Promise<void>;
}

/** What a runner is made from. */
export interface BatchRunnerOptions {
  readonly context: Context;
  readonly log: Log;
}

/** How often batches are looked for that another process left behind, in milliseconds. */
const POLL_MS = 20_000;
/** A batch that fails so often in succession, for a reason that is ours, has failed. */
const MOST_FAILURES = 3;

/** Makes a runner and starts it. */
export function createBatchRunner({ context, log }: BatchRunnerOptions): BatchRunner {
  const { store, clock } = context;
  const failures = new Map<number, number>();
  let isClosed = false;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  async function fail(batch: Batch): Promise<void> {
    failures.delete(batch.id);
    await store.write((unit) => unit.endBatch(batch.id, 'failed', clock.now()));
    log({ level: 'error', event: 'batch_failed', id: batch.id, done: batch.doneCount, records: batch.recordCount });
  }

  async function runNext(batch: Batch): Promise<void> {
    const [merchant, [slice]] = await store.read(async (view) => [
      await view.findMerchant(batch.merchantId),
      await view.listBatchSlices(batch.id, batch.doneSlices, 1),
    ]);
    // Without a merchant or its records there is nothing that could be run later.
    if (!merchant || merchant.settings.isClosed || !slice) return fail(batch);
    try {
      await runSlice(batch, slice, merchant, context);
      failures.delete(batch.id);
    } catch (error) {
      // The database has gone: no batch is to blame, and the next look may find it again.
      if (error instanceof SandboxFault && error.apiCode === 900) throw error;
      const count = (failures.get(batch.id) ?? 0) + 1;
      failures.set(batch.id, count);
      const kind = error instanceof Error ? error.name : '';
      log({ level: 'error', event: 'batch_slice_failed', id: batch.id, slice: slice.number, kind });
      if (count >= MOST_FAILURES) await fail(batch);
    }
  }

  async function runAll(): Promise<void> {
    do {
      isAskedAgain = false;
      for (const batch of await store.read((view) => view.listOpenBatches())) {
        if (isClosed) return;
        await runNext(batch);
        await takeBreath();
        isAskedAgain = true;
      }
    } while (isAskedAgain && !isClosed);
  }

  function wake(): void {
    if (isClosed) return;
    isAskedAgain = true;
    running ??= runAll()
      .catch((error: unknown) => {
        log({ level: 'error', event: 'batch_run_failed', kind: error instanceof Error ? error.name : '' });
      })
      .finally(() => {
        running = undefined;
      });
  }

  const stopPolling = poll(wake);
  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      stopPolling();
      await running;
    },
  };
}

/** Looks from time to time, without keeping a process alive for it. */
function poll(look: () => void): () => void {
  const timer: unknown = setInterval(look, POLL_MS);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref();
  return () => clearInterval(timer as number);
}
