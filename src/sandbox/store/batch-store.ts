/** Batch files in the store. */
import type { Batch, BatchRecord, BatchSlice, RecordResult } from '../batch/batch.js';

/** Read methods. Batches with an unfinished upload are not visible. */
export interface BatchView {
  findBatch(merchantId: number, id: number): Promise<Batch | undefined>;
  findBatchByFilename(merchantId: number, filename: string): Promise<Batch | undefined>;
  /** Batches submitted since the given time, oldest first. */
  listBatches(merchantId: number, since: number): Promise<readonly Batch[]>;
  /** The newest batches, newest first. @param text a part of the file's name, or the id */
  listNewestBatches(merchantId: number, limit: number, text?: string): Promise<readonly Batch[]>;
  /** Batches of all merchants with records to run, oldest first. */
  listOpenBatches(): Promise<readonly Batch[]>;
  /** Slices in order, from a number on. */
  listBatchSlices(batchId: number, from: number, limit: number): Promise<readonly BatchSlice[]>;
}

export type NewBatch = Pick<
  Batch,
  'merchantId' | 'filename' | 'username' | 'header' | 'recordCount' | 'submittedAt'
> & {
  /** End of the upload's lease by the machine's clock. */
  readonly leaseUntil: number;
};

/** Records to store, in the order of the file. */
export interface NewSlice {
  readonly batchId: number;
  readonly merchantId: number;
  readonly number: number;
  readonly records: readonly BatchRecord[];
}

/** A slice before its run. */
export interface SliceClaim {
  readonly batchId: number;
  readonly number: number;
  readonly recordCount: number;
}

/** Write methods within a unit of work. */
export interface BatchUnit {
  /** Deletes uploads with an expired lease. */
  dropExpiredUploads(merchantId: number, machineNow: number): Promise<void>;
  /** Returns the id of the new batch; undefined when the merchant has one with that name. */
  addBatch(batch: NewBatch): Promise<number | undefined>;
  addBatchSlice(slice: NewSlice): Promise<void>;
  /** Extends the lease of an upload; false when the upload is gone. */
  extendUpload(batchId: number, leaseUntil: number): Promise<boolean>;
  /** Finishes the upload: the batch becomes visible and runs. False when the upload is gone. */
  openBatch(batchId: number): Promise<boolean>;
  /**
   * Claims the next slice of a batch; false when it is taken or the batch is gone. The results are written in the same
   * unit, so that a slice runs exactly once.
   */
  claimSlice(claim: SliceClaim): Promise<boolean>;
  saveSliceResults(batchId: number, number: number, results: readonly RecordResult[]): Promise<void>;
  endBatch(batchId: number, state: 'completed' | 'failed', completedAt: number): Promise<void>;
}
