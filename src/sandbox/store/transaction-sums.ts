/** Counts and sums of transactions over time, for the dashboard. */
import type { Kysely } from 'kysely';
import { prepare, type SqlValues } from './prepared.js';
import type { Schema } from './schema.js';
import type { TransactionSum } from './transaction-query.js';

const ALIKE = ['action', 'currency', 'response_code', 'bank_response_code', 'cvn_result'] as const;

const selectSums = prepare((db, values: SqlValues & { merchantId: number; from: number; before: number }) =>
  db
    .selectFrom('txn')
    .select([...ALIKE])
    .select(({ fn }) => [
      fn.max('response_text').as('response_text'),
      fn.countAll<number>().as('count'),
      fn.sum<number>('amount').as('total'),
    ])
    .where('merchant_id', '=', values.merchantId)
    .where('processed_at', '>=', values.from)
    .where('processed_at', '<', values.before)
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
  return rows.map((row) => ({
    action: row.action,
    currency: row.currency,
    responseCode: row.response_code,
    responseText: row.response_text,
    bankResponseCode: row.bank_response_code,
    cvnResult: row.cvn_result,
    // PostgreSQL counts and adds up in types that its driver returns as texts.
    count: Number(row.count),
    total: Number(row.total),
  }));
}
