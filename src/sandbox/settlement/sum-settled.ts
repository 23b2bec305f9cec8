/** Totals of a settlement day by card type and currency, of the same transactions as its file. */
import type { Action, CardType } from '../../wire/codes.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { listSettled } from './settlement-file.js';

/** Settled transactions that are alike. */
export interface DaySum {
  /** Null for an account. */
  readonly cardType: CardType | null;
  readonly currency: string;
  readonly count: number;
  /** Payments and captures, as all amounts in the lowest denomination. */
  readonly gross: bigint;
  /** Not above 0. */
  readonly refunds: bigint;
  /** Below 0 for reversed payments and captures, above 0 for reversed refunds. */
  readonly reversals: bigint;
  /** The sum of the three; negative when more went to the payers. */
  readonly net: bigint;
}

const NOTHING = { count: 0, gross: 0n, refunds: 0n, reversals: 0n, net: 0n };

function partOf(action: Action): 'gross' | 'refunds' | 'reversals' {
  if (action === 'reversal') return 'reversals';
  return action === 'refund' || action === 'unmatched_refund' ? 'refunds' : 'gross';
}

/** Adds up a day. */
export async function sumSettled(merchant: Merchant, day: string, context: Context): Promise<readonly DaySum[]> {
  const sums = new Map<string, DaySum>();
  for await (const settled of listSettled(merchant, day, context)) {
    for (const { transaction, moved } of settled) {
      const cardType = transaction.card.type;
      const currency = transaction.currency ?? merchant.defaultCurrency;
      const key = `${currency} ${cardType ?? ''}`;
      const before = sums.get(key) ?? { cardType, currency, ...NOTHING };
      const part = partOf(transaction.action);
      const amount = BigInt(moved);
      const after = { [part]: before[part] + amount, net: before.net + amount, count: before.count + 1 };
      sums.set(key, { ...before, ...after });
    }
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
