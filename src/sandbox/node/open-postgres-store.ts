/** Opens a schema of a PostgreSQL database as a sandbox's store. */
import { Kysely, PostgresDialect } from 'kysely';
import { silentLog, type Log } from '../log.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import { DatabaseRefused } from '../store/migrate.js';
import { DatabaseGone } from '../store/postgres-errors.js';
import { createPostgresStore } from '../store/postgres-store.js';
import type { Schema } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { createPostgresPool } from './postgres-pool.js';

/** What to open. */
export interface OpenPostgresOptions {
  /**
   * `postgres://user:password@host/database`, with the options that the package `pg` reads from an address. The schema
   * is `florin_sandbox`, or what `?schema=` names: lower-case letters, digits and underscores. It is made when it is not
   * there, so any number of test runs can share a database, each with a schema of its own.
   */
  readonly database: string;
  /** Merchants to add when they are missing; the demo merchant by default. */
  readonly seed?: readonly MerchantSeed[];
  /** Hears when the server goes and comes back. */
  readonly log?: Log;
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const DEFAULT_SCHEMA = 'florin_sandbox';

interface Address {
  readonly connectionString: string;
  readonly schema: string;
  /** Without user and password. */
  readonly shown: string;
}

/** @throws Error in one line, without the address: a password may be in it */
function readAddress(database: string): Address {
  if (!URL.canParse(database)) throw new Error('The address of the PostgreSQL database cannot be read');
  const url = new URL(database);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    throw new Error('The schema of the PostgreSQL database must be lower-case letters, digits and underscores');
  }
  url.searchParams.delete('schema');
  return { connectionString: url.href, schema, shown: `${url.host}${url.pathname}, schema ${schema},` };
}

function refusalOf({ shown, connectionString }: Address, error: unknown): Error {
  if (error instanceof DatabaseRefused) return new Error(`The database ${shown} ${error.message}`, { cause: error });
  // A refused connection has its reasons in a list, and no text of its own.
  const cause = error instanceof DatabaseGone ? error.cause : error;
  const errors = cause instanceof AggregateError ? (cause.errors as readonly unknown[]) : [cause];
  const reasons = errors.map((each) => (each instanceof Error ? each.message : String(each))).join('; ');
  const reason = reasons.replaceAll(connectionString, shown);
  return new Error(`The database ${shown} cannot be opened: ${reason}`, { cause: error });
}

/**
 * Opens the store, and makes its tables where there are none.
 *
 * @throws Error in one line when the server cannot be reached, may lose what it acknowledged, or when the schema is of
 * something else or of a newer Florin
 */
export async function openPostgresStore(options: OpenPostgresOptions): Promise<Store> {
  const { database, seed = [DEMO_MERCHANT], log = silentLog } = options;
  const address = readAddress(database);
  const { connectionString, schema } = address;
  const dialect = new PostgresDialect({ pool: createPostgresPool({ connectionString }) });
  const db = new Kysely<Schema>({ dialect }).withSchema(schema);
  try {
    return await createPostgresStore({ db, schema, seeds: seed, log });
  } catch (error) {
    await db.destroy();
    throw refusalOf(address, error);
  }
}
