/** The part of the store that is about batch files. */
import type { Batch, BatchRecord, BatchSlice, RecordResult } from '../batch/batch.js';

/** Reads. A batch that is still being uploaded is in none of them. */
export interface BatchView {
  findBatch(merchantId: number, id: number): Promise<Batch | undefined>;
  findBatchByFilename(merchantId: number, filename: string): Promise<Batch | undefined>;
  /** Submitted since then, oldest first. */
  listBatches(merchantId: number, since: number): Promise<readonly Batch[]>;
  /** Of all merchants, those that have records to run, oldest first. */
  listOpenBatches(): Promise<readonly Batch[]>;
  /** In their order, from a number on. */
  listBatchSlices(batchId: number, from: number, limit: number): Promise<readonly BatchSlice[]>;
}

/** A batch that is about to be uploaded. */
export type NewBatch = Pick<
  Batch,
  'merchantId' | 'filename' | 'username' | 'header' | 'recordCount' | 'submittedAt'
> & {
  /** By the machine's clock: an upload that has not gone on by then died with its process. */
  readonly leaseUntil: number;
};

/** Records to be kept, in the order of the file. */
export interface NewSlice {
  readonly batchId: number;
  readonly merchantId: number;
  readonly number: number;
  readonly records: readonly BatchRecord[];
}

/** A slice that is about to be run. */
export interface SliceClaim {
  readonly batchId: number;
  readonly number: number;
  readonly recordCount: number;
}

/** Writes, within a unit of work. */
export interface BatchUnit {
  /** Deletes uploads whose lease is over. */
  dropDeadUploads(merchantId: number, machineNow: number): Promise<void>;
  /** The id of the new batch; undefined when the merchant has one of that name. */
  addBatch(batch: NewBatch): Promise<number | undefined>;
  addBatchSlice(slice: NewSlice): Promise<void>;
  /** Extends the lease of an upload; false when there is no such upload any more. */
  extendUpload(batchId: number, leaseUntil: number): Promise<boolean>;
  /** Ends the upload: from now on it is seen and run. False when there is no such upload any more. */
  openBatch(batchId: number): Promise<boolean>;
  /**
   * Takes the next slice of a batch; false when it was taken already, or the batch is gone. Whoever writes the results
   * does it in the same unit, so that a slice is run once or not at all.
   */
  claimSlice(claim: SliceClaim): Promise<boolean>;
  saveSliceResults(batchId: number, number: number, results: readonly RecordResult[]): Promise<void>;
  endBatch(batchId: number, state: 'completed' | 'failed', completedAt: number): Promise<void>;
}
