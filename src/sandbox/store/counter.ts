/** Ascending numbers of transactions, tokens, webhooks and files. Each counter is a row of the table `counter`. */
import { sql, type Kysely } from 'kysely';
import { prepare } from './prepared.js';
import type { Schema } from './schema.js';

export type Counter = 'txn' | 'token' | 'webhook' | 'batch' | 'crn_lookup';

const countOn = prepare((db, { name }: { name: string }) =>
  db
    .updateTable('counter')
    .set({ value: sql<number>`value + 1` })
    .where('name', '=', name)
    .returning('value'),
);

/** Returns the next number from the counter's row. A failed unit gives it back, and two units cannot count at once. */
export async function nextByRow(db: Kysely<Schema>, counter: Counter): Promise<number> {
  const [row] = (await countOn(db, { name: counter })).rows;
  if (!row) throw new Error(`The counter ${counter} is missing`);
  return row.value;
}
