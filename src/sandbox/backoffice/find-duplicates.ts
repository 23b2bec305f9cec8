/** Payments that can be one payment made twice: the same card, amount and currency within an hour. */
import { APPROVED } from '../operations/outcome.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';

const HOUR_MS = 3_600_000;
const MOST = 5;

/** True for approved money of a card that was not given back. */
async function isKept(transaction: Transaction, view: StoreView): Promise<boolean> {
  const { merchantId, txnNumber, amount } = transaction;
  const { refunded, reversed } = await view.readLedger(merchantId, txnNumber);
  return !reversed && refunded < amount;
}

/** The possible duplicates of a payment or a pre-authorisation, newest first. */
export async function findDuplicates(transaction: Transaction, view: StoreView): Promise<readonly Transaction[]> {
  const { action, amount, currency, responseCode, processedAt, merchantId, txnNumber } = transaction;
  const { fingerprint } = transaction.card;
  const isPayment = action === 'payment' || action === 'preauth';
  if (!isPayment || responseCode !== APPROVED || fingerprint === null || currency === null) return [];
  if (!(await isKept(transaction, view))) return [];
  const found = await view.searchTransactions(merchantId, {
    filter: { action, cardFingerprint: fingerprint, currency, responseCode },
    amount,
    from: processedAt - HOUR_MS,
    before: processedAt + HOUR_MS + 1,
    limit: MOST + 1,
  });
  const duplicates: Transaction[] = [];
  for (const each of found) {
    if (each.txnNumber !== txnNumber && (await isKept(each, view))) duplicates.push(each);
  }
  return duplicates.slice(0, MOST);
}
