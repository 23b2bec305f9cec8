/** A transaction in the back office. A token is masked; a card is stored masked. */
import { CVN_RESULT_CODES } from '../../wire/codes.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { APPROVED } from '../operations/outcome.js';
import { refuseFollowUp, type FollowUp } from '../operations/original-rules.js';
import { PENDING } from '../operations/start-challenge.js';
import { isTokenisable } from '../operations/tokenise-transaction.js';
import { SUCCESS } from '../rest/api-response.js';
import { writeTransaction } from '../rest/writers.js';
import type { RequestObjects } from '../request-objects.js';
import type { Ledger, Transaction } from '../transaction.js';
import type { StoreView } from '../store/store.js';
import type { ListedTransaction, Possible, ShownChecks, TransactionNumbers, TransactionStatus } from './api.js';

/** Masks a token: first six digits, an ellipsis, last three digits. */
export function maskToken(dvToken: string): string {
  return `${dvToken.slice(0, 6)}…${dvToken.slice(-3)}`;
}

/** @param ledger of a transaction that may have follow-ups */
function statusOf({ responseCode, amount }: Transaction, ledger: Ledger | undefined): TransactionStatus {
  if (responseCode !== APPROVED) return responseCode === PENDING ? 'pending' : 'declined';
  if (ledger?.reversed) return 'reversed';
  if (!ledger || ledger.refunded === 0) return 'approved';
  return ledger.refunded < amount ? 'partly_refunded' : 'refunded';
}

/** @param ledger without it, what was done with the transaction later is left out */
export function listTransaction(transaction: Transaction, merchant: Merchant, ledger?: Ledger): ListedTransaction {
  const { card, responseCode } = transaction;
  return {
    txnNumber: String(transaction.txnNumber),
    processedAt: transaction.processedAt,
    action: transaction.action,
    amount: transaction.amount,
    currency: transaction.currency ?? merchant.defaultCurrency,
    status: statusOf(transaction, ledger),
    responseCode,
    responseText: transaction.responseText,
    maskedCard: card.masked,
    cardType: card.type,
    holderName: card.holderName,
    crn1: transaction.crn1,
    merchantReference: transaction.merchantReference,
    receiptNumber: transaction.receiptNumber,
    source: transaction.source,
    username: transaction.username,
    reason: transaction.reason,
    isTest: transaction.isTest,
  };
}

/** Transactions with what was done with them later. */
export async function listWithLedgers(
  transactions: readonly Transaction[],
  merchant: Merchant,
  view: StoreView,
): Promise<readonly ListedTransaction[]> {
  const numbers = transactions.map(({ txnNumber }) => txnNumber);
  const ledgers = await view.readLedgers(merchant.id, numbers);
  return transactions.map((each) => listTransaction(each, merchant, ledgers.get(each.txnNumber)));
}

export function numbersOf(transaction: Transaction): TransactionNumbers {
  const { crn2, crn3, emailAddress, rrn, settlementDate, amountSurcharge } = transaction;
  return { crn2, crn3, emailAddress, rrn, settlementDate, surcharge: amountSurcharge || null };
}

function describeThreeDS({ extras = {} }: Transaction): string | null {
  const { threeDS, isChallenged } = extras;
  if (!threeDS) return isChallenged ? 'The shopper is at the bank’s page' : null;
  const isAuthenticated = threeDS.Eci === '05';
  return `${isAuthenticated ? 'Authenticated' : 'Not authenticated'} (Eci ${threeDS.Eci ?? '?'}, status ${threeDS.Status ?? '?'})`;
}

function describeFraud({ extras = {} }: Transaction): string | null {
  const verdict = extras.screening?.FRAUD_STAT_CD;
  if (!verdict) return null;
  return extras.isScreenedOut ? `${verdict}: refused before the bank was asked` : verdict;
}

function describeSavedCard({ paidToken, dvToken }: Transaction): string | null {
  if (paidToken !== null) return `Paid with the saved card ${maskToken(paidToken)}`;
  return dvToken && `Saved as ${maskToken(dvToken)}`;
}

/** The checks of a payment, in words. */
export function describeChecks(transaction: Transaction): ShownChecks {
  const { bankResponseCode, authoriseId, cvnResult } = transaction;
  const authorised = authoriseId ? `, authorisation ${authoriseId}` : '';
  return {
    bank: bankResponseCode === null ? 'Not asked' : `Code ${bankResponseCode}${authorised}`,
    cvn: cvnResult && CVN_RESULT_CODES[cvnResult],
    threeDS: describeThreeDS(transaction),
    fraud: describeFraud(transaction),
    savedCard: describeSavedCard(transaction),
  };
}

/** TxnResp of version 3, with a masked token. */
export function showResponse(transaction: Transaction, context: Context): object {
  const { dvToken } = transaction;
  const masked = { ...transaction, dvToken: dvToken && maskToken(dvToken) };
  return writeTransaction('v3')(SUCCESS, masked, context);
}

/** TxnReq as far as it is stored. The security code never is. */
export function showRequest(transaction: Transaction, objects: RequestObjects | undefined): object {
  const { card, paidToken, bankAccount } = transaction;
  const members = {
    Action: transaction.action,
    TestMode: transaction.isTest,
    Amount: transaction.amount,
    AmountOriginal: transaction.amountOriginal,
    AmountSurcharge: transaction.amountSurcharge,
    Currency: transaction.currency,
    OriginalTxnNumber: transaction.originalTxnNumber,
    Crn1: transaction.crn1,
    Crn2: transaction.crn2,
    Crn3: transaction.crn3,
    BillerCode: transaction.billerCode,
    MerchantReference: transaction.merchantReference,
    EmailAddress: transaction.emailAddress,
    Type: transaction.type,
    SubType: transaction.subType,
    StoreCard: transaction.storeCard,
    StatementDescriptor: transaction.statementDescriptor,
    CardDetails: transaction.originalTxnNumber === null &&
      bankAccount === null && {
        CardHolderName: card.holderName,
        CardNumber: paidToken === null ? card.masked : maskToken(paidToken),
        ExpiryDate: card.expiry,
        ...(transaction.cvnPresent && { Cvn: '•••' }),
      },
    Customer: objects?.customer,
    Order: objects?.order,
    FraudScreeningRequest: objects?.screening,
  };
  const given = Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== false);
  return { TxnReq: Object.fromEntries(given) };
}

/** The possible actions. The same rules check them again at the call. */
export function findPossible(transaction: Transaction, ledger: Ledger): Possible {
  const allows = (action: FollowUp, amount: number): number | null =>
    amount > 0 && refuseFollowUp(action, amount, transaction, ledger) === undefined ? amount : null;
  return {
    refunded: ledger.refunded,
    refund: allows('refund', transaction.amount - ledger.refunded),
    capture: allows('capture', transaction.amount),
    reversal: allows('reversal', transaction.amount),
    tokenise: isTokenisable(transaction),
  };
}
