/** Opens a schema of a PostgreSQL database as the store of a sandbox. */
import { Kysely } from 'kysely';
import { silentLog, type Log } from '../log.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import { DatabaseRefused } from '../store/migrate.js';
import { ConnectionFailed } from '../store/postgres-errors.js';
import { createPostgresStore } from '../store/postgres-store.js';
import type { Schema } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { createPostgresDialect } from './postgres-driver.js';
import { createPostgresPool } from './postgres-pool.js';

/** Options of {@link openPostgresStore}. */
export interface OpenPostgresOptions {
  /**
   * `postgres://user:password@host/database`, with the connection options of the package `pg`. The schema is
   * `florin_sandbox` or the value of `?schema=` (lower-case letters, digits and underscores). It is created if it is
   * missing, so many test runs can share a database, each with its own schema. Behind
   * PgBouncer, add `?pgbouncer=true`: statements are then not kept prepared on a connection.
   */
  readonly database: string;
  /** Merchants to add if they are missing; the demo merchant by default. */
  readonly seed?: readonly MerchantSeed[];
  /** Logs when the connection to the server is lost and restored. */
  readonly log?: Log;
}

const SCHEMA_NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const DEFAULT_SCHEMA = 'florin_sandbox';

interface Address {
  readonly connectionString: string;
  readonly schema: string;
  /** Whether statements are prepared under a name. */
  readonly hasNames: boolean;
  /** The address without user and password, for messages. */
  readonly shown: string;
}

/** @throws Error in one line, without the address, which may contain a password */
function readAddress(database: string): Address {
  if (!URL.canParse(database)) throw new Error('The address of the PostgreSQL database cannot be read');
  const url = new URL(database);
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA;
  if (!SCHEMA_NAME.test(schema) || schema.startsWith('pg_')) {
    throw new Error('The schema of the PostgreSQL database must be lower-case letters, digits and underscores');
  }
  const pgbouncer = url.searchParams.get('pgbouncer') ?? 'false';
  if (pgbouncer !== 'true' && pgbouncer !== 'false') {
    throw new Error('The option pgbouncer of the PostgreSQL database must be true or false');
  }
  url.searchParams.delete('schema');
  url.searchParams.delete('pgbouncer');
  const hasNames = pgbouncer === 'false';
  return { connectionString: url.href, schema, hasNames, shown: `${url.host}${url.pathname}, schema ${schema},` };
}

function refusalOf({ shown, connectionString }: Address, error: unknown): Error {
  if (error instanceof DatabaseRefused) return new Error(`The database ${shown} ${error.message}`, { cause: error });
  // A refused connection has no message of its own; its errors are in a list.
  const cause = error instanceof ConnectionFailed ? error.cause : error;
  const errors = cause instanceof AggregateError ? (cause.errors as readonly unknown[]) : [cause];
  const reasons = errors.map((each) => (each instanceof Error ? each.message : String(each))).join('; ');
  const reason = reasons.replaceAll(connectionString, shown);
  return new Error(`The database ${shown} cannot be opened: ${reason}`, { cause: error });
}

/**
 * Opens the store and creates missing tables.
 *
 * @throws Error in one line when the server is unreachable, does not commit durably, or when the schema belongs to
 * another program or version
 * @example
 * const store = await openPostgresStore({ database: 'postgres://florin:secret@127.0.0.1/test?schema=run_1' });
 * const sandbox = createSandbox({ store });
 */
export async function openPostgresStore(options: OpenPostgresOptions): Promise<Store> {
  const { database, seed = [DEMO_MERCHANT], log = silentLog } = options;
  const address = readAddress(database);
  const { connectionString, schema, hasNames } = address;
  const dialect = createPostgresDialect(createPostgresPool({ connectionString }), hasNames);
  const connection = new Kysely<Schema>({ dialect }).withSchema(schema);
  try {
    return await createPostgresStore({ connection, schema, seeds: seed, log });
  } catch (error) {
    await connection.destroy();
    throw refusalOf(address, error);
  }
}
