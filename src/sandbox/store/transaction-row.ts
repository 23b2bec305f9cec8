/** Converts transactions to rows and back; no other file does. */
import type { Action, CardType, CvnResultCode, Source, SubType, TxnType } from '../../wire/codes.js';
import type { StatementDescriptor } from '../../wire/rest/statement-descriptor.js';
import type { BankAccount } from '../bank-account.js';
import type { Transaction, TransactionExtras } from '../transaction.js';
import type { TxnTable } from './schema.js';

/** A row with the merchant's number. */
export interface TransactionRow extends Omit<TxnTable, 'request_objects'> {
  readonly merchant_number: string;
}

/** Converts a row. Its values were checked before they were written. */
export function toTransaction(row: TransactionRow): Transaction {
  return {
    txnNumber: row.txn_number,
    receiptNumber: row.receipt_number,
    merchantId: row.merchant_id,
    merchantNumber: row.merchant_number,
    action: row.action as Action,
    type: row.type as TxnType,
    subType: row.sub_type as SubType,
    source: row.source as Source,
    amount: row.amount,
    amountOriginal: row.amount_original,
    amountSurcharge: row.amount_surcharge,
    currency: row.currency,
    crn1: row.crn1,
    crn2: row.crn2,
    crn3: row.crn3,
    billerCode: row.biller_code,
    merchantReference: row.merchant_reference,
    emailAddress: row.email_address,
    originalTxnNumber: row.original_txn_number,
    isTest: row.is_test === 1,
    storeCard: row.store_card === 1,
    responseCode: row.response_code,
    responseText: row.response_text,
    bankResponseCode: row.bank_response_code,
    authoriseId: row.authorise_id,
    rrn: row.rrn,
    settlementDate: row.settlement_date,
    cvnPresent: row.cvn_present === 1,
    cvnResult: row.cvn_result as CvnResultCode | null,
    card: {
      cardId: row.card_id,
      type: row.card_type as CardType | null,
      masked: row.card_masked,
      holderName: row.card_holder_name,
      expiry: row.card_expiry,
      fingerprint: row.card_fingerprint,
    },
    bankAccount: row.bank_account === null ? null : (JSON.parse(row.bank_account) as BankAccount),
    dvToken: row.dv_token,
    paidToken: row.paid_token,
    statementDescriptor:
      row.statement_descriptor === null ? null : (JSON.parse(row.statement_descriptor) as StatementDescriptor),
    processedAt: row.processed_at,
    ...(row.extras !== null && { extras: JSON.parse(row.extras) as TransactionExtras }),
  };
}

/** Converts a transaction to a row. */
export function toRow(transaction: Transaction): TxnTable {
  const { card } = transaction;
  return {
    txn_number: transaction.txnNumber,
    receipt_number: transaction.receiptNumber,
    merchant_id: transaction.merchantId,
    action: transaction.action,
    type: transaction.type,
    sub_type: transaction.subType,
    source: transaction.source,
    amount: transaction.amount,
    amount_original: transaction.amountOriginal,
    amount_surcharge: transaction.amountSurcharge,
    currency: transaction.currency,
    crn1: transaction.crn1,
    crn2: transaction.crn2,
    crn3: transaction.crn3,
    biller_code: transaction.billerCode,
    merchant_reference: transaction.merchantReference,
    email_address: transaction.emailAddress,
    original_txn_number: transaction.originalTxnNumber,
    is_test: transaction.isTest ? 1 : 0,
    store_card: transaction.storeCard ? 1 : 0,
    response_code: transaction.responseCode,
    response_text: transaction.responseText,
    bank_response_code: transaction.bankResponseCode,
    authorise_id: transaction.authoriseId,
    rrn: transaction.rrn,
    settlement_date: transaction.settlementDate,
    cvn_present: transaction.cvnPresent ? 1 : 0,
    cvn_result: transaction.cvnResult,
    card_id: card.cardId,
    card_type: card.type,
    card_masked: card.masked,
    card_holder_name: card.holderName,
    card_expiry: card.expiry,
    card_fingerprint: card.fingerprint,
    statement_descriptor:
      transaction.statementDescriptor === null ? null : JSON.stringify(transaction.statementDescriptor),
    processed_at: transaction.processedAt,
    dv_token: transaction.dvToken,
    paid_token: transaction.paidToken,
    bank_account: transaction.bankAccount === null ? null : JSON.stringify(transaction.bankAccount),
    extras: transaction.extras === undefined ? null : JSON.stringify(transaction.extras),
    request_objects: transaction.requestObjects === undefined ? null : JSON.stringify(transaction.requestObjects),
  };
}
