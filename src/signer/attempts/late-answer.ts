/** Answers of banks that came too late. They are no declines yet. */
import { isLateAnswer } from '../../service/outcome-of.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { processedAtOf } from './processed-at.js';

/**
 * How long a bank that answered too late may still have charged, by the service's clock: ten minutes, and
 * another hour in which each look has to agree. Milliseconds.
 */
export const LATE = 4_200_000;

/**
 * Whether the bank answered too late, and the service could still learn that the card was charged.
 * @param seenAt when the service was asked, by its own clock
 */
export function isLate(txn: TxnResp, seenAt: number | undefined): boolean {
  if (!isLateAnswer(txn)) return false;
  const processedAt = processedAtOf(txn);
  return seenAt === undefined || processedAt === undefined || seenAt < processedAt + LATE;
}
