/** Stores a payment that a dialect's own rules refused, with a number like any other. docs/wire/soap.md section 4. */
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import type { StoreUnit } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { NO_CARD } from './card-entry.js';
import { refuse } from './decision.js';
import { writeTransaction, type MadeTransaction } from './make-transaction.js';
import type { TransactionOrder } from './transaction-order.js';
import { lockOriginal } from './txn-number.js';

/**
 * Stores a transaction without a request to the bank. An invalid amount is stored as 0. A capture, refund or reversal
 * without an original is refused for that reason.
 */
export async function saveRefusal(
  unit: StoreUnit,
  order: TransactionOrder,
  txnNumber: number,
  responseCode: string,
  { clock }: Context,
): Promise<MadeTransaction> {
  const { terms, card } = order;
  const isFollowUp = card === null;
  const original = await lockOriginal(unit, order);
  const isTest = terms.testMode || card?.checked.expiry?.month === TEST_MONTH || original?.isTest === true;
  const decision = refuse(isFollowUp && !original ? 'PT_R1' : responseCode, {
    isTest,
    card: card?.stored ?? original?.card ?? NO_CARD,
  });
  const transaction: Transaction = {
    ...writeTransaction(order, decision, { txnNumber, now: clock.now() }),
    amount: Math.max(0, terms.amount),
    amountOriginal: Math.max(0, terms.amount),
    amountSurcharge: 0,
    storeCard: false,
    ...(order.txnTypeName && { extras: { txnTypeName: order.txnTypeName } }),
  };
  await unit.addTransaction(transaction);
  return { transaction, delaySeconds: 0 };
}
