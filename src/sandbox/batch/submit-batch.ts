/**
 * SubmitBatch: checks the whole file, stores it in slices and runs it in the background. docs/wire/soap.md section 3.
 */
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { SLICE_RECORDS, type BatchRecord } from './batch.js';
import { checkBatch, slicesOf } from './check-batch.js';

export interface BatchFile {
  readonly filename: string;
  readonly content: string;
}

const LONGEST_FILENAME = 100;
/** No path separators and no control characters. */
const FILENAME = /^[^\\/\u0000-\u001f\u007f]+$/;

/** Slices that one unit of work stores. */
const SLICES_AT_ONCE = 20;
/**
 * Lease of an upload, in milliseconds of the machine's clock. After it, the process of the upload is considered dead.
 */
const LEASE_MS = 60_000;

const ALREADY_SUBMITTED = 'invalid filename: already submitted';
/** The data of the merchant was deleted meanwhile, or another upload has dropped this one after its lease. */
const UPLOAD_DROPPED =
  'the batch was deleted while it was uploaded, or the upload took too long: nothing was paid, upload the file again';
const BEING_SUBMITTED = 'invalid filename: being submitted by another call';

/** Returns the reason why a file name is invalid, or undefined. */
export function refuseFilename(filename: string): string | undefined {
  if (filename === '') return 'invalid filename: no value';
  if ([...filename].length > LONGEST_FILENAME) return 'invalid filename: invalid length';
  return FILENAME.test(filename) ? undefined : 'invalid filename';
}

/** Stores the slices of an upload, then submits the batch. Resolves with false when the upload was dropped meanwhile. */
async function saveSlices(batchId: number, content: string, merchantId: number, context: Context): Promise<boolean> {
  let waiting: (readonly BatchRecord[])[] = [];
  let number = 0;

  async function flush(isLast: boolean): Promise<boolean> {
    const slices = waiting;
    const first = number;
    const isStored = await context.store.write(async (unit) => {
      const isOpen = isLast ? await unit.openBatch(batchId) : await unit.extendUpload(batchId, Date.now() + LEASE_MS);
      if (!isOpen) return false;
      for (const [index, records] of slices.entries()) {
        await unit.addBatchSlice({ batchId, merchantId, number: first + index, records });
      }
      return true;
    });
    number += slices.length;
    waiting = [];
    await yieldToEventLoop();
    return isStored;
  }

  for (const slice of slicesOf(content, SLICE_RECORDS, context)) {
    waiting.push(slice);
    if (waiting.length === SLICES_AT_ONCE && !(await flush(false))) return false;
  }
  return flush(true);
}

/** Accepts a file, or returns its errors by line. An empty list means accepted. */
export async function submitBatch(
  { filename, content }: BatchFile,
  context: Context,
  { merchant, username }: Caller,
): Promise<readonly string[]> {
  const { clock, store } = context;
  const refused = refuseFilename(filename);
  if (refused !== undefined) return [refused];
  const isKnown = async () =>
    (await store.read((view) => view.findBatchByFilename(merchant.id, filename))) !== undefined;
  if (await isKnown()) return [ALREADY_SUBMITTED];
  const { header, recordCount, messages } = await checkBatch(content, merchant, context);
  if (messages.length > 0) return messages;
  const batchId = await store.write(async (unit) => {
    await unit.dropExpiredUploads(merchant.id, Date.now());
    return unit.addBatch({
      merchantId: merchant.id,
      filename,
      username,
      header,
      recordCount,
      submittedAt: clock.now(),
      leaseUntil: Date.now() + LEASE_MS,
    });
  });
  if (batchId === undefined) return [(await isKnown()) ? ALREADY_SUBMITTED : BEING_SUBMITTED];
  if (!(await saveSlices(batchId, content, merchant.id, context))) return [UPLOAD_DROPPED];
  context.batches.wake();
  return [];
}
