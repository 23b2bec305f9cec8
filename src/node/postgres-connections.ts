/**
 * Connections to PostgreSQL with a timeout for every wait. The server's own timeouts are not enough: it can be silent
 * without closing the connection (its machine hangs, the network drops packets).
 */
import type { Duplex } from 'node:stream';
import type * as pg from 'pg';
import { loadPackage } from './load-package.js';

/** Timeout of connecting, and the server's timeout of a statement, including waits for locks. Milliseconds. */
const TIMEOUT = 10_000;
/** Timeout of an answer: longer than that of the server, so that a working server answers first. */
const ANSWER_TIMEOUT = 11_000;
/** Time for connections to close gracefully. */
const CLOSE_TIME = 500;
const OID_OF_BIGINT = 20;

/**
 * A configuration of the package `pg`, whose own types would bring Node's types into every project that compiles against
 * Florin. An object of its type `PoolConfig` fits, with all its options.
 */
export interface PostgresConfig {
  readonly connectionString?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | (() => string | Promise<string>) | undefined;
  readonly database?: string | undefined;
  readonly ssl?: boolean | object | undefined;
  readonly application_name?: string | undefined;
  readonly options?: string | undefined;
  readonly connectionTimeoutMillis?: number | undefined;
  readonly idleTimeoutMillis?: number | null | undefined;
  readonly statement_timeout?: number | false | undefined;
  readonly query_timeout?: number | undefined;
  readonly idle_in_transaction_session_timeout?: number | undefined;
  /** The most connections that are open at once. */
  readonly max?: number | undefined;
}

/** A statement with its values. A connection keeps a named one prepared. */
export interface PostgresStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PostgresClient {
  query<Row = Record<string, unknown>>(
    text: string | PostgresStatement,
    parameters?: readonly unknown[],
  ): Promise<PostgresResult<Row>>;
  release(isBroken?: boolean): void;
}

/** The answer to a statement. */
export interface PostgresResult<Row = Record<string, unknown>> {
  readonly command: string;
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/** A pool of connections, opened on demand. */
export interface Connections {
  /** The most open connections. */
  readonly max: number;
  connect(): Promise<PostgresClient>;
  /** Resolves when all connections are returned and closed, within the timeouts above. */
  end(): Promise<void>;
}

interface Pipelined {
  /** True to send each statement without a wait for the answer to the last one. An older `pg` waits nevertheless. */
  readonly pipeline?: boolean;
}

/** The server's own limits, which end the locks of a process that hangs. */
type ServerLimits = Required<Pick<PostgresConfig, 'statement_timeout' | 'idle_in_transaction_session_timeout'>>;

const SERVER_LIMITS: ServerLimits = { statement_timeout: TIMEOUT, idle_in_transaction_session_timeout: TIMEOUT };
/** What PgBouncer says to a parameter of the connection that it does not know. */
const REFUSED_PARAMETER = /unsupported startup parameter/;

/**
 * Creates a pool. Timeouts in `config` replace those of this file. The server's limits are parameters of the connection; a
 * pooler such as PgBouncer refuses these, or ignores them, so each transaction begins with them too.
 */
export function createConnections(config: PostgresConfig & Pipelined): Connections {
  const limits = { ...SERVER_LIMITS, ...limitsOf(config) };
  const setLimits = Object.entries(limits)
    .map(([name, value]) => `; SET LOCAL ${name} = ${Number(value)}`)
    .join('');
  const open = new Set<pg.PoolClient>();
  /** When each connection was last returned, and when the last one was broken. */
  const returnedAt = new WeakMap<pg.PoolClient, number>();
  let brokenAt = 0;
  /** The server may be at another address since: a connection to the old one would cost a timeout of its own. */
  const isStale = (client: pg.PoolClient) => (returnedAt.get(client) ?? Infinity) < brokenAt;
  const openPool = (parameters: Partial<ServerLimits>) => {
    const opened = createPool({ ...config, ...parameters });
    opened.on('connect', (client) => {
      open.add(client);
      client.once('end', () => open.delete(client));
      const query = client.query.bind(client) as (...values: unknown[]) => unknown;
      const limited = (text: unknown, ...values: unknown[]) =>
        query(isBegin(text) ? `${text}${setLimits}` : text, ...values);
      client.query = limited as typeof client.query;
    });
    opened.on('release', (error: unknown, client) => {
      if (!error) returnedAt.set(client, performance.now());
      else if (!isStale(client)) brokenAt = performance.now();
    });
    return opened;
  };
  let pool = openPool(limits);
  let isPooler = false;
  return {
    max: pool.options.max,
    async connect() {
      const tried = pool;
      try {
        let client = await tried.connect();
        while (isStale(client)) {
          discard(client);
          client = await tried.connect();
        }
        return client;
      } catch (error) {
        if (!(error instanceof Error && REFUSED_PARAMETER.test(error.message))) throw error;
        if (!isPooler) pool = openPool(NO_PARAMETERS);
        isPooler = true;
        if (tried !== pool) return pool.connect();
        throw error;
      }
    },
    async end() {
      // Every statement ends by its timeout, so every connection is returned.
      await pool.end();
      // The pool does not wait until they are closed.
      const closed = [...open].map((client) => new Promise((resolve) => void client.once('end', resolve)));
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_TIME).unref());
      await Promise.race([Promise.all(closed), late]);
      for (const client of open) destroy(client);
    },
  };
}

const NO_PARAMETERS = { statement_timeout: false, idle_in_transaction_session_timeout: 0 } as const;

/** The limits that the shop has set, in the configuration or in its address. */
function limitsOf(config: PostgresConfig): Partial<ServerLimits> {
  const { connectionString = '' } = config;
  const inAddress = URL.canParse(connectionString) ? new URL(connectionString).searchParams : new URLSearchParams();
  const limits: Partial<Record<keyof ServerLimits, number>> = {};
  for (const name of Object.keys(SERVER_LIMITS) as (keyof ServerLimits)[]) {
    const value = inAddress.get(name) ?? config[name];
    // As the package `pg` reads it; false is none.
    if (value !== undefined) limits[name] = Number.parseInt(String(value), 10) || 0;
  }
  return limits;
}

const isBegin = (text: unknown): text is string => typeof text === 'string' && /^begin\b/i.test(text);

/** Sends statements in one packet. */
export function sendTogether(
  client: PostgresClient,
  statements: readonly (string | PostgresStatement)[],
): readonly Promise<PostgresResult>[] {
  const stream = streamOf(client);
  stream?.cork();
  const answers = statements.map((statement) => client.query(statement));
  stream?.uncork();
  return answers;
}

/** Destroys a connection whose server may never answer again: a graceful end would wait for it. */
export function discard(client: PostgresClient): void {
  client.release(true);
  destroy(client);
}

function createPool(config: PostgresConfig): pg.Pool {
  const { Pool, types } = loadPackage('pg', 'A PostgreSQL database') as typeof pg;
  const pool = new Pool({
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
    ...(config as pg.PoolConfig),
    // The driver returns bigint as text. All of Florin's (counts, numbers, milliseconds) are safe integers.
    types: {
      getTypeParser: (oid: number): unknown => (oid === OID_OF_BIGINT ? Number : types.getTypeParser(oid)),
    },
  });
  // A broken connection rejects its statement, and the pool replaces it. The error event adds nothing, but without a listener
  // Node would end the process: the pool emits it for idle connections, a client for its own.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function destroy(client: PostgresClient): void {
  streamOf(client)?.destroy();
}

/** The socket of a connection, or what stands for it. */
function streamOf(client: PostgresClient): Duplex | undefined {
  return (client as unknown as { readonly connection?: { readonly stream?: Duplex } }).connection?.stream;
}
