/** Totals of a settlement day by card type and currency, of the same transactions as its file. */
import type { CardType } from '../../wire/codes.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { listSettled } from './settlement-file.js';

/** Settled transactions that are alike. */
export interface DaySum {
  /** Null for an account. */
  readonly cardType: CardType | null;
  readonly currency: string;
  readonly count: number;
  /** Lowest denomination; negative when more went to the payers. */
  readonly amount: bigint;
}

/** Adds up a day. */
export async function sumSettled(merchant: Merchant, day: string, context: Context): Promise<readonly DaySum[]> {
  const sums = new Map<string, DaySum>();
  for await (const settled of listSettled(merchant, day, context)) {
    for (const { transaction, moved } of settled) {
      const cardType = transaction.card.type;
      const currency = transaction.currency ?? merchant.defaultCurrency;
      const key = `${currency} ${cardType ?? ''}`;
      const { count = 0, amount = 0n } = sums.get(key) ?? {};
      sums.set(key, { cardType, currency, count: count + 1, amount: amount + BigInt(moved) });
    }
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
