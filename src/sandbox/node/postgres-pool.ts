/**
 * Connection pool of a PostgreSQL server. It has a small fixed size and a queue, every wait has a timeout, and a broken
 * connection is discarded. The package `pg` alone has one common timeout for queue and server, and reuses a connection
 * whose last response never arrived.
 */
import {
  createConnections,
  discard,
  sendTogether,
  type PostgresClient,
  type PostgresConfig,
  type PostgresResult,
  type PostgresStatement,
} from '../../node/postgres-connections.js';
import { ConnectionFailed, isConnectionLost } from '../store/postgres-errors.js';

/** Timeout of a call in the queue. */
const QUEUE_TIMEOUT_MS = 30_000;
/** A server that responded within this time counts as alive, whatever happened to one connection. */
const ALIVE_MS = 1_000;

interface QueuedCall {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface PooledConnection {
  /** Sends statements in one packet. */
  send(statements: readonly (string | PostgresStatement)[]): readonly Promise<PostgresResult>[];
  release(): void;
}

export interface SandboxPool {
  connect(): Promise<PooledConnection>;
  /** Sends a statement outside of any transaction, in one packet with the others of this turn of the event loop. */
  read(statement: PostgresStatement): Promise<PostgresResult>;
  end(): Promise<void>;
}

interface Read {
  readonly statement: PostgresStatement;
  readonly resolve: (answer: PostgresResult | Promise<PostgresResult>) => void;
  readonly reject: (error: unknown) => void;
}

/** Creates the pool. Connections are opened on demand. */
export function createPostgresPool(config: PostgresConfig): SandboxPool {
  const connections = createConnections({ application_name: 'florin-sandbox', pipeline: true, ...config });
  const queue: QueuedCall[] = [];
  let free = connections.max;
  let respondedAt = Number.NEGATIVE_INFINITY;

  function acquireSlot(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(call), 1);
        reject(new ConnectionFailed(new Error('No connection to the database became free')));
      }, QUEUE_TIMEOUT_MS);
      const call: QueuedCall = {
        resolve() {
          clearTimeout(timer);
          resolve();
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      };
      queue.push(call);
    });
  }

  function releaseSlot(): void {
    const next = queue.shift();
    if (next) next.resolve();
    else free += 1;
  }

  /** Rejects all waiting calls at once when the server is unreachable. */
  function rejectQueue(reason: ConnectionFailed): void {
    if (performance.now() - respondedAt < ALIVE_MS) return;
    for (const call of queue.splice(0)) call.reject(reason);
  }

  function wrapClient(client: PostgresClient): PooledConnection {
    let lost: ConnectionFailed | undefined;
    async function answered(answer: Promise<PostgresResult>): Promise<PostgresResult> {
      try {
        const result = await answer;
        respondedAt = performance.now();
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        lost ??= new ConnectionFailed(error);
        rejectQueue(lost);
        throw lost;
      }
    }
    return {
      send(statements) {
        if (lost) throw lost;
        return sendTogether(client, statements).map(answered);
      },
      release() {
        if (lost) discard(client);
        else client.release();
        releaseSlot();
      },
    };
  }

  async function connect(): Promise<PooledConnection> {
    await acquireSlot();
    try {
      return wrapClient(await connections.connect());
    } catch (error) {
      const failure = new ConnectionFailed(error);
      rejectQueue(failure);
      releaseSlot();
      throw failure;
    }
  }

  let reads: Read[] = [];

  async function sendReads(): Promise<void> {
    const sent = reads;
    reads = [];
    try {
      const connection = await connect();
      const answers = connection.send(sent.map(({ statement }) => statement));
      for (const [index, { resolve }] of sent.entries()) resolve(answers[index]!);
      await Promise.allSettled(answers);
      connection.release();
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }

  return {
    connect,
    read(statement) {
      if (reads.length === 0) setImmediate(() => void sendReads());
      return new Promise((resolve, reject) => void reads.push({ statement, resolve, reject }));
    },
    end: () => connections.end(),
  };
}
