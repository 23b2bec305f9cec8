/** SubmitBatch: a file is checked whole, kept in slices, and run in the background. wire/soap.md section 3. */
import { takeBreath } from '../breather.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { SLICE_RECORDS, type BatchRecord } from './batch.js';
import { checkBatch, slicesOf } from './check-batch.js';

/** A file as a merchant sends it. */
export interface BatchFile {
  readonly filename: string;
  readonly content: string;
}

const LONGEST_FILENAME = 100;
/** Neither a path nor anything that a terminal or a header would not take. */
const FILENAME = /^[^\\/\u0000-\u001f\u007f]+$/;

/** Slices that are stored in one unit of work. */
const SLICES_AT_ONCE = 20;
/** An upload that has not gone on for so long died with its process, in milliseconds of the machine's clock. */
const LEASE_MS = 60_000;

const ALREADY_SUBMITTED = 'invalid filename: already submitted';
const BEING_SUBMITTED = 'invalid filename: being submitted by another call';

/** What is wrong with a file's name; undefined when nothing is. */
export function refuseFilename(filename: string): string | undefined {
  if (filename === '') return 'invalid filename: no value';
  if ([...filename].length > LONGEST_FILENAME) return 'invalid filename: invalid length';
  return FILENAME.test(filename) ? undefined : 'invalid filename';
}

/** Keeps the slices of an upload, and opens it at the end. Throws when the upload was dropped meanwhile. */
async function keepSlices(batchId: number, content: string, merchantId: number, context: Context): Promise<void> {
  let waiting: (readonly BatchRecord[])[] = [];
  let number = 0;

  async function keep(isLast: boolean): Promise<void> {
    const slices = waiting;
    const first = number;
    await context.store.write(async (unit) => {
      const isThere = isLast ? await unit.openBatch(batchId) : await unit.extendUpload(batchId, Date.now() + LEASE_MS);
      if (!isThere) throw new Error('The upload of a batch was dropped: it took too long, or the merchant was reset');
      for (const [index, records] of slices.entries()) {
        await unit.addBatchSlice({ batchId, merchantId, number: first + index, records });
      }
    });
    number += slices.length;
    waiting = [];
    await takeBreath();
  }

  for (const slice of slicesOf(content, SLICE_RECORDS, context)) {
    waiting.push(slice);
    if (waiting.length === SLICES_AT_ONCE) await keep(false);
  }
  await keep(true);
}

/** Takes a file, or says line by line why not: the messages are empty when it was taken. */
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
    await unit.dropDeadUploads(merchant.id, Date.now());
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
  await keepSlices(batchId, content, merchant.id, context);
  context.batches.wake();
  return [];
}
