/** Opens the store that a text names: an address of PostgreSQL, a SQLite file, or `:memory:`. */
import type { Log } from '../log.js';
import type { MerchantSeed } from '../merchant.js';
import type { Store } from '../store/store.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { isPostgresAddress } from './postgres-address.js';

/** What to open. */
export interface OpenStoreOptions {
  /** `postgres://…`, a file, or `:memory:`. */
  readonly database: string;
  readonly seed: readonly MerchantSeed[];
  readonly log?: Log | undefined;
}

/** The address in `DATABASE_URL`; undefined when there is none, or one of another kind of database. */
export function databaseOfEnvironment(): string | undefined {
  const address = process.env['DATABASE_URL'];
  return address !== undefined && isPostgresAddress(address) ? address : undefined;
}

/** @throws Error in one line when it cannot be opened, or is of something else or of a newer Florin */
export async function openStore({ database, seed, log }: OpenStoreOptions): Promise<Store> {
  if (!isPostgresAddress(database)) return openSqliteStore({ database, seed });
  // Loaded when there is one: a driver that nobody uses would take a tenth of the memory.
  const { openPostgresStore } = await import('./open-postgres-store.js');
  return openPostgresStore({ database, seed, ...(log && { log }) });
}
