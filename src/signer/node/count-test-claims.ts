/** Counts the claims of test mode in a store, for `florin doctor`. Changes nothing. */
import { existsSync } from 'node:fs';
import { createConnections } from '../../node/postgres-connections.js';
import { openSqlite } from '../../node/sqlite.js';
import { scopesOf } from '../claims/scope.js';
import type { SidecarSettings } from './sidecar-config.js';

/** Of whatever merchant. */
const IS_TEST = `scope LIKE '${scopesOf('%').test}'`;
/** The error code of PostgreSQL for a table that does not exist. */
const NO_TABLE = '42P01';

/**
 * @returns 0 if the store has not been created yet
 * @throws errors of the driver
 */
export async function countTestClaims(store: SidecarSettings['store']): Promise<number> {
  if ('sqlite' in store) return existsSync(store.sqlite) ? countInFile(store.sqlite) : 0;
  const { postgres, schema = 'florin_signer' } = store;
  const connections = createConnections({ connectionString: postgres, max: 1 });
  try {
    const client = await connections.connect();
    try {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*) FROM "${schema}".claim WHERE ${IS_TEST}`);
      return rows[0]?.count ?? 0;
    } finally {
      client.release();
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return 0;
    throw error;
  } finally {
    await connections.end();
  }
}

function countInFile(file: string): number {
  const database = openSqlite(file, { readOnly: true });
  try {
    const tables = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'claim'`).all();
    if (tables.length === 0) return 0;
    return (database.prepare(`SELECT count(*) AS count FROM claim WHERE ${IS_TEST}`).get() as { count: number }).count;
  } finally {
    database.close();
  }
}
