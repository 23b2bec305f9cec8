/** Look-up files and their entries. A replaced file keeps only its own row. */
import type { Kysely } from 'kysely';
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';
import { contains } from './contains.js';
import { nextByRow } from './counter.js';
import type { CrnLookupUnit, CrnLookupView, LookupFileQuery, LookupQuery } from './crn-lookup-store.js';
import { pick, prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';

/** Key of a file in its entries. */
interface FileKey {
  readonly id: number;
  readonly merchantId: number;
}

async function currentFile(db: Kysely<Schema>, merchantId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('crnLookupFile')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('state', '=', 'current')
    .executeTakeFirst();
  return row?.id;
}

async function lookUpCrn1(db: Kysely<Schema>, merchantId: number, crn1: string): Promise<'listed' | 'not_listed'> {
  // One statement: between two, another file can become the current one, and the entries of this one are deleted.
  const current = await db
    .selectFrom('crnLookupFile')
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('crnLookup')
          .select('crnLookup.number')
          .where('crnLookup.fileId', '=', ref('crnLookupFile.id'))
          .where('crnLookup.crn1', '=', crn1),
      ).as('hasCrn1'),
    )
    .where('merchantId', '=', merchantId)
    .where('state', '=', 'current')
    .executeTakeFirst();
  return !current || current.hasCrn1 ? 'listed' : 'not_listed';
}

function acceptedFiles(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom('crnLookupFile')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('state', '!=', 'uploading');
}

async function listLookupFiles(
  db: Kysely<Schema>,
  { merchantId, text, limit }: LookupFileQuery,
): Promise<readonly LookupFile[]> {
  let select = acceptedFiles(db, merchantId);
  if (text !== undefined) select = select.where(contains('filename', text));
  return select.orderBy('id', 'desc').limit(limit).execute();
}

async function searchLookupEntries(
  db: Kysely<Schema>,
  { fileId, text, from, limit }: LookupQuery,
): Promise<readonly LookupEntry[]> {
  let select = db
    .selectFrom('crnLookup')
    .select(['crn1', 'crn2', 'crn3', 'amount', 'name'])
    .where('fileId', '=', fileId);
  if (text !== undefined) {
    const columns = ['crn1', 'crn2', 'crn3', 'name'] as const;
    select = select.where(({ or }) => or(columns.map((column) => contains(column, text))));
  }
  return select.orderBy('number').offset(from).limit(limit).execute();
}

const ENTRY = ['fileId', 'merchantId', 'number', 'crn1', 'crn2', 'crn3', 'amount', 'name'] as const;

const insertEntry = prepare(
  (db, row: Schema['crnLookup'] & SqlValues) => db.insertInto('crnLookup').values(pick(row, ENTRY)),
  { isUnread: true },
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
  if (!isOpen) await db.deleteFrom('crnLookup').where('fileId', '=', file.id).execute();
  return isOpen;
}

async function makeCurrent(db: Kysely<Schema>, { id, merchantId }: FileKey): Promise<boolean> {
  const current = await currentFile(db, merchantId);
  if (current !== undefined && current > id) return false;
  const older = db.selectFrom('crnLookupFile').select('id').where('merchantId', '=', merchantId).where('id', '<', id);
  await db.deleteFrom('crnLookup').where('fileId', 'in', older).execute();
  // Deletes older uploads that never finished.
  await db.deleteFrom('crnLookupFile').where('id', 'in', older).where('state', '=', 'uploading').execute();
  await db.updateTable('crnLookupFile').set({ state: 'replaced' }).where('id', 'in', older).execute();
  const { numUpdatedRows } = await db
    .updateTable('crnLookupFile')
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
    findLookupFile: (merchantId, id) => acceptedFiles(db, merchantId).where('id', '=', id).executeTakeFirst(),
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
        .insertInto('crnLookupFile')
        .values({ ...file, id, state: 'uploading' })
        .execute();
      return id;
    },
    addLookupEntries: (file, from, entries) => addLookupEntries(db, file, from, entries),
    openLookupFile: (file) => openLookupFile(db, file),
  };
}
