/** Converts transactions to rows and back; no other file does. */
import { cardColumns, splitCard } from './card-columns.js';
import { readJsonColumn, writeJsonColumn } from './json-column.js';
import type { TxnTable } from './schema.js';
import type { Transaction } from '../transaction.js';

/** A row with the merchant's number. */
export type TransactionRow = Omit<TxnTable, 'requestObjects'> & { readonly merchantNumber: string };

/** Converts a row. Its values were checked before they were written. */
export function toTransaction(row: TransactionRow): Transaction {
  const { card, others } = splitCard(row);
  const { extras, ...columns } = others;
  return {
    ...columns,
    card,
    isTest: row.isTest === 1,
    storeCard: row.storeCard === 1,
    cvnPresent: row.cvnPresent === 1,
    bankAccount: readJsonColumn(row.bankAccount),
    statementDescriptor: readJsonColumn(row.statementDescriptor),
    ...(extras !== null && { extras: JSON.parse(extras) as NonNullable<Transaction['extras']> }),
  };
}

/** Converts a transaction to a row. */
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
