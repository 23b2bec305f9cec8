/** The related transactions of a payment: the original, and its captures, refunds and reversals. */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { readTxnNumber } from './txn-number.js';

/** A chain is at most payment, capture, refund and reversal long. A longer one is not followed. */
const LONGEST_CHAIN = 6;

async function findFirst(view: StoreView, transaction: Transaction): Promise<Transaction> {
  let first = transaction;
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    const number = readTxnNumber(first.originalTxnNumber);
    const original = number === undefined ? undefined : await view.findTransaction(first.merchantId, number);
    if (!original) return first;
    first = original;
  }
  return first;
}

/** All related transactions, itself included, in the order of their numbers. */
export function relatedTransactions(
  transaction: Transaction,
  { store }: Context,
  { merchant }: Pick<Caller, 'merchant'>,
): Promise<readonly Transaction[]> {
  return store.read(async (view) => {
    const first = await findFirst(view, transaction);
    const all = new Map([[first.txnNumber, first]]);
    let latest = [first];
    for (let step = 0; step < LONGEST_CHAIN && latest.length > 0; step += 1) {
      const next: Transaction[] = [];
      for (const { txnNumber } of latest) {
        for (const each of await view.listFollowUps(merchant.id, txnNumber)) {
          if (all.has(each.txnNumber)) continue;
          all.set(each.txnNumber, each);
          next.push(each);
        }
      }
      latest = next;
    }
    return [...all.values()].sort((a, b) => a.txnNumber - b.txnNumber);
  });
}
