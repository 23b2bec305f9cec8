/** Look-up files and their entries. A replaced file keeps only its own row. */
import type { Kysely } from 'kysely';
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';
import { contains } from './contains.js';
import { nextByRow } from './counter.js';
import type { CrnLookupUnit, CrnLookupView, LookupFileQuery, LookupQuery } from './crn-lookup-store.js';
import { prepare } from './prepared.js';
import type { CrnLookupFileTable, Schema } from './schema.js';

/** Key of a file in its entries. */
interface FileKey {
  readonly id: number;
  readonly merchantId: number;
}

async function currentFile(db: Kysely<Schema>, merchantId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('crn_lookup_file')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'current')
    .executeTakeFirst();
  return row?.id;
}

async function lookUpCrn1(db: Kysely<Schema>, merchantId: number, crn1: string): Promise<'listed' | 'not_listed'> {
  const id = await currentFile(db, merchantId);
  if (id === undefined) return 'listed';
  const found = await db
    .selectFrom('crn_lookup')
    .select('number')
    .where('file_id', '=', id)
    .where('crn1', '=', crn1)
    .limit(1)
    .executeTakeFirst();
  return found ? 'listed' : 'not_listed';
}

function acceptedFiles(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom('crn_lookup_file')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('state', '!=', 'uploading');
}

function toFile(row: CrnLookupFileTable): LookupFile {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    filename: row.filename,
    emailAddress: row.email_address,
    username: row.username,
    entryCount: row.entry_count,
    state: row.state as LookupFile['state'],
    uploadedAt: row.uploaded_at,
  };
}

async function listLookupFiles(
  db: Kysely<Schema>,
  { merchantId, text, limit }: LookupFileQuery,
): Promise<readonly LookupFile[]> {
  let select = acceptedFiles(db, merchantId);
  if (text !== undefined) select = select.where(contains('filename', text));
  return (await select.orderBy('id', 'desc').limit(limit).execute()).map(toFile);
}

async function searchLookupEntries(
  db: Kysely<Schema>,
  { fileId, text, from, limit }: LookupQuery,
): Promise<readonly LookupEntry[]> {
  let select = db
    .selectFrom('crn_lookup')
    .select(['crn1', 'crn2', 'crn3', 'amount', 'name'])
    .where('file_id', '=', fileId);
  if (text !== undefined) {
    const columns = ['crn1', 'crn2', 'crn3', 'name'] as const;
    select = select.where(({ or }) => or(columns.map((column) => contains(column, text))));
  }
  return select.orderBy('number').offset(from).limit(limit).execute();
}

const insertEntry = prepare(
  (
    db,
    row: {
      fileId: number;
      merchantId: number;
      number: number;
      crn1: string;
      crn2: string | null;
      crn3: string | null;
      amount: number | null;
      name: string | null;
    },
  ) =>
    db.insertInto('crn_lookup').values({
      file_id: row.fileId,
      merchant_id: row.merchantId,
      number: row.number,
      crn1: row.crn1,
      crn2: row.crn2,
      crn3: row.crn3,
      amount: row.amount,
      name: row.name,
    }),
);

async function addLookupEntries(
  db: Kysely<Schema>,
  { id, merchantId }: FileKey,
  from: number,
  entries: readonly LookupEntry[],
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    await insertEntry(db, { ...entry, fileId: id, merchantId, number: from + index });
  }
}

async function openLookupFile(db: Kysely<Schema>, file: FileKey): Promise<boolean> {
  const isOpen = await makeCurrent(db, file);
  // A newer file, or a reset, has deleted the entries that were there, but not those that came afterwards.
  if (!isOpen) await db.deleteFrom('crn_lookup').where('file_id', '=', file.id).execute();
  return isOpen;
}

async function makeCurrent(db: Kysely<Schema>, { id, merchantId }: FileKey): Promise<boolean> {
  const current = await currentFile(db, merchantId);
  if (current !== undefined && current > id) return false;
  const older = db
    .selectFrom('crn_lookup_file')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '<', id);
  await db.deleteFrom('crn_lookup').where('file_id', 'in', older).execute();
  // Deletes older uploads that never finished.
  await db.deleteFrom('crn_lookup_file').where('id', 'in', older).where('state', '=', 'uploading').execute();
  await db.updateTable('crn_lookup_file').set({ state: 'replaced' }).where('id', 'in', older).execute();
  const { numUpdatedRows } = await db
    .updateTable('crn_lookup_file')
    .set({ state: 'current' })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Read methods on a connection. */
export function crnLookupViewOf(db: Kysely<Schema>): CrnLookupView {
  return {
    listLookupFiles: (query) => listLookupFiles(db, query),
    findLookupFile: async (merchantId, id) => {
      const row = await acceptedFiles(db, merchantId).where('id', '=', id).executeTakeFirst();
      return row && toFile(row);
    },
    searchLookupEntries: (query) => searchLookupEntries(db, query),
    lookUpCrn1: (merchantId, crn1) => lookUpCrn1(db, merchantId, crn1),
  };
}

/** Write methods within a unit. */
export function crnLookupUnitOf(db: Kysely<Schema>): CrnLookupUnit {
  return {
    async addLookupFile(file) {
      const id = await nextByRow(db, 'crn_lookup');
      await db
        .insertInto('crn_lookup_file')
        .values({
          id,
          merchant_id: file.merchantId,
          filename: file.filename,
          email_address: file.emailAddress,
          username: file.username,
          entry_count: file.entryCount,
          state: 'uploading',
          uploaded_at: file.uploadedAt,
        })
        .execute();
      return id;
    },
    addLookupEntries: (file, from, entries) => addLookupEntries(db, file, from, entries),
    openLookupFile: (file) => openLookupFile(db, file),
  };
}
