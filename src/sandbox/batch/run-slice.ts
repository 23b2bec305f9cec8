/** Runs the records of a slice: their transactions and their results are committed in one unit of work. */
import type { Context } from '../context.js';
import { splitExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';
import { identifyCard, NO_CARD, type CheckedCard, type IdentifiedCard } from '../operations/card-entry.js';
import { isActionAllowed } from '../operations/merchant-rules.js';
import { assertReferences } from '../operations/assert-references.js';
import { saveRefusal } from '../operations/save-refusal.js';
import { makeTransaction } from '../operations/make-transaction.js';
import { UNSET_TERMS } from '../operations/terms.js';
import type { TransactionOrder } from '../operations/transaction-order.js';
import { drawTxnNumber } from '../operations/txn-number.js';
import type { StoreUnit } from '../store/store.js';
import type { Batch, BatchRecord, BatchSlice, RecordResult } from './batch.js';

/** "PaymentType not supported", the same code as in ProcessPayment. */
const NOT_ALLOWED = 'PT_V7';

async function cardOf({ cardId, token, expiry }: BatchRecord, context: Context): Promise<IdentifiedCard> {
  const testCard = cardId === null ? undefined : context.cards.findById(cardId);
  const checked: CheckedCard = {
    digits: token ?? testCard?.pan ?? '',
    isToken: token !== null,
    holderName: null,
    expiry: expiry === null ? null : splitExpiry(expiry),
    cvn: null,
  };
  return testCard ? identifyCard(checked, context) : { checked, testCard, stored: NO_CARD };
}

async function orderOf(
  record: BatchRecord,
  merchant: Merchant,
  username: string,
  context: Context,
): Promise<TransactionOrder> {
  return {
    merchant,
    terms: {
      ...UNSET_TERMS,
      action: 'payment',
      // R is a series, stored like the TxnType RECURRING.
      type: 'internet',
      subType: 'recurring',
      amount: record.amount,
      crn1: record.crn1,
      crn2: record.crn2,
      crn3: record.crn3,
      billerCode: record.billerCode,
      merchantReference: null,
      emailAddress: null,
    },
    storeCard: false,
    source: 'sftp',
    username,
    card: await cardOf(record, context),
    originalTxnNumber: null,
  };
}

function notMade(responseText: string): RecordResult {
  return {
    txnNumber: null,
    receiptNumber: null,
    responseText,
    responseCode: '',
    bankResponseCode: null,
    cardMasked: null,
    cardType: null,
  };
}

async function runRecord(unit: StoreUnit, order: TransactionOrder, context: Context): Promise<RecordResult> {
  try {
    // Before the transaction number is drawn, because a refusal here makes no transaction.
    await assertReferences(unit, order);
  } catch (error) {
    if (!(error instanceof SandboxFault)) throw error;
    return notMade(error.message);
  }
  const isAllowed = isActionAllowed(order.terms.action, order.merchant);
  const txnNumber = await drawTxnNumber(unit, order);
  const { transaction } = isAllowed
    ? await makeTransaction(unit, order, txnNumber, context)
    : await saveRefusal(unit, order, txnNumber, NOT_ALLOWED, context);
  return {
    txnNumber,
    receiptNumber: transaction.receiptNumber,
    responseText: transaction.responseText,
    responseCode: transaction.responseCode,
    bankResponseCode: transaction.bankResponseCode,
    cardMasked: transaction.card.masked,
    cardType: transaction.card.type,
  };
}

/**
 * Runs a slice completely or not at all. If the process is killed, the next one runs the slice from its first record.
 * If two processes run the same slice, the second one finds it taken.
 */
export async function runSlice(batch: Batch, slice: BatchSlice, merchant: Merchant, context: Context): Promise<void> {
  const { number, records } = slice;
  const orders: TransactionOrder[] = [];
  for (const record of records) orders.push(await orderOf(record, merchant, batch.username, context));
  await context.store.write(async (unit) => {
    const isClaimed = await unit.claimSlice({ batchId: batch.id, number, recordCount: records.length });
    if (!isClaimed) return;
    const results: RecordResult[] = [];
    for (const order of orders) results.push(await runRecord(unit, order, context));
    await unit.saveSliceResults(batch.id, number, results);
    if (batch.doneCount + records.length === batch.recordCount) {
      await unit.endBatch(batch.id, 'completed', context.clock.now());
    }
  });
}
