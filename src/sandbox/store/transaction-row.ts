/** Converts transactions to rows and back; no other file does. */
import { referencesOf } from '../references.js';
import { cardColumns, cardOf } from './card-columns.js';
import { readJsonColumn, writeJsonColumn } from './json-column.js';
import type { TxnTable } from './schema.js';
import type { Transaction } from '../transaction.js';

export type TransactionRow = Omit<TxnTable, 'requestObjects'> & { readonly merchantNumber: string };

/**
 * Converts a row. Its values were checked before they were written. The members are named one by one: a search reads a
 * thousand rows, and a copy of all other columns takes five times as long.
 */
export function toTransaction(row: TransactionRow): Transaction {
  return {
    txnNumber: row.txnNumber,
    receiptNumber: row.receiptNumber,
    merchantId: row.merchantId,
    merchantNumber: row.merchantNumber,
    action: row.action,
    type: row.type,
    subType: row.subType,
    source: row.source,
    amount: row.amount,
    amountOriginal: row.amountOriginal,
    amountSurcharge: row.amountSurcharge,
    currency: row.currency,
    ...referencesOf(row),
    merchantReference: row.merchantReference,
    originalTxnNumber: row.originalTxnNumber,
    responseCode: row.responseCode,
    responseText: row.responseText,
    bankResponseCode: row.bankResponseCode,
    authoriseId: row.authoriseId,
    rrn: row.rrn,
    settlementDate: row.settlementDate,
    cvnResult: row.cvnResult,
    dvToken: row.dvToken,
    paidToken: row.paidToken,
    processedAt: row.processedAt,
    username: row.username,
    reason: row.reason,
    isTest: row.isTest === 1,
    storeCard: row.storeCard === 1,
    cvnPresent: row.cvnPresent === 1,
    card: cardOf(row),
    bankAccount: readJsonColumn(row.bankAccount),
    statementDescriptor: readJsonColumn(row.statementDescriptor),
    ...(row.extras !== null && { extras: JSON.parse(row.extras) as NonNullable<Transaction['extras']> }),
  };
}

export function toRow({ merchantNumber: _, card, ...transaction }: Transaction): TxnTable {
  return {
    ...transaction,
    ...cardColumns(card),
    isTest: transaction.isTest ? 1 : 0,
    storeCard: transaction.storeCard ? 1 : 0,
    cvnPresent: transaction.cvnPresent ? 1 : 0,
    bankAccount: writeJsonColumn(transaction.bankAccount),
    statementDescriptor: writeJsonColumn(transaction.statementDescriptor),
    extras: writeJsonColumn(transaction.extras),
    requestObjects: writeJsonColumn(transaction.requestObjects),
  };
}
