/** Counts and sums of transactions over time, for the dashboard. */
import type { Kysely } from 'kysely';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { TransactionSum } from './transaction-query.js';

const ALIKE = ['action', 'currency', 'responseCode', 'bankResponseCode', 'cvnResult'] as const;

const selectSums = prepare((db, values: SqlValues & { merchantId: number; from: number; before: number }) =>
  db
    .selectFrom('txn')
    .select([...ALIKE])
    .select(({ fn }) => [
      fn.max('responseText').as('responseText'),
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount').as('total'),
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
  return rows.map((row) => ({ ...row, count: Number(row.count), total: Number(row.total) }));
}
