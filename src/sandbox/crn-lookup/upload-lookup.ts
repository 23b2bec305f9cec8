/** Uploads a look-up file: checks it completely, stores it in parts, and then replaces the current one. */
import { refuseFilename, type BatchFile } from '../batch/submit-batch.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { LookupEntry } from './crn-lookup.js';
import { checkLookup, entriesOf } from './read-lookup.js';

/** A file that a merchant uploads. */
export interface LookupUpload extends BatchFile {
  readonly emailAddress: string | null;
}

/** Entries that one unit of work stores. */
const ENTRIES_AT_ONCE = 500;

/** The number of the new file, or its errors by line. A refused file leaves the current one in effect. */
export type LookupOutcome =
  { readonly id: number; readonly problems: null } | { readonly id: null; readonly problems: readonly string[] };

function refuse(...problems: readonly string[]): LookupOutcome {
  return { id: null, problems };
}

/** Checks a file, stores it, and makes it the current one. */
export async function uploadLookup(
  { filename, content, emailAddress }: LookupUpload,
  { store, clock }: Context,
  { merchant, username }: Caller,
): Promise<LookupOutcome> {
  const refused = refuseFilename(filename);
  if (refused !== undefined) return refuse(refused);
  const { entryCount, problems } = await checkLookup(content);
  if (problems.length > 0) return refuse(...problems);
  const uploadedAt = clock.now();
  const id = await store.write((unit) =>
    unit.addLookupFile({ merchantId: merchant.id, filename, emailAddress, username, entryCount, uploadedAt }),
  );
  const file = { id, merchantId: merchant.id };
  let waiting: LookupEntry[] = [];
  let savedCount = 0;

  async function saveWaiting(): Promise<void> {
    const entries = waiting;
    await store.write((unit) => unit.addLookupEntries(file, savedCount, entries));
    savedCount += entries.length;
    waiting = [];
    await yieldToEventLoop();
  }

  for (const entry of entriesOf(content)) {
    waiting.push(entry);
    if (waiting.length === ENTRIES_AT_ONCE) await saveWaiting();
  }
  await saveWaiting();
  const isOpen = await store.write((unit) => unit.openLookupFile(file));
  return isOpen ? { id, problems: null } : refuse('a newer file was uploaded, or this one was deleted meanwhile');
}
