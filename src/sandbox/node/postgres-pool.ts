/**
 * Connection pool of a PostgreSQL server for Kysely. It has a small fixed size and a queue, every wait has a timeout,
 * and a broken connection is discarded. The package `pg` alone has one common timeout for queue and server, and reuses
 * a connection whose last response never arrived.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import {
  createConnections,
  discard,
  type PostgresClient,
  type PostgresConfig,
} from '../../node/postgres-connections.js';
import { DatabaseGone, isConnectionLost } from '../store/postgres-errors.js';

/** Timeout of a call in the queue. */
const TURN_TIMEOUT_MS = 30_000;
/** A server that responded within this time counts as alive, whatever happened to one connection. */
const ALIVE_MS = 1_000;

interface Waiting {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}

/** Replaces U+0000 by U+FFFD, because PostgreSQL cannot store it. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** Creates the pool. Connections are opened on demand. */
export function createPostgresPool(config: PostgresConfig): PostgresPool {
  const connections = createConnections({ application_name: 'florin-sandbox', ...config });
  const waiting: Waiting[] = [];
  let free = connections.max;
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

  /** Rejects all waiting calls at once when the server is unreachable. */
  function sendAllAway(reason: DatabaseGone): void {
    if (performance.now() - heardAt < ALIVE_MS) return;
    for (const place of waiting.splice(0)) place.giveUp(reason);
  }

  function lend(client: PostgresClient): PostgresPoolClient {
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
        if (lost) discard(client);
        else client.release();
        endTurn();
      },
    };
  }

  return {
    async connect() {
      await takeTurn();
      try {
        return lend(await connections.connect());
      } catch (error) {
        const gone = new DatabaseGone(error);
        sendAllAway(gone);
        endTurn();
        throw gone;
      }
    },
    end: () => connections.end(),
  };
}
