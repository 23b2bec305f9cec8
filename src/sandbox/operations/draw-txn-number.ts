/** The number of a transaction that is about to be made. */
import type { StoreUnit } from '../store/store.js';
import { readTxnNumber, type TransactionOrder } from './make-transaction.js';
import { isFollowUp } from './original-rules.js';

/**
 * Draws it in the unit that makes the transaction. What acts on an earlier transaction takes its turn first: of two
 * refunds of one payment, the one with the lower number was decided first, however many processes decide.
 */
export async function drawTxnNumber(unit: StoreUnit, order: TransactionOrder): Promise<number> {
  const { merchant, terms, originalTxnNumber } = order;
  const original = isFollowUp(terms.action) ? readTxnNumber(originalTxnNumber ?? '') : undefined;
  if (original !== undefined) await unit.lockTransaction(merchant.id, original);
  return unit.nextTxnNumber();
}
