/** Transaction numbers: reads one, draws the next, and finds the original of a follow-up. */
import type { StoreUnit } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { isFollowUp } from './original-rules.js';
import type { TransactionOrder } from './transaction-order.js';

const TXN_NUMBER = /^[1-9][0-9]{0,14}$/;

/** Reads a transaction number from a path or a member; undefined for other text. */
export function readTxnNumber(text: string | null): number | undefined {
  return text !== null && TXN_NUMBER.test(text) ? Number(text) : undefined;
}

/** Finds and locks the original of an order; undefined when the merchant has no such transaction. */
export async function lockOriginal(
  unit: StoreUnit,
  { merchant, originalTxnNumber }: TransactionOrder,
): Promise<Transaction | undefined> {
  const number = readTxnNumber(originalTxnNumber);
  return number === undefined ? undefined : unit.lockTransaction(merchant.id, number);
}

/**
 * Draws the number in the unit that makes the transaction. A follow-up first locks its original: of two refunds of one
 * payment, the one with the lower number is decided first, with any number of processes.
 */
export async function drawTxnNumber(unit: StoreUnit, order: TransactionOrder): Promise<number> {
  if (isFollowUp(order.terms.action)) await lockOriginal(unit, order);
  return unit.nextTxnNumber();
}
