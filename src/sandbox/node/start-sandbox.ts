/** Starts a sandbox on a port of this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bank } from '../bank/bank.js';
import type { Clock } from '../clock.js';
import type { SandboxControl } from '../control.js';
import { assertToken } from '../control/gate.js';
import { DroppedConnection } from '../fault.js';
import { noteCaller } from '../ip-address.js';
import type { Log } from '../log.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import type { Random } from '../random.js';
import { createSandbox, type ControlApiOptions, type Sandbox } from '../sandbox.js';
import type { SandboxSettings } from '../settings.js';
import { nodeHmac } from './node-hmac.js';
import type { Deliver } from '../webhooks/delivery.js';
import { kindOfAddress } from './address-policy.js';
import { installLazyFetchObjects } from './lazy-fetch-objects.js';
import { readPageScript } from './read-page-script.js';
import { oneAtATime } from './one-at-a-time.js';
import { databaseOfEnvironment, openStore } from './open-store.js';
import { createWebhookDelivery } from './webhook-delivery.js';

/** What to start. */
export interface StartSandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Loopback by default: the sandbox has no defence of a public server. */
  readonly host?: string;
  /**
   * A SQLite file, `:memory:`, or `postgres://user:password@host/database?schema=name`. Default: the address in
   * `DATABASE_URL` when it is one of PostgreSQL, otherwise `:memory:`.
   */
  readonly database?: string;
  /** False for an empty database, or the merchants to add; the demo merchant by default. */
  readonly seed?: boolean | readonly MerchantSeed[];
  readonly clock?: Clock;
  readonly random?: Random;
  readonly bank?: Bank;
  readonly log?: Log;
  readonly settings?: Partial<SandboxSettings>;
  /**
   * Host names, addresses and ranges that webhooks may go to, besides this machine's loopback, which is open to them
   * while the sandbox itself listens on loopback.
   */
  readonly allowWebhooksTo?: readonly string[];
  /** Opens the control API below `/_sandbox`. */
  readonly controlApi?: ControlApiOptions | undefined;
  /** How long clients may take, where it is not as long as usual. */
  readonly clientLimits?: Partial<ClientLimits> | undefined;
  /**
   * Puts quicker objects in the place of this process's `Request` and `Response`: about 15 % less work for each call. For
   * a process that is nothing but a sandbox, as the command's is.
   */
  readonly replaceGlobals?: boolean | undefined;
  /** In place of Florin's own delivery over the network, and then the rule above is the caller's. */
  readonly deliverWebhook?: Deliver | undefined;
}

/** A sandbox that listens. */
export interface RunningSandbox {
  /** `http://127.0.0.1:4010`, without a slash at the end. */
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly control: SandboxControl;
  /** Stops listening, lets running calls finish, and closes the database. */
  close(): Promise<void>;
}

/** How long clients may take. Milliseconds. */
export interface ClientLimits {
  /** For the header of a request, from the first byte or the opening of the connection. */
  readonly headerMs: number;
  /** For a whole request. */
  readonly requestMs: number;
  /** Without taking anything of an answer that is ready for them. */
  readonly readingMs: number;
  /** Between an answer and the next request on the same connection. */
  readonly idleMs: number;
  /** How often Node looks for the first two. */
  readonly checkMs: number;
  /** Connections at once; more are closed as they come. */
  readonly connections: number;
}

/** What a started sandbox holds its clients to. reliability.md, P28. */
const CLIENT_LIMITS: ClientLimits = {
  headerMs: 10_000,
  requestMs: 20_000,
  readingMs: 20_000,
  idleMs: 5_000,
  checkMs: 1_000,
  connections: 10_000,
};
/** How long a connection that is to end may still take: to read a refusal, or the last answer before the end. */
const LINGER_MS = 500;
/** How often connections that have become idle are ended meanwhile. */
const CLOSING_INTERVAL_MS = 10;

async function createListener(sandbox: Sandbox, limits: ClientLimits, overrideGlobalObjects: boolean) {
  // Before the adapter is loaded: it builds on what it finds.
  if (overrideGlobalObjects) installLazyFetchObjects();
  const { getRequestListener } = await import('@hono/node-server');
  return getRequestListener(
    async (request, env) => {
      try {
        noteCaller(request, env.incoming.socket.remoteAddress);
        const response = await sandbox.fetch(request);
        // Ends with the answer: then Node's own limit for idle connections is set in its place.
        env.incoming.socket.setTimeout(limits.readingMs);
        // No other answer ends its connection, and to look into an answer's headers costs more than to write them.
        if (response.status === 413 && 'outgoing' in env && response.headers.get('connection') === 'close') {
          env.outgoing.once('finish', () => setTimeout(() => env.incoming.destroy(), LINGER_MS).unref());
        }
        return response;
      } catch (error) {
        if (!(error instanceof DroppedConnection)) throw error;
        // Of the message alone it would be too little: one that was read to its end leaves the connection open.
        env.incoming.socket.destroy();
        return new Response(null, { status: 500 });
      }
    },
    { overrideGlobalObjects },
  );
}

/** Node takes a second Host and uses the first: what stands before the sandbox may have used the other. RFC 9112, 3.2. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts <= 1;
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(400, { Connection: 'close', 'Content-Length': 0 }).end();
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'it is taken' : error.message;
      reject(new Error(`Cannot listen on port ${port} of ${host}: ${reason}`, { cause: error }));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Lets the last answers go out, and then ends what is still open. */
async function endConnections(server: Server, closed: Promise<unknown>): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), CLOSING_INTERVAL_MS);
  const patience = setTimeout(() => server.closeAllConnections(), LINGER_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(closing);
  clearTimeout(patience);
}

function readSeed(seed: StartSandboxOptions['seed'] = true): readonly MerchantSeed[] {
  if (typeof seed !== 'boolean') return seed;
  return seed ? [DEMO_MERCHANT] : [];
}

/** True when nobody but this machine can reach what listens there. */
function isLoopbackHost(host: string): boolean {
  return host.toLowerCase() === 'localhost' || kindOfAddress(host) === 'loopback';
}

/**
 * Opens the database and listens.
 *
 * @throws Error in one line when the database cannot be opened or the port is taken
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    seed,
    allowWebhooksTo = [],
    clientLimits,
    replaceGlobals = false,
    ...others
  } = options;
  const { database = databaseOfEnvironment() ?? ':memory:', ...parts } = others;
  const isLoopbackAllowed = isLoopbackHost(host);
  const deliverWebhook = createWebhookDelivery({ isLoopbackAllowed, allow: allowWebhooksTo });
  // What cannot be is refused before anything is opened.
  if (parts.controlApi) assertToken(parts.controlApi.token);
  const store = await openStore({ database, seed: readSeed(seed), log: parts.log });
  const sandbox = createSandbox({ store, hmac: nodeHmac, deliverWebhook, pageScript: readPageScript, ...parts });
  const limits = { ...CLIENT_LIMITS, ...clientLimits };
  const listener = await createListener(sandbox, limits, replaceGlobals);
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    oneAtATime((incoming, outgoing) => void (hasOneHost(incoming) ? listener(incoming, outgoing) : refuse(outgoing))),
  );
  server.maxConnections = limits.connections;
  let taken: number;
  try {
    taken = await listen(server, port, host);
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${taken}`,
    sandbox,
    control: sandbox.control,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await sandbox.close();
      await endConnections(server, closed);
    },
  };
}
