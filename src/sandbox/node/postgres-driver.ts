/**
 * Kysely's driver for the store on PostgreSQL. A wait for the server costs more than its statement, so a transaction waits
 * as rarely as it can:
 *
 * - It begins with its first statement that writes or locks. At READ COMMITTED, earlier reads are the same outside of it.
 * - A statement whose answer nobody reads waits for the next one, or for the end. They are sent in one packet.
 * - A single such statement needs no transaction around it.
 */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
} from 'kysely';
import type { PostgresResult, PostgresStatement } from '../../node/postgres-connections.js';
import type { PreparedQuery } from '../store/prepared.js';
import type { PooledConnection, SandboxPool } from './postgres-pool.js';

/** The locks of dialect-rules.ts require this level, whatever the server's default is. */
const BEGIN = 'begin isolation level read committed';
const CHANGES: readonly string[] = ['INSERT', 'UPDATE', 'DELETE'];

/**
 * Replaces U+0000 by U+FFFD, because PostgreSQL cannot store it, and rounds numbers: all columns are integers, and a time
 * by a setting in decimals (0.07 minutes) is not a whole number of milliseconds.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** True for a statement that neither writes nor locks. */
function onlyReads({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && query.endModifiers === undefined;
}

function toResult<R>(answer: PostgresResult | undefined): QueryResult<R> {
  const { command = '', rows = [], rowCount } = answer ?? {};
  const result = { rows: rows as R[] };
  return CHANGES.includes(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
}

class Connection implements DatabaseConnection {
  readonly #pool: SandboxPool;
  readonly #hasNames: boolean;
  /** Taken when it is needed. */
  #pooled: PooledConnection | undefined;
  #transaction: 'none' | 'due' | 'open' = 'none';
  #held: PostgresStatement[] = [];

  constructor(pool: SandboxPool, hasNames: boolean) {
    this.#pool = pool;
    this.#hasNames = hasNames;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { name, isUnread } = query as Partial<PreparedQuery>;
    const values = query.parameters.map(storable);
    const statement = { text: query.sql, values, ...(this.#hasNames && name !== undefined && { name }) };
    if (isUnread === true && this.#transaction !== 'none') {
      this.#held.push(statement);
      return { rows: [] };
    }
    const isRead = onlyReads(query) && this.#held.length === 0;
    if (isRead && name !== undefined && this.#transaction !== 'open') return toResult(await this.#pool.read(statement));
    return toResult((await this.#sendHeld(statement, !isRead)).at(-1));
  }

  begin(): void {
    this.#transaction = 'due';
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'due' && this.#held.length <= 1) {
      if (this.#held.length === 1) await this.#send(this.#held.splice(0));
    } else {
      const answers = await this.#sendHeld('commit', true);
      // How the server answers after an error that the unit has caught.
      if (answers.at(-1)?.command === 'ROLLBACK') throw new Error('The transaction was rolled back');
    }
    this.#transaction = 'none';
  }

  async rollback(): Promise<void> {
    const wasOpen = this.#transaction === 'open';
    this.#held = [];
    this.#transaction = 'none';
    if (wasOpen && this.#pooled) await this.#send(['rollback']);
  }

  release(): void {
    this.#pooled?.release();
  }

  /** Never called: no statement of the store is read in parts. */
  streamQuery(): never {
    throw new TypeError('The store reads no statement in parts');
  }

  #sendHeld(last: string | PostgresStatement, isInTransaction: boolean): Promise<readonly PostgresResult[]> {
    const begins = isInTransaction && this.#transaction === 'due';
    if (begins) this.#transaction = 'open';
    return this.#send([...(begins ? [BEGIN] : []), ...this.#held.splice(0), last]);
  }

  async #send(statements: readonly (string | PostgresStatement)[]): Promise<readonly PostgresResult[]> {
    this.#pooled ??= await this.#pool.connect();
    return Promise.all(this.#pooled.send(statements));
  }
}

/** Creates the dialect. @param hasNames false for statements without names, which every pooler takes */
export function createPostgresDialect(pool: SandboxPool, hasNames: boolean): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: () => Promise.resolve(),
      acquireConnection: () => Promise.resolve(new Connection(pool, hasNames)),
      beginTransaction: (connection: Connection) => Promise.resolve(connection.begin()),
      commitTransaction: (connection: Connection) => connection.commit(),
      rollbackTransaction: (connection: Connection) => connection.rollback(),
      releaseConnection: (connection: Connection) => Promise.resolve(connection.release()),
      destroy: () => pool.end(),
    }),
  };
}
