/** Opens the store of a PostgreSQL address, a SQLite file or `:memory:`. */
import type { Log } from '../log.js';
import type { MerchantSeed } from '../merchant.js';
import type { Store } from '../store/store.js';
import { openSqliteStore } from './open-sqlite-store.js';

export interface OpenStoreOptions {
  /** `postgres://…`, a file name or `:memory:`. */
  readonly database: string;
  readonly seed: readonly MerchantSeed[];
  readonly log?: Log | undefined;
}

const isPostgresAddress = (database: string) => /^postgres(ql)?:\/\//i.test(database);

/** The value of `DATABASE_URL` if it is a PostgreSQL address. */
export function databaseOfEnvironment(): string | undefined {
  const address = process.env['DATABASE_URL'];
  return address !== undefined && isPostgresAddress(address) ? address : undefined;
}

/** @throws Error in one line when it cannot be opened, or belongs to another program or version */
export async function openStore({ database, seed, log }: OpenStoreOptions): Promise<Store> {
  if (!isPostgresAddress(database)) return openSqliteStore({ database, seed });
  // Loaded on demand: an unused driver would take a tenth of the memory.
  const { openPostgresStore } = await import('./open-postgres-store.js');
  return openPostgresStore({ database, seed, ...(log && { log }) });
}
