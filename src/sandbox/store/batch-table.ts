/** Batch files, their slices and their progress. */
import { sql, type Kysely } from 'kysely';
import type { Batch, BatchRecord, BatchSlice, BatchState, RecordResult } from '../batch/batch.js';
import type { BatchUnit, BatchView, NewBatch, SliceClaim } from './batch-store.js';
import { contains } from './contains.js';
import { nextByRow } from './counter.js';
import { readJsonColumn } from './json-column.js';
import type { BatchTable, Schema } from './schema.js';

const OPEN: readonly BatchState[] = ['submitted', 'processing'];

function toBatch({ leaseUntil: _, ...batch }: BatchTable): Batch {
  return batch;
}

function selectBatches(db: Kysely<Schema>) {
  return db.selectFrom('batch').selectAll().where('state', '!=', 'uploading');
}

async function listBatchSlices(
  db: Kysely<Schema>,
  batchId: number,
  from: number,
  limit: number,
): Promise<readonly BatchSlice[]> {
  const rows = await db
    .selectFrom('batchSlice')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('number', '>=', from)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ merchantId: _, ...slice }) => ({
    ...slice,
    records: JSON.parse(slice.records) as BatchRecord[],
    results: readJsonColumn<RecordResult[]>(slice.results),
  }));
}

async function dropExpiredUploads(db: Kysely<Schema>, merchantId: number, machineNow: number): Promise<void> {
  // One conditional delete: an upload that continues or ends at this moment stays.
  const dead = await db
    .deleteFrom('batch')
    .where('merchantId', '=', merchantId)
    .where('state', '=', 'uploading')
    .where('leaseUntil', '<', machineNow)
    .returning('id')
    .execute();
  for (const { id } of dead) await db.deleteFrom('batchSlice').where('batchId', '=', id).execute();
}

async function addBatch(db: Kysely<Schema>, batch: NewBatch): Promise<number | undefined> {
  const added = await db
    .insertInto('batch')
    .values({
      ...batch,
      id: await nextByRow(db, 'batch'),
      doneCount: 0,
      doneSlices: 0,
      state: 'uploading',
      completedAt: null,
    })
    .onConflict((conflict) => conflict.columns(['merchantId', 'filename']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

async function changeUpload(
  db: Kysely<Schema>,
  batchId: number,
  change: { readonly leaseUntil: number } | { readonly state: BatchState },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set(change)
    .where('id', '=', batchId)
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function claimSlice(db: Kysely<Schema>, { batchId, number, recordCount }: SliceClaim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set({
      doneSlices: number + 1,
      doneCount: sql<number>`done_count + ${recordCount}`,
      state: 'processing',
    })
    .where('id', '=', batchId)
    .where('doneSlices', '=', number)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Read methods on a connection. */
export function batchViewOf(db: Kysely<Schema>): BatchView {
  return {
    async findBatch(merchantId, id) {
      const row = await selectBatches(db).where('merchantId', '=', merchantId).where('id', '=', id).executeTakeFirst();
      return row && toBatch(row);
    },
    async findBatchByFilename(merchantId, filename) {
      const select = selectBatches(db).where('merchantId', '=', merchantId).where('filename', '=', filename);
      const row = await select.executeTakeFirst();
      return row && toBatch(row);
    },
    async listBatches(merchantId, since) {
      const select = selectBatches(db).where('merchantId', '=', merchantId).where('submittedAt', '>=', since);
      return (await select.orderBy('id').execute()).map(toBatch);
    },
    async listNewestBatches(merchantId, limit, text) {
      let select = selectBatches(db).where('merchantId', '=', merchantId);
      if (text !== undefined) {
        const id = /^\d{1,9}$/.test(text) ? Number(text) : -1;
        select = select.where(({ eb, or }) => or([contains('filename', text), eb('id', '=', id)]));
      }
      return (await select.orderBy('id', 'desc').limit(limit).execute()).map(toBatch);
    },
    async listOpenBatches() {
      const rows = await db.selectFrom('batch').selectAll().where('state', 'in', OPEN).orderBy('id').execute();
      return rows.map(toBatch);
    },
    listBatchSlices: (batchId, from, limit) => listBatchSlices(db, batchId, from, limit),
  };
}

/** Write methods within a unit. */
export function batchUnitOf(db: Kysely<Schema>): BatchUnit {
  return {
    dropExpiredUploads: (merchantId, machineNow) => dropExpiredUploads(db, merchantId, machineNow),
    addBatch: (batch) => addBatch(db, batch),
    async addBatchSlice(slice) {
      const row = { ...slice, records: JSON.stringify(slice.records), results: null };
      await db.insertInto('batchSlice').values(row).execute();
    },
    extendUpload: (batchId, leaseUntil) => changeUpload(db, batchId, { leaseUntil }),
    openBatch: (batchId) => changeUpload(db, batchId, { state: 'submitted' }),
    claimSlice: (claim) => claimSlice(db, claim),
    async saveSliceResults(batchId, number, results) {
      await db
        .updateTable('batchSlice')
        .set({ results: JSON.stringify(results) })
        .where('batchId', '=', batchId)
        .where('number', '=', number)
        .execute();
    },
    async endBatch(batchId, state, completedAt) {
      await db
        .updateTable('batch')
        .set({ state, completedAt })
        .where('id', '=', batchId)
        .where('state', 'in', OPEN)
        .execute();
    },
  };
}
