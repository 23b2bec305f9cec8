/** A batch file as the sandbox keeps it: cut into slices of records, each with a test card's id or a token, never a number. */
import type { CardType } from '../../wire/codes.js';

/**
 * How far a batch is. `uploading` is not seen by anybody: its records are still being stored. wire/soap.md section 3,
 * "RetrieveBatchStatistics".
 */
export type BatchState = 'uploading' | 'submitted' | 'processing' | 'completed' | 'failed';

/** A payment that waits. */
export interface BatchRecord {
  readonly billerCode: string | null;
  readonly crn1: string | null;
  readonly crn2: string | null;
  readonly crn3: string | null;
  /** Cents. */
  readonly amount: number;
  /** Row of the test-card table; null for a token, and for a number that is no test card. */
  readonly cardId: string | null;
  readonly token: string | null;
  /** `MMYY`; null for a token that came without one. */
  readonly expiry: string | null;
}

/** What became of a record. */
export interface RecordResult {
  /** Null when there was no transaction to make. */
  readonly txnNumber: number | null;
  readonly receiptNumber: string | null;
  readonly responseText: string;
  /** Empty when there was no transaction to make. */
  readonly responseCode: string;
  readonly bankResponseCode: string | null;
  readonly cardMasked: string | null;
  readonly cardType: CardType | null;
}

/** A batch. */
export interface Batch {
  /** Grows over all merchants. */
  readonly id: number;
  readonly merchantId: number;
  readonly filename: string;
  /** Who submitted it. */
  readonly username: string;
  /** The first line of the file, as it came. */
  readonly header: string;
  readonly recordCount: number;
  readonly doneCount: number;
  /** How many slices are done: the number of the next one. */
  readonly doneSlices: number;
  readonly state: BatchState;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly submittedAt: number;
  readonly completedAt: number | null;
}

/** Records that are run in one unit of work: few enough that nobody waits long behind them. */
export const SLICE_RECORDS = 50;

/** Some records of a batch and, once they have been run, their results in the same order. */
export interface BatchSlice {
  readonly batchId: number;
  /** From 0. */
  readonly number: number;
  readonly records: readonly BatchRecord[];
  readonly results: readonly RecordResult[] | null;
}
