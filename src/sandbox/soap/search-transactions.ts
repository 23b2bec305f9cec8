/** SearchTransactions over the search of REST. docs/wire/soap.md section 3. */
import { UNSET_TIME } from '../../wire/soap/date-time.js';
import type { Txn, TxnSearch } from '../../wire/soap/types.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { searchTransactions, type SearchRequest } from '../operations/search-transactions.js';
import { filledMembers } from '../sent-text.js';
import type { Transaction } from '../transaction.js';
import { actionOf, paymentTypeOf, txnTypeOf, typePairOf, type TypePair } from './names.js';
import { writeTxnResponse } from './process-payment.js';
import { ServiceError } from './service-error.js';

const HOUR_MS = 3_600_000;
/** An explicit start before all transactions, because REST has a default period. */
const BEFORE_ALL = 0;
/** The maximum int of SOAP; REST has 64 bits. */
const HIGHEST_INT = 2_147_483_647;

function readSearch(search: TxnSearch, now: number): SearchRequest {
  const { PaymentType, NumOfHours, FromDate, ToDate, TransactionNumber, Amount } = search;
  const texts = {
    action: actionOf(PaymentType),
    authoriseId: search.AuthoriseId,
    bankResponseCode: search.AcquirerResponseCode,
    billerCode: search.BillerCode,
    cardExpiry: search.ExpiryDate,
    cardMasked: search.MaskedCardNumber,
    cardType: search.CardType,
    crn1: search.CRN1,
    crn2: search.CRN2,
    crn3: search.CRN3,
    merchantReference: search.MerchantReference,
    receiptNumber: search.ReceiptNumber,
    responseCode: search.ResponseCode,
    settlementDate: search.SettlementDate,
  };
  const hoursAgo = NumOfHours > 0 ? now - NumOfHours * HOUR_MS : BEFORE_ALL;
  return {
    filter: { ...filledMembers(texts), ...typeFilter(search.TxnType) },
    order: search.SearchOrder === 'ASCENDING' ? 'oldest_first' : 'newest_first',
    amount: Amount,
    ...(TransactionNumber && { txnNumber: TransactionNumber }),
    // An unset time does not restrict.
    fromDate: new Date(Math.max(BEFORE_ALL, hoursAgo, FromDate)).toISOString(),
    ...(ToDate !== UNSET_TIME && { toDate: new Date(Math.max(BEFORE_ALL, ToDate)).toISOString() }),
  };
}

/** Filter by the stored type. Names with the same pair are separated in the results. Only the internet has series. */
function typeFilter(txnType: TxnSearch['TxnType']): Partial<TypePair> {
  if (txnType === 'NOT_SPECIFIED') return {};
  const { type, subType } = typePairOf(txnType);
  return type === 'internet' ? { type, subType } : { type };
}

/** Transactions of the caller's merchant, in the wanted order. @throws SandboxFault 110, 114, 118, 121 */
export async function searchPayments(
  search: TxnSearch,
  context: Context,
  caller: Caller,
): Promise<readonly Transaction[]> {
  const { MerchantNumber, NumOfHours, PaymentType } = search;
  if (NumOfHours < 0) throw new ServiceError('invalid number of hours');
  // Another merchant's transactions are not visible, and a kind without an action has no transactions.
  if (MerchantNumber && MerchantNumber !== caller.merchant.number) return [];
  if (PaymentType !== 'NOT_SPECIFIED' && actionOf(PaymentType) === undefined) return [];
  const found = await searchTransactions(readSearch(search, context.clock.now()), context, caller);
  return found.filter(fitsInt).filter((each) => isOfType(each, search.TxnType));
}

function isOfType(transaction: Transaction, txnType: TxnSearch['TxnType']): boolean {
  return txnType === 'NOT_SPECIFIED' || txnTypeOf(transaction) === txnType;
}

/** Omits transactions whose amount exceeds an int: a wrong amount would be worse, and a fault would hide all others. */
function fitsInt({ amount, amountSurcharge }: Transaction): boolean {
  return amount <= HIGHEST_INT && amountSurcharge <= HIGHEST_INT;
}

/**
 * Writes a found transaction. CardNumber and CVC are always absent. Of missing references, only the CRNs are empty
 * elements.
 */
export function writeTxn(transaction: Transaction): Txn {
  return {
    PaymentType: paymentTypeOf(transaction.action),
    TxnType: txnTypeOf(transaction),
    BillerCode: transaction.billerCode ?? undefined,
    MerchantReference: transaction.merchantReference ?? undefined,
    CRN1: transaction.crn1 ?? '',
    CRN2: transaction.crn2 ?? '',
    CRN3: transaction.crn3 ?? '',
    Amount: transaction.amount,
    AmountSurcharge: transaction.amountSurcharge,
    ExpiryDate: transaction.card.expiry ?? undefined,
    OriginalTxnNumber: transaction.originalTxnNumber ?? undefined,
    ...writeTxnResponse(transaction),
    ProcessedDate: transaction.processedAt,
  };
}
