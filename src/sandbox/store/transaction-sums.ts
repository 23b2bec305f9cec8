/** Counts and sums of transactions over time, for the dashboard. */
import { sql, type Kysely } from 'kysely';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { TransactionSum } from './transaction-query.js';

const ALIKE = ['action', 'currency', 'responseCode', 'bankResponseCode', 'cvnResult'] as const;

/** Amounts are added up in two parts: a sum of whole amounts can exceed the integers of SQLite and of its driver. */
const MILLION = 1_000_000;

const selectSums = prepare((db, values: SqlValues & { merchantId: number; from: number; before: number }) =>
  db
    .selectFrom('txn')
    .select([...ALIKE])
    .select(({ fn, ref }) => [
      fn.max('responseText').as('responseText'),
      fn.countAll<number>().as('count'),
      fn.sum<number>(sql<number>`${ref('amount')} / ${sql.lit(MILLION)}`).as('millions'),
      fn.sum<number>(sql<number>`${ref('amount')} % ${sql.lit(MILLION)}`).as('rest'),
    ])
    .where('merchantId', '=', values.merchantId)
    .where('processedAt', '>=', values.from)
    .where('processedAt', '<', values.before)
    .groupBy([...ALIKE]),
);

/** Counts and adds up the transactions of a period. The end is exclusive. */
export async function sumTransactions(
  db: Kysely<Schema>,
  merchantId: number,
  from: number,
  before: number,
): Promise<readonly TransactionSum[]> {
  const { rows } = await selectSums(db, { merchantId, from, before });
  // PostgreSQL counts and adds up in types that its driver returns as texts.
  return rows.map(({ count, millions, rest, ...row }) => ({
    ...row,
    count: Number(count),
    total: Number(millions) * MILLION + Number(rest),
  }));
}
