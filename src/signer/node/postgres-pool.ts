/**
 * Connections of the signer's store. A server that did not answer is not asked again for a moment,
 * so that calls fail at once instead of after one timeout each.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import {
  createConnections,
  discard,
  type PostgresClient,
  type PostgresConfig,
} from '../../node/postgres-connections.js';

/** How long a server that did not answer is not asked again. Milliseconds. */
const AWAY = 2_000;

/** For Kysely, and for transactions with the shop's code. */
export interface SignerPool extends PostgresPool {
  connect(): Promise<PooledClient>;
}

/** One connection. After a timeout it is never used again. */
interface PooledClient extends PostgresPoolClient {
  readonly client: PostgresClient;
  /** @param isBroken true if the connection's state is unknown */
  release(isBroken?: boolean): void;
}

/** Messages of the package `pg` after a timeout of an answer or of a connection. */
const SILENCE = /^(Query read timeout|timeout e|Connection terminated due to connection timeout)/;

/**
 * Whether the error is a timeout. A server that is down rejects at once, and may be asked again at
 * once.
 */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && SILENCE.test(error.message);
}

/**
 * Codes of a server that is not there or not ready: of the network, and of PostgreSQL (starting, stopping, out of connections,
 * connection broken).
 */
const AWAY_CODE =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|57P0[123]|53300|08\w{3})$/;

/** Messages of the package `pg`, without a code, for a connection that broke during a statement or before it. */
const BROKEN = /^Connection terminated| is not queryable$/;

/** Whether the error may end by itself, because the server is not there or not ready. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return isSilence(error) || AWAY_CODE.test(String(code)) || BROKEN.test(error.message);
}

/** Creates the pool; opens no connection yet. */
export function createSignerPool(config: PostgresConfig): SignerPool {
  const connections = createConnections({ application_name: 'florin-signer', ...config });
  let heardAt = 0;
  let awayUntil = 0;

  /** If other connections answer, only the failed one is discarded. */
  function noteFailure(error: unknown, since: number): void {
    if (isSilence(error) && heardAt < since) awayUntil = performance.now() + AWAY;
  }

  function wrapClient(client: PostgresClient): PooledClient {
    let lost: Error | undefined;
    async function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      if (lost) throw lost;
      const since = performance.now();
      try {
        const result = await client.query(text, [...parameters]);
        heardAt = performance.now();
        return result as unknown as PostgresQueryResult<R>;
      } catch (error) {
        // Errors of the server have a severity; errors without one are a broken connection or a
        // timeout.
        if ((error as { severity?: unknown }).severity !== undefined) heardAt = performance.now();
        else {
          lost = error as Error;
          noteFailure(error, since);
        }
        throw error;
      }
    }
    return {
      client,
      query: query as PostgresPoolClient['query'],
      release(isBroken = false) {
        if (lost || isBroken) discard(client);
        else client.release();
      },
    };
  }

  return {
    async connect() {
      const since = performance.now();
      if (since < awayUntil) {
        // Yields to the event loop, so that callers that retry in a loop do not block the process.
        await new Promise((resolve) => void setImmediate(resolve));
        throw new Error('The database did not answer a moment ago');
      }
      try {
        return wrapClient(await connections.connect());
      } catch (error) {
        noteFailure(error, since);
        throw error;
      }
    },
    end: () => connections.end(),
  };
}
