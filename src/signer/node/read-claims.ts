/** Reads the claims of a store for commands, without opening it as a signer does. Changes nothing. */
import { existsSync } from 'node:fs';
import { createConnections } from '../../node/postgres-connections.js';
import { openSqlite } from '../../node/sqlite.js';
import { scopesOf } from '../claims/scope.js';
import type { SidecarSettings } from './sidecar-config.js';

type Store = SidecarSettings['store'];

/** The error code of PostgreSQL for a table that does not exist. */
const NO_TABLE = '42P01';

/**
 * Counts the claims of test mode, of whatever merchant, for `florin doctor`.
 * @returns 0 if the store has not been created yet
 * @throws errors of the driver
 */
export async function countTestClaims(store: Store): Promise<number> {
  const isTest = `scope LIKE '${scopesOf('%').test}'`;
  const [row] = await readClaims<{ count: number }>(store, `SELECT count(*) AS count FROM claim WHERE ${isTest}`);
  return row?.count ?? 0;
}

/**
 * Runs a query on the table `claim`.
 * @returns nothing if the store has not been created yet
 * @throws errors of the driver
 */
export async function readClaims<Row>(store: Store, query: string): Promise<readonly Row[]> {
  if ('sqlite' in store) return existsSync(store.sqlite) ? readFile<Row>(store.sqlite, query) : [];
  const { postgres, schema = 'florin_signer' } = store;
  const connections = createConnections({ connectionString: postgres, max: 1 });
  try {
    const client = await connections.connect();
    try {
      const { rows } = await client.query<Row>(query.replace('FROM claim', `FROM "${schema}".claim`));
      return rows;
    } finally {
      client.release();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return [];
    throw error;
  } finally {
    await connections.end();
  }
}

function readFile<Row>(file: string, query: string): readonly Row[] {
  const database = openSqlite(file, { readOnly: true });
  try {
    const tables = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'claim'`).all();
    return tables.length === 0 ? [] : (database.prepare(query).all() as Row[]);
  } finally {
    database.close();
  }
}
