/** Opens a SQLite file or an in-memory database as the store of a sandbox. */
import { Kysely, SqliteDialect } from 'kysely';
import { makePrivateDatabase } from '../../node/private-file.js';
import { openSqlite } from '../../node/sqlite.js';
import { adaptToKysely } from '../../sqlite/connection.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import { DatabaseRefused } from '../store/migrate.js';
import type { Schema } from '../store/schema.js';
import { createSqliteStore } from '../store/sqlite-store.js';
import type { Store } from '../store/store.js';

/** Options of {@link openSqliteStore}. */
export interface OpenSqliteOptions {
  /** A file, or `:memory:`. A missing file is created with its folder, readable by its owner only. */
  readonly database: string;
  /** Merchants to add if they are missing; the demo merchant by default. */
  readonly seed?: readonly MerchantSeed[];
}

const IN_MEMORY = ':memory:';
function connect(database: string): Kysely<Schema> {
  return new Kysely({ dialect: new SqliteDialect({ database: adaptToKysely(openSqlite(database)) }) });
}

/**
 * Runs one turn of the event loop later than the next one. Requests that arrived during the last commit are read in
 * between and join the group: five share a commit instead of three (8 clients), and none waits longer than a turn.
 */
function afterTheNextTurn(run: () => void): void {
  setImmediate(() => void setImmediate(run));
}

/** Not a file: SQLite gives each connection an own database without a name, and takes an address for a file's name. */
const NO_FILE = /^\s*$|^(?!file:)[a-z][\w+.-]*:\/\//i;

function refusalOf(database: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseRefused) return new Error(`The database ${database} ${reason}`, { cause: error });
  return new Error(`The database ${database} cannot be opened: ${reason}`, { cause: error });
}

/**
 * Opens the store.
 *
 * @throws Error in one line when the file cannot be opened, or belongs to another program or version
 * @example
 * const store = await openSqliteStore({ database: ':memory:' });
 * const sandbox = createSandbox({ store });
 */
export async function openSqliteStore({ database, seed = [DEMO_MERCHANT] }: OpenSqliteOptions): Promise<Store> {
  const opened: Kysely<Schema>[] = [];
  const open = (): Kysely<Schema> => {
    const connection = connect(database);
    opened.push(connection);
    return connection;
  };
  try {
    if (NO_FILE.test(database)) throw new Error('it must be a file, :memory: or a postgres:// address');
    makePrivateDatabase(database);
    const connections = { writer: open(), defer: afterTheNextTurn };
    return await createSqliteStore(database === IN_MEMORY ? connections : { ...connections, reader: open() }, seed);
  } catch (error) {
    await Promise.all(opened.map((connection) => connection.destroy()));
    throw refusalOf(database, error);
  }
}
