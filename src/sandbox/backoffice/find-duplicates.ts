/** Payments that can be one payment made twice: the same card, amount and currency within an hour. */
import { APPROVED } from '../operations/outcome.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';

const HOUR_MS = 3_600_000;
const MOST = 5;
const PAGE = 50;
/** A load test can pay and refund for an hour with one card. */
const MOST_PAGES = 20;

/** True for approved money of a card that was not given back, neither itself nor by the capture. */
async function isKept({ merchantId, txnNumber, amount }: Transaction, view: StoreView): Promise<boolean> {
  const { refunded, reversed, captured } = await view.readLedger(merchantId, txnNumber);
  if (reversed || refunded >= amount) return false;
  if (!captured) return true;
  for (const each of await view.listFollowUps(merchantId, txnNumber)) {
    if (each.action === 'capture' && each.responseCode === APPROVED && (await isKept(each, view))) return true;
  }
  return false;
}

/** The possible duplicates of a payment or a pre-authorisation, newest first. */
export async function findDuplicates(transaction: Transaction, view: StoreView): Promise<readonly Transaction[]> {
  const { action, amount, currency, responseCode, processedAt, merchantId, txnNumber } = transaction;
  const { fingerprint } = transaction.card;
  const isPayment = action === 'payment' || action === 'preauth';
  if (!isPayment || responseCode !== APPROVED || fingerprint === null || currency === null) return [];
  if (!(await isKept(transaction, view))) return [];
  const query = {
    filter: { action, cardFingerprint: fingerprint, currency, responseCode },
    amount,
    from: processedAt - HOUR_MS,
    before: processedAt + HOUR_MS + 1,
    limit: PAGE,
  };
  const duplicates: Transaction[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await view.searchTransactions(merchantId, { ...query, offset: page * PAGE });
    for (const each of found) {
      if (each.txnNumber !== txnNumber && (await isKept(each, view))) duplicates.push(each);
      if (duplicates.length === MOST) return duplicates;
    }
    if (found.length < PAGE) break;
  }
  return duplicates;
}
