/** A stored batch file: slices of records, each with the id of a test card or a token, never with a card number. */
import type { CardType } from '../../wire/codes.js';

/**
 * State of a batch. An `uploading` batch is not visible: its records are still being stored. docs/wire/soap.md section
 * 3, "RetrieveBatchStatistics".
 */
export type BatchState = 'uploading' | 'submitted' | 'processing' | 'completed' | 'failed';

/** A payment that is not processed yet. */
export interface BatchRecord {
  readonly billerCode: string | null;
  readonly crn1: string | null;
  readonly crn2: string | null;
  readonly crn3: string | null;
  /** Cents. */
  readonly amount: number;
  /** Id of the test card; null for a token and for a number that is not a test card. */
  readonly cardId: string | null;
  readonly token: string | null;
  /** `MMYY`; null for a token that was sent without an expiry. */
  readonly expiry: string | null;
}

export interface RecordResult {
  /** Null when no transaction was made. */
  readonly txnNumber: number | null;
  readonly receiptNumber: string | null;
  readonly responseText: string;
  /** Empty when no transaction was made. */
  readonly responseCode: string;
  readonly bankResponseCode: string | null;
  readonly cardMasked: string | null;
  readonly cardType: CardType | null;
}

export interface Batch {
  /** Ascending across all merchants. */
  readonly id: number;
  readonly merchantId: number;
  readonly filename: string;
  /** API user who submitted it. */
  readonly username: string;
  /** The first line of the file, unchanged. */
  readonly header: string;
  readonly recordCount: number;
  readonly doneCount: number;
  /** Number of finished slices, which is also the number of the next one. */
  readonly doneSlices: number;
  readonly state: BatchState;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly submittedAt: number;
  readonly completedAt: number | null;
}

/** Records that run in one unit of work: few, so that other writes wait only briefly. */
export const SLICE_RECORDS = 50;

/** Some records of a batch. After they have run: their results in the same order. */
export interface BatchSlice {
  readonly batchId: number;
  /** From 0. */
  readonly number: number;
  readonly records: readonly BatchRecord[];
  readonly results: readonly RecordResult[] | null;
}
