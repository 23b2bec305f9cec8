/** The part of a transaction that a shopper may see. */
import type { Receipt } from '../../core/pay-api.js';
import { actionOf, type Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { processedAtOf } from './processed-at.js';

/**
 * Takes fixed terms from the claim, and everything else from the transaction as the service reports
 * it.
 */
export function writeReceipt(entry: LedgerEntry, claim: Claim, merchantName: string): Receipt {
  const { txn } = entry;
  const { terms } = claim;
  const { MaskedCardNumber = '', ExpiryDate = '' } = txn.CardDetails ?? {};
  const answered = typeof txn.AmountSurcharge === 'number' ? txn.AmountSurcharge : 0;
  const surcharge = terms.surcharge ?? answered;
  return {
    outcome: entry.kind === 'declined' || entry.kind === 'failed' ? entry.kind : 'approved',
    order: claim.order,
    merchantName,
    ...actionOf(terms),
    amount: terms.amount,
    ...(surcharge > 0 ? { surcharge: { minor: surcharge, currency: terms.amount.currency } } : {}),
    ...(MaskedCardNumber
      ? { card: { type: txn.CardType ?? '', lastDigits: lastDigitsOf(MaskedCardNumber), expiry: ExpiryDate } }
      : {}),
    receiptNumber: txn.ReceiptNumber ?? '',
    txnNumber: entry.txnNumber,
    // Without a readable time: the time at which the signer recorded the transaction.
    processedAt: new Date(processedAtOf(txn) ?? entry.recordedAt).toISOString(),
    authoriseId: txn.AuthoriseId ?? '',
    ...authenticationOf(txn.ResponseCode),
    responseText: txn.ResponseText ?? '',
    references: [terms.crn1, terms.crn2, terms.crn3].filter((reference) => reference !== ''),
    isTest: terms.testMode,
  };
}

/**
 * F: 3-D Secure authentication failed. PT_V12: error while authenticating the cardholder. PT_V11:
 * cardholder not authenticated.
 */
function authenticationOf(code: string | null | undefined): Pick<Receipt, 'authentication'> {
  if (code === 'F' || code === 'PT_V12') return { authentication: 'failed' };
  return code === 'PT_V11' ? { authentication: 'not_completed' } : {};
}

/** The service masks as `512345...346`: a shopper may see only the last three digits. */
export function lastDigitsOf(masked: string): string {
  return /\d{1,3}$/.exec(masked)?.[0] ?? '';
}
