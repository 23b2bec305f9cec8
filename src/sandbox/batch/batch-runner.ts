/**
 * Runs batches in the background: one slice of each open batch in turn, so that a short file does not wait for a long
 * one. It yields to the event loop between two slices. The state is in the database, so a new process resumes where a
 * killed one stopped.
 */
import { createRunner, type Runner } from '../runner.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Log } from '../log.js';
import type { Batch } from './batch.js';
import { runSlice } from './run-slice.js';

/** A started batch runner. It looks for open batches when it is woken, and closes after the current slice. */
export type BatchRunner = Pick<Runner, 'wake' | 'close'>;

export interface BatchRunnerOptions {
  readonly context: Context;
  readonly log: Log;
}

/** Interval at which the runner looks for batches of other processes that stopped, in milliseconds. */
const POLL_MS = 20_000;
/** Failures in succession, by internal errors, after which a batch has failed. */
const MOST_FAILURES = 3;

export function createBatchRunner({ context, log }: BatchRunnerOptions): BatchRunner {
  const { store, clock } = context;
  const failures = new Map<number, number>();
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
    // Without the merchant or the records, a later try would fail too.
    if (!merchant || merchant.settings.isClosed || !slice) return fail(batch);
    try {
      await runSlice(batch, slice, merchant, context);
      failures.delete(batch.id);
    } catch (error) {
      // The database is unreachable: that is not a failure of the batch, and the next poll may succeed.
      if (error instanceof SandboxFault && error.apiCode === 900) throw error;
      const count = (failures.get(batch.id) ?? 0) + 1;
      failures.set(batch.id, count);
      const kind = error instanceof Error ? error.name : '';
      log({ level: 'error', event: 'batch_slice_failed', id: batch.id, slice: slice.number, kind });
      if (count >= MOST_FAILURES) await fail(batch);
    }
  }

  const runner = createRunner({
    clock,
    async run() {
      for (const batch of await store.read((view) => view.listOpenBatches())) {
        if (runner.isClosed) return;
        await runNext(batch);
        await yieldToEventLoop();
        runner.wake();
      }
    },
    onFailure: (kind) => log({ level: 'error', event: 'batch_run_failed', kind }),
    pollMs: POLL_MS,
  });
  runner.wake();
  return runner;
}
