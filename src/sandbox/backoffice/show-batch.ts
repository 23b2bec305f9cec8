/** A batch in the back office. Cards and tokens are masked. */
import type { Batch, BatchRecord, RecordResult } from '../batch/batch.js';
import { readSlices, type Read } from '../batch/read-slices.js';
import { APPROVED } from '../operations/outcome.js';
import type { BatchOutcomes, ListedBatch, ShownRecord } from './data-api.js';
import { explainRecord } from './explain.js';
import { maskToken } from './show-transaction.js';

export function listBatch(batch: Batch): ListedBatch {
  const { id, filename, username, state, recordCount, doneCount, submittedAt, completedAt } = batch;
  return {
    id: String(id),
    filename,
    username,
    // The store does not show a batch before its upload has finished.
    state: state === 'uploading' ? 'submitted' : state,
    recordCount,
    doneCount,
    submittedAt,
    completedAt,
  };
}

function statusOf(result: RecordResult | undefined): keyof BatchOutcomes {
  if (!result) return 'notProcessed';
  if (result.txnNumber === null) return 'notMade';
  return result.responseCode === APPROVED ? 'approved' : 'declined';
}

/** Counts the records by their outcome. Reads the whole batch. */
export async function countOutcomes(batch: Batch, read: Read): Promise<BatchOutcomes> {
  const counts = { approved: 0, declined: 0, notMade: 0, notProcessed: 0 };
  for await (const slices of readSlices(batch, read)) {
    for (const { records, results } of slices) {
      for (const index of records.keys()) counts[statusOf(results?.[index])] += 1;
    }
  }
  return counts;
}

/** A record. The first line of the file is its header. */
export function showRecord(
  { amount, crn1, token }: BatchRecord,
  result: RecordResult | undefined,
  { index, currency, isEnded }: { readonly index: number; readonly currency: string; readonly isEnded: boolean },
): ShownRecord {
  return {
    line: index + 2,
    status: statusOf(result),
    responseCode: result?.responseCode || null,
    responseText: result?.responseText ?? null,
    amount,
    currency,
    maskedCard: result?.cardMasked ?? (token && maskToken(token)),
    cardType: result?.cardType ?? null,
    crn1,
    receiptNumber: result?.receiptNumber ?? null,
    txnNumber: typeof result?.txnNumber === 'number' ? String(result.txnNumber) : null,
    explanation: explainRecord(result, isEnded) ?? null,
  };
}
