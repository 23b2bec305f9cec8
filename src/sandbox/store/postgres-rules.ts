/** Counters and locks of PostgreSQL. See dialect-rules.ts. */
import { sql, type Kysely } from 'kysely';
import type { DialectRules } from './dialect-rules.js';
import { prepare } from './prepared.js';
import type { Schema } from './schema.js';

const lockTxn = prepare((db, values: { merchantId: number; key: number }) =>
  db
    .selectFrom('txn')
    .select('txnNumber')
    .where('txnNumber', '=', values.key)
    .where('merchantId', '=', values.merchantId)
    .forUpdate(),
);

const lockToken = prepare((db, values: { merchantId: number; key: string }) =>
  db
    .selectFrom('token')
    .select('dvToken')
    .where('dvToken', '=', values.key)
    .where('merchantId', '=', values.merchantId)
    .forUpdate(),
);

/** Takes an advisory lock until the transaction ends. It needs no row, and waits in its own statement. */
export async function lockAdvisory(db: Kysely<Schema>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The sequence of a counter. A sequence is not transactional, so no unit waits for another. */
function sequenceOf(schema: string, counter: string) {
  return sql.id(schema, `counter_${counter}`);
}

/** Creates missing sequences. */
export async function createSequences(db: Kysely<Schema>, schema: string): Promise<void> {
  for (const { name, value } of await db.selectFrom('counter').selectAll().execute()) {
    // Without a cache of numbers per connection: numbers ascend in the order of the requests.
    const numbering = sql`start with ${sql.lit(value + 1)} cache 1`;
    await sql`create sequence if not exists ${sequenceOf(schema, name)} as bigint ${numbering}`.execute(db);
  }
}

/** Creates the rules for the tables of a schema. */
export function createPostgresRules(schema: string): DialectRules {
  return {
    async nextNumber(db, counter) {
      const { rows } = await sql<{
        next: number;
      }>`select nextval(${`"${schema}"."counter_${counter}"`}) as next`.execute(db);
      const [row] = rows;
      if (!row) throw new Error(`The counter ${counter} is missing`);
      return row.next;
    },
    async lockRow(db, { table, merchantId, key }) {
      if (table === 'txn') await lockTxn(db, { merchantId, key });
      else await lockToken(db, { merchantId, key });
    },
    lockName: (db, name) => lockAdvisory(db, `${schema} ${name}`),
    countedKey: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
    async listTables(db) {
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = ${schema}`.execute(db);
      return rows.map(({ name }) => name);
    },
  };
}
