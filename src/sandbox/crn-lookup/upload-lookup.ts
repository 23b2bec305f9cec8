/** Takes a look-up file: checked whole, kept in pieces, and then it counts in place of the one before. */
import { refuseFilename } from '../batch/submit-batch.js';
import { takeBreath } from '../breather.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { LookupEntry } from './crn-lookup.js';
import { LookupError, countEntries, entriesOf } from './read-lookup.js';

/** A file as a merchant sends it. */
export interface LookupUpload {
  readonly filename: string;
  readonly content: string;
  readonly emailAddress: string | null;
}

/** Entries that are stored in one unit of work. */
const ENTRIES_AT_ONCE = 500;

/** @throws LookupError when the file cannot be taken; then the one before still counts */
export async function uploadLookup(
  { filename, content, emailAddress }: LookupUpload,
  { store, clock }: Context,
  { merchant, username }: Caller,
): Promise<void> {
  const refused = refuseFilename(filename);
  if (refused !== undefined) throw new LookupError(refused);
  const entryCount = await countEntries(content);
  const uploadedAt = clock.now();
  const id = await store.write((unit) =>
    unit.addLookupFile({ merchantId: merchant.id, filename, emailAddress, username, entryCount, uploadedAt }),
  );
  const file = { id, merchantId: merchant.id };
  let waiting: LookupEntry[] = [];
  let kept = 0;

  async function keep(): Promise<void> {
    const entries = waiting;
    await store.write((unit) => unit.addLookupEntries(file, kept, entries));
    kept += entries.length;
    waiting = [];
    await takeBreath();
  }

  for (const entry of entriesOf(content)) {
    waiting.push(entry);
    if (waiting.length === ENTRIES_AT_ONCE) await keep();
  }
  await keep();
  if (!(await store.write((unit) => unit.openLookupFile(file)))) throw new LookupError('a newer file was uploaded');
}
