/** Draws the number of a new transaction. */
import type { StoreUnit } from '../store/store.js';
import { readTxnNumber, type TransactionOrder } from './make-transaction.js';
import { isFollowUp } from './original-rules.js';

/**
 * Draws the number in the unit that makes the transaction. A follow-up first locks its original: of two refunds of one
 * payment, the one with the lower number is decided first, with any number of processes.
 */
export async function drawTxnNumber(unit: StoreUnit, order: TransactionOrder): Promise<number> {
  const { merchant, terms, originalTxnNumber } = order;
  const original = isFollowUp(terms.action) ? readTxnNumber(originalTxnNumber ?? '') : undefined;
  if (original !== undefined) await unit.lockTransaction(merchant.id, original);
  return unit.nextTxnNumber();
}
