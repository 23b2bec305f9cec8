/**
 * Connections to a PostgreSQL server, for Kysely: never more than a few, each given out in turn, every wait with an end,
 * and a connection that broke is thrown away. The package `pg` alone counts the wait for a turn and the wait for the
 * server by one limit, and lends a connection again whose last answer never came.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseGone, isConnectionLost } from '../store/postgres-errors.js';

/** How long a connection may take to come about, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long the server works at a statement, waits for locks included, before it gives up. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** How long an answer is waited for: longer than the server's own limit, so that it comes first. */
const ANSWER_TIMEOUT_MS = 12_000;
/** How long a call waits for its turn. */
const TURN_TIMEOUT_MS = 30_000;
/** A server that has answered within this time is not gone, whatever became of one connection. */
const ALIVE_MS = 1_000;
const CONNECTIONS = 10;

const OID_OF_BIGINT = 20;

interface Waiting {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}

/** Text with U+0000 cannot be stored by PostgreSQL, so that character becomes U+FFFD. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Ends a connection whose server may never answer again; a polite end would wait for it. */
function destroy(client: PoolClient): void {
  const { connection } = client as unknown as { readonly connection?: { readonly stream?: { destroy(): void } } };
  client.release(true);
  connection?.stream?.destroy();
}

function createPool(config: PoolConfig): Pool {
  const pool = new Pool({
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    // A process that stands still in the middle of a unit does not keep its locks.
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'florin-sandbox',
    max: CONNECTIONS,
    ...config,
    // Numbers and milliseconds are bigint, which the package gives as text; all of them are safe integers here.
    types: {
      getTypeParser: (oid: number): unknown => (oid === OID_OF_BIGINT ? Number : types.getTypeParser(oid)),
    },
  });
  // A connection that breaks takes its statement with it, which rejects, or was idle, and then nobody misses it. Node
  // ends the process where nobody listens: to idle connections (the pool) and lent ones.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Makes the connections; none is opened yet. */
export function createPostgresPool(config: PoolConfig): PostgresPool {
  const pool = createPool(config);
  const waiting: Waiting[] = [];
  let free = pool.options.max;
  let heardAt = Number.NEGATIVE_INFINITY;

  function takeTurn(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(place), 1);
        reject(new DatabaseGone(new Error('No connection to the database became free')));
      }, TURN_TIMEOUT_MS);
      const place: Waiting = {
        go() {
          clearTimeout(timer);
          resolve();
        },
        giveUp(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.push(place);
    });
  }

  function endTurn(): void {
    const next = waiting.shift();
    if (next) next.go();
    else free += 1;
  }

  /** Who waits behind a server that is gone is told at once, not one after the other. */
  function sendAllAway(reason: DatabaseGone): void {
    if (performance.now() - heardAt < ALIVE_MS) return;
    for (const place of waiting.splice(0)) place.giveUp(reason);
  }

  function lend(client: PoolClient): PostgresPoolClient {
    let lost: DatabaseGone | undefined;
    async function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      if (lost) throw lost;
      try {
        const result = await client.query(sql, parameters.map(storable));
        heardAt = performance.now();
        return result as unknown as PostgresQueryResult<R>;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        lost = new DatabaseGone(error);
        sendAllAway(lost);
        throw lost;
      }
    }
    return {
      query: query as PostgresPoolClient['query'],
      release() {
        if (lost) destroy(client);
        else client.release();
        endTurn();
      },
    };
  }

  return {
    async connect() {
      await takeTurn();
      try {
        return lend(await pool.connect());
      } catch (error) {
        const gone = new DatabaseGone(error);
        sendAllAway(gone);
        endTurn();
        throw gone;
      }
    },
    end: () => pool.end(),
  };
}
