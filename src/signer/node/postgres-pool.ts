/**
 * Connections of the signer's store. A server that has not answered is left alone for a moment, so that calls fail at
 * once in the place of one timeout each.
 */
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient, PoolConfig } from 'pg';
import { createConnections, discard } from '../../node/postgres-connections.js';

/** How long nobody asks a server that was silent. Milliseconds. */
const AWAY = 2_000;

/** For Kysely, and for transactions of the shop's own. */
export interface SignerPool extends PostgresPool {
  connect(): Promise<LentClient>;
}

/** One connection. Once it has not answered in time it is never used again. */
export interface LentClient extends PostgresPoolClient {
  readonly client: PoolClient;
  /** @param isBroken for a connection of which nobody knows what state it is in */
  release(isBroken?: boolean): void;
}

/** What the package says when it has waited in vain: for an answer, for a connection. */
const SILENCE = /^(Query read timeout|timeout e|Connection terminated due to connection timeout)/;

/** Whether an answer was waited for in vain. A server that is gone says so at once, and is asked again at once. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && SILENCE.test(error.message);
}

/** Makes the connections; none is opened yet. */
export function createSignerPool(config: PoolConfig): SignerPool {
  const connections = createConnections({ application_name: 'florin-signer', ...config });
  let heardAt = 0;
  let awayUntil = 0;

  /** One connection may be broken while the others answer: then only that one is given up. */
  function noteFailure(error: unknown, since: number): void {
    if (isSilence(error) && heardAt < since) awayUntil = performance.now() + AWAY;
  }

  function lend(client: PoolClient): LentClient {
    let lost: Error | undefined;
    async function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
      if (lost) throw lost;
      const since = performance.now();
      try {
        const result = await client.query(text, [...parameters]);
        heardAt = performance.now();
        return result as unknown as PostgresQueryResult<R>;
      } catch (error) {
        // What the server says has its code; what has none is a line that broke, or a wait that came to its end.
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
        // Who asks again and again leaves the process to others in between.
        await new Promise((resolve) => void setImmediate(resolve));
        throw new Error('The database has not answered a moment ago');
      }
      try {
        return lend(await connections.connect());
      } catch (error) {
        noteFailure(error, since);
        throw error;
      }
    },
    end: () => connections.end(),
  };
}
