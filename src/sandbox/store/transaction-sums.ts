/** Counts and sums of transactions over time, for the dashboard. */
import { sql, type Kysely } from 'kysely';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { TransactionSum } from './transaction-query.js';

const ALIKE = ['txn.action', 'txn.currency', 'txn.responseCode', 'txn.bankResponseCode', 'txn.cvnResult'] as const;

/** Amounts are added up in two parts: a sum of whole amounts can exceed the integers of SQLite and of its driver. */
const MILLION = 1_000_000;

const selectSums = prepare((db, values: SqlValues & { merchantId: number; from: number; before: number }) =>
  db
    .selectFrom('txn')
    .leftJoin('txn as original', (join) =>
      join.onRef('original.merchantId', '=', 'txn.merchantId').on(({ eb, ref }) =>
        // Only a number is cast, because another action can name an original that does not exist.
        eb(
          'original.txnNumber',
          '=',
          sql<number>`cast(case when ${ref('txn.action')} = 'reversal' then ${ref('txn.originalTxnNumber')} end as bigint)`,
        ),
      ),
    )
    .select([...ALIKE, 'original.action as reversed'])
    .select(({ fn, ref }) => [
      fn.max('txn.responseText').as('responseText'),
      fn.countAll<number>().as('count'),
      fn.sum<number>(sql<number>`${ref('txn.amount')} / ${sql.lit(MILLION)}`).as('millions'),
      fn.sum<number>(sql<number>`${ref('txn.amount')} % ${sql.lit(MILLION)}`).as('rest'),
    ])
    .where('txn.merchantId', '=', values.merchantId)
    .where('txn.processedAt', '>=', values.from)
    .where('txn.processedAt', '<', values.before)
    .groupBy([...ALIKE, 'original.action']),
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
    total: BigInt(millions) * BigInt(MILLION) + BigInt(rest),
  }));
}
