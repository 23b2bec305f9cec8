/** Batch files, their slices and their progress. */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Batch, BatchRecord, BatchSlice, BatchState, RecordResult } from '../batch/batch.js';
import type { BatchUnit, BatchView, NewBatch, SliceClaim } from './batch-store.js';
import { nextByRow } from './counter.js';
import type { BatchTable, Schema } from './schema.js';

const OPEN: readonly BatchState[] = ['submitted', 'processing'];

function toBatch(row: Selectable<BatchTable>): Batch {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    filename: row.filename,
    username: row.username,
    header: row.header,
    recordCount: row.record_count,
    doneCount: row.done_count,
    doneSlices: row.done_slices,
    state: row.state as BatchState,
    submittedAt: row.submitted_at,
    completedAt: row.completed_at,
  };
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
    .selectFrom('batch_slice')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('number', '>=', from)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    batchId,
    number: row.number,
    records: JSON.parse(row.records) as BatchRecord[],
    results: row.results === null ? null : (JSON.parse(row.results) as RecordResult[]),
  }));
}

async function dropExpiredUploads(db: Kysely<Schema>, merchantId: number, machineNow: number): Promise<void> {
  const dead = await db
    .selectFrom('batch')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'uploading')
    .where('lease_until', '<', machineNow)
    .execute();
  for (const { id } of dead) {
    await db.deleteFrom('batch_slice').where('batch_id', '=', id).execute();
    await db.deleteFrom('batch').where('id', '=', id).execute();
  }
}

async function addBatch(db: Kysely<Schema>, batch: NewBatch): Promise<number | undefined> {
  const added = await db
    .insertInto('batch')
    .values({
      id: await nextByRow(db, 'batch'),
      merchant_id: batch.merchantId,
      filename: batch.filename,
      username: batch.username,
      header: batch.header,
      record_count: batch.recordCount,
      done_count: 0,
      done_slices: 0,
      state: 'uploading',
      lease_until: batch.leaseUntil,
      submitted_at: batch.submittedAt,
      completed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'filename']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

async function changeUpload(
  db: Kysely<Schema>,
  batchId: number,
  change: { readonly lease_until: number } | { readonly state: BatchState },
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
      done_slices: number + 1,
      done_count: sql<number>`done_count + ${recordCount}`,
      state: 'processing',
    })
    .where('id', '=', batchId)
    .where('done_slices', '=', number)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Read methods on a connection. */
export function batchViewOf(db: Kysely<Schema>): BatchView {
  return {
    async findBatch(merchantId, id) {
      const row = await selectBatches(db).where('merchant_id', '=', merchantId).where('id', '=', id).executeTakeFirst();
      return row && toBatch(row);
    },
    async findBatchByFilename(merchantId, filename) {
      const select = selectBatches(db).where('merchant_id', '=', merchantId).where('filename', '=', filename);
      const row = await select.executeTakeFirst();
      return row && toBatch(row);
    },
    async listBatches(merchantId, since) {
      const select = selectBatches(db).where('merchant_id', '=', merchantId).where('submitted_at', '>=', since);
      return (await select.orderBy('id').execute()).map(toBatch);
    },
    async listNewestBatches(merchantId, limit) {
      const select = selectBatches(db).where('merchant_id', '=', merchantId);
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
    async addBatchSlice({ batchId, merchantId, number, records }) {
      const row = { batch_id: batchId, merchant_id: merchantId, number, records: JSON.stringify(records) };
      await db.insertInto('batch_slice').values(row).execute();
    },
    extendUpload: (batchId, leaseUntil) => changeUpload(db, batchId, { lease_until: leaseUntil }),
    openBatch: (batchId) => changeUpload(db, batchId, { state: 'submitted' }),
    claimSlice: (claim) => claimSlice(db, claim),
    async saveSliceResults(batchId, number, results) {
      await db
        .updateTable('batch_slice')
        .set({ results: JSON.stringify(results) })
        .where('batch_id', '=', batchId)
        .where('number', '=', number)
        .execute();
    },
    async endBatch(batchId, state, completedAt) {
      await db
        .updateTable('batch')
        .set({ state, completed_at: completedAt })
        .where('id', '=', batchId)
        .where('state', 'in', OPEN)
        .execute();
    },
  };
}
