/** What a shopper may see of a transaction. */
import type { Receipt } from '../core/pay-api.js';
import { readTime } from '../wire/rest/local-time.js';
import { actionOf, type Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';

/** Written from the transaction as the service reports it; what the claim fixed is taken from the claim. */
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
    processedAt: new Date(readProcessedAt(entry)).toISOString(),
    authoriseId: txn.AuthoriseId ?? '',
    ...authenticationOf(txn.ResponseCode),
    responseText: txn.ResponseText ?? '',
    references: [terms.crn1, terms.crn2, terms.crn3].filter((reference) => reference !== ''),
    isTest: terms.testMode,
  };
}

/** F 3D Secure authentication failed, PT_V12 error authenticating cardholder, PT_V11 cardholder not authenticated. */
function authenticationOf(code: string | null | undefined): Pick<Receipt, 'authentication'> {
  if (code === 'F' || code === 'PT_V12') return { authentication: 'failed' };
  return code === 'PT_V11' ? { authentication: 'not_completed' } : {};
}

/** The service masks as `512345...346`: nothing but the last three digits is a shopper's to see. */
function lastDigitsOf(masked: string): string {
  return /\d{1,3}$/.exec(masked)?.[0] ?? '';
}

/** A receipt without a readable time is still a receipt: then it is the moment at which the signer learnt of it. */
function readProcessedAt({ txn, recordedAt }: LedgerEntry): number {
  try {
    return readTime(txn.ProcessedDateTime ?? '');
  } catch {
    return recordedAt;
  }
}
