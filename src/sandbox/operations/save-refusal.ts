/** Stores a payment that a dialect's own rules refused, with a number like any other. docs/wire/soap.md section 4. */
import { TEST_MONTH } from '../bank/simulated-bank.js';
import type { Context } from '../context.js';
import type { StoreUnit } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { NO_CARD } from './card-entry.js';
import { readTxnNumber, type MadeTransaction, type TransactionOrder } from './make-transaction.js';
import { refusedOutcome } from './outcome.js';
import { createReceiptNumber } from './receipt-number.js';

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
  const { merchant, terms, card, originalTxnNumber } = order;
  const isFollowUp = card === null;
  const number = readTxnNumber(originalTxnNumber ?? '');
  const original = number === undefined ? undefined : await unit.lockTransaction(merchant.id, number);
  const transaction: Transaction = {
    action: terms.action,
    type: terms.type,
    subType: terms.subType,
    crn1: terms.crn1,
    crn2: terms.crn2,
    crn3: terms.crn3,
    billerCode: terms.billerCode,
    merchantReference: terms.merchantReference,
    emailAddress: terms.emailAddress,
    statementDescriptor: terms.statementDescriptor,
    ...refusedOutcome(isFollowUp && !original ? 'PT_R1' : responseCode),
    amount: Math.max(0, terms.amount),
    txnNumber,
    receiptNumber: createReceiptNumber(txnNumber),
    rrn: null,
    merchantId: merchant.id,
    merchantNumber: merchant.number,
    amountOriginal: 0,
    amountSurcharge: 0,
    source: order.source,
    originalTxnNumber,
    isTest: terms.testMode || card?.checked.expiry?.month === TEST_MONTH || original?.isTest === true,
    storeCard: false,
    cvnPresent: (card?.checked.cvn ?? null) !== null,
    card: card?.kept ?? original?.card ?? NO_CARD,
    bankAccount: null,
    dvToken: null,
    paidToken: null,
    processedAt: clock.now(),
    ...(order.txnTypeName && { extras: { txnTypeName: order.txnTypeName } }),
  };
  await unit.addTransaction(transaction);
  return { transaction, delaySeconds: 0 };
}
