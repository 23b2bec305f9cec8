/**
 * Settlement files. docs/wire/soap.md section 3, "RetrieveSettlementFiles". The layout is a sandbox choice and follows
 * the batch files: `01` header, `50` settled transaction, `99` trailer, one for each currency.
 */
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { Action } from '../../wire/codes.js';
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Context } from '../context.js';
import { plainMember } from '../flat-file.js';
import type { Merchant } from '../merchant.js';
import { readTxnNumber } from '../operations/txn-number.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';

/**
 * Direction of the money of an approved transaction: from the payer, to the payer, or none. A reversal negates its
 * original.
 */
const SIGNS: Readonly<Record<Exclude<Action, 'reversal'>, 1 | -1 | 0>> = {
  payment: 1,
  capture: 1,
  refund: -1,
  unmatched_refund: -1,
  preauth: 0,
  verify_only: 0,
};

const AT_ONCE = 500;

/** A transaction that moved money. Its amount in the lowest denomination is negative when the payer received it. */
interface Settled {
  readonly transaction: Transaction;
  readonly moved: number;
}

function signOf(transaction: Transaction, original: Transaction | undefined): number {
  if (transaction.action !== 'reversal') return SIGNS[transaction.action];
  return original && original.action !== 'reversal' ? -SIGNS[original.action] : 0;
}

/** The money that an approved transaction moved: negative when the payer received it. */
export async function readMoved(transaction: Transaction, view: Pick<StoreView, 'findTransaction'>): Promise<number> {
  const { action, merchantId, originalTxnNumber } = transaction;
  const number = action === 'reversal' ? readTxnNumber(originalTxnNumber) : undefined;
  const original = number === undefined ? undefined : await view.findTransaction(merchantId, number);
  return signOf(transaction, original) * transaction.amount;
}

/** Yields the settled transactions of a day in pages, in the order of their numbers. */
export async function* listSettled(
  merchant: Merchant,
  day: string,
  { store }: Context,
): AsyncGenerator<readonly Settled[]> {
  let after = 0;
  for (;;) {
    const found = await store.read(async (view) => {
      const transactions = await view.listSettled(merchant.id, day, after, AT_ONCE);
      const settled: Settled[] = [];
      for (const transaction of transactions) {
        const moved = await readMoved(transaction, view);
        if (moved !== 0) settled.push({ transaction, moved });
      }
      return { settled, last: transactions.at(-1)?.txnNumber, isFull: transactions.length === AT_ONCE };
    });
    yield found.settled;
    if (found.last === undefined || !found.isFull) return;
    after = found.last;
    await yieldToEventLoop();
  }
}

function writeLine({ transaction, moved }: Settled): string {
  const members = [
    '50',
    transaction.billerCode,
    transaction.crn1,
    transaction.crn2,
    transaction.crn3,
    String(moved),
    transaction.currency,
    transaction.action,
    transaction.card.masked,
    transaction.card.type,
    String(transaction.txnNumber),
    transaction.receiptNumber,
    transaction.authoriseId,
    transaction.merchantReference,
    writeLocalTime(transaction.processedAt).slice(0, 19),
  ];
  return `${members.map(plainMember).join(',')}\n`;
}

/** A file's name and text. */
export interface SettlementFile {
  readonly filename: string;
  readonly text: string;
}

/** Writes the file of a closed day, also for a day without transactions. */
export async function writeSettlementFile(merchant: Merchant, day: string, context: Context): Promise<SettlementFile> {
  let text = `01,CBA-EVOLVE,${day},${merchant.number}\n`;
  const sums = new Map([[merchant.defaultCurrency, { count: 0, total: 0n }]]);
  for await (const settled of listSettled(merchant, day, context)) {
    for (const each of settled) {
      const currency = each.transaction.currency ?? merchant.defaultCurrency;
      const sum = sums.get(currency) ?? { count: 0, total: 0n };
      sums.set(currency, { count: sum.count + 1, total: sum.total + BigInt(each.moved) });
      text += writeLine(each);
    }
  }
  for (const [currency, { count, total }] of sums) text += `99,${count},${total},${currency}\n`;
  return { filename: `settlement-${merchant.number}-${day}.csv`, text };
}
