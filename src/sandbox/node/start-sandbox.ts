/** Starts a sandbox on a local port. */
import { createServer, type ServerResponse } from 'node:http';
import { isLoopbackHost } from '../../core/loopback.js';
import { SERVER_LIMITS } from '../../node/server-limits.js';
import { createDrain, type Drain } from '../../node/drain.js';
import { listen, urlOf } from '../../node/listen.js';
import { oneAtATime } from '../../node/one-at-a-time.js';
import { hasOneHost } from '../../node/one-host.js';
import { readBrowserFile } from '../../node/read-browser-file.js';
import type { Bank } from '../bank/bank.js';
import type { Clock } from '../clock.js';
import type { SandboxControl } from '../control.js';
import { assertToken } from '../control/gate.js';
import { DroppedConnection } from '../fault.js';
import { noteCaller } from '../ip-address.js';
import type { Log } from '../log.js';
import { DEMO_MERCHANT, type MerchantSeed } from '../merchant.js';
import type { Random } from '../random.js';
import type { ControlApiOptions } from '../handlers.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import type { SandboxSettings } from '../settings.js';
import { nodeHmac } from './node-hmac.js';
import type { Deliver } from '../webhooks/delivery.js';
import { kindOfAddress } from './address-policy.js';
import { databaseOfEnvironment, openStore } from './open-store.js';
import { assertNothingPublished } from './published-defaults.js';
import { createWebhookDelivery } from './webhook-delivery.js';

/** Options of {@link startSandbox}. */
export interface StartSandboxOptions {
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  /** Loopback by default: the sandbox is not hardened as a public server. */
  readonly host?: string;
  /**
   * True to accept the published credentials of the guides (the demo merchant's password, the example control token)
   * from other machines. Without it, such a sandbox starts only on loopback.
   */
  readonly allowPublished?: boolean;
  /**
   * A SQLite file, `:memory:`, or `postgres://user:password@host/database?schema=name`. Default: `DATABASE_URL` if it
   * is a PostgreSQL address, otherwise `:memory:`.
   */
  readonly database?: string;
  /** False for an empty database, or the merchants to add; the demo merchant by default. */
  readonly seed?: boolean | readonly MerchantSeed[];
  /** Default: a clock that runs with the machine's and can be moved. */
  readonly clock?: Clock;
  /** Makes ids and numbers. Default: random. */
  readonly random?: Random;
  /** Decides about a payment. Default: the simulated bank, which follows the rules of test mode and approves everything else. */
  readonly bank?: Bank;
  /** Default: nothing is logged. */
  readonly log?: Log;
  /** Settings that differ from the defaults. docs/reference/settings.md */
  readonly settings?: Partial<SandboxSettings>;
  /**
   * Host names, addresses and ranges that webhooks may connect to. Loopback is also allowed while the sandbox itself
   * listens on loopback.
   */
  readonly allowWebhooksTo?: readonly string[];
  /** Enables the control API below `/_sandbox`. */
  readonly controlApi?: ControlApiOptions | undefined;
  /** Client limits that differ from the defaults. */
  readonly clientLimits?: Partial<ClientLimits> | undefined;
  /**
   * Replaces this process's `Request` and `Response` by faster ones, which saves about 15 % of the work of each call.
   * For processes that only run a sandbox, as the command does.
   */
  readonly replaceGlobals?: boolean | undefined;
  /** Replaces Florin's own network delivery of webhooks. `allowWebhooksTo` then has no effect. */
  readonly deliverWebhook?: Deliver | undefined;
}

/** A listening sandbox. */
export interface RunningSandbox {
  /** Such as `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  /** The sandbox behind the port. */
  readonly sandbox: Sandbox;
  /** Controls the sandbox from a test. */
  readonly control: SandboxControl;
  /** Stops listening, waits for running calls and closes the database. */
  close(): Promise<void>;
}

/** Limits for clients. Times are in milliseconds. */
export interface ClientLimits {
  /** Timeout of a request's header, from its first byte or from the opening of the connection. */
  readonly headerMs: number;
  /** Timeout of a whole request. */
  readonly requestMs: number;
  /** Timeout of a client that does not read a ready response. */
  readonly readingMs: number;
  /** Timeout between a response and the next request on the same connection. */
  readonly idleMs: number;
  /** Interval at which Node checks the first two timeouts. */
  readonly checkMs: number;
  /** Maximum number of connections. Further ones are closed at once. */
  readonly connections: number;
}

/** Default limits. docs/reference/promises.md, P28. */
const CLIENT_LIMITS: ClientLimits = {
  headerMs: SERVER_LIMITS.headersTimeout,
  requestMs: SERVER_LIMITS.requestTimeout,
  readingMs: 20_000,
  idleMs: SERVER_LIMITS.keepAliveTimeout,
  checkMs: SERVER_LIMITS.connectionsCheckingInterval,
  connections: 10_000,
};
/** Time that a closing connection has left to read a refusal or the last response. */
const LINGER_MS = 500;

interface Serving {
  readonly drain: Drain;
  readonly limits: ClientLimits;
  readonly overrideGlobalObjects: boolean;
}

async function createListener(sandbox: Sandbox, { drain, limits, overrideGlobalObjects }: Serving) {
  const { getRequestListener } = await import('@hono/node-server');
  return getRequestListener(
    async (request, env) => {
      try {
        noteCaller(request, env.incoming.socket.remoteAddress);
        const ending = drain.answer(request);
        const response = ending && !ending.ok ? ending : await sandbox.fetch(request);
        // Applies until the response is sent. Then Node sets its own timeout for idle connections.
        env.incoming.socket.setTimeout(limits.readingMs);
        // Only 413 closes its connection. The status is checked first because reading a response's headers is slow.
        if (response.status === 413 && 'outgoing' in env && response.headers.get('connection') === 'close') {
          env.outgoing.once('finish', () => setTimeout(() => env.incoming.destroy(), LINGER_MS).unref());
        }
        return response;
      } catch (error) {
        if (!(error instanceof DroppedConnection)) throw error;
        // Destroying the message alone would not close the connection if the message was read completely.
        env.incoming.socket.destroy();
        return new Response(null, { status: 500 });
      }
    },
    { overrideGlobalObjects },
  );
}

/** Refuses more than one Host header, with the body of docs/wire/rest.md section 1. */
function refuseHosts(outgoing: ServerResponse): void {
  const body = JSON.stringify({ Message: 'The request has more than one Host.' });
  outgoing.writeHead(400, { Connection: 'close', 'Content-Type': 'application/json; charset=utf-8' }).end(body);
}

function readSeed(seed: StartSandboxOptions['seed'] = true): readonly MerchantSeed[] {
  if (typeof seed !== 'boolean') return seed;
  return seed ? [DEMO_MERCHANT] : [];
}

/**
 * Opens the database and listens.
 *
 * @throws Error in one line when the database cannot be opened, the port is taken, or published credentials would work
 * from other machines
 * @example
 * const sandbox = await startSandbox({ database: 'sandbox.sqlite' });
 * console.log(sandbox.url);
 * await sandbox.close();
 */
export async function startSandbox(options: StartSandboxOptions = {}): Promise<RunningSandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    seed,
    allowWebhooksTo = [],
    clientLimits,
    replaceGlobals = false,
    allowPublished = false,
    ...others
  } = options;
  const { database = databaseOfEnvironment() ?? ':memory:', ...parts } = others;
  // An address has more than one spelling, such as 0:0:0:0:0:0:0:1.
  const isLoopbackAllowed = isLoopbackHost(host) || kindOfAddress(host) === 'loopback';
  const deliverWebhook = createWebhookDelivery({ isLoopbackAllowed, allow: allowWebhooksTo });
  // Invalid options are refused before anything is opened.
  if (parts.controlApi) assertToken(parts.controlApi.token);
  const store = await openStore({ database, seed: readSeed(seed), log: parts.log });
  if (!isLoopbackAllowed && !allowPublished) {
    try {
      await assertNothingPublished(store, host, parts.controlApi?.token);
    } catch (error) {
      await store.close();
      throw error;
    }
  }
  const sandbox = createSandbox({
    store,
    hmac: nodeHmac,
    deliverWebhook,
    pageScript: () => readBrowserFile('florin-pages.js'),
    referenceScript: () => readBrowserFile('florin-reference.js'),
    officeScript: () => readBrowserFile('florin-backoffice.js'),
    ...parts,
  });
  const limits = { ...CLIENT_LIMITS, ...clientLimits };
  const drain = createDrain();
  const listener = await createListener(sandbox, { drain, limits, overrideGlobalObjects: replaceGlobals });
  const server = createServer(
    {
      headersTimeout: limits.headerMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    oneAtATime(
      (incoming, outgoing) => void (hasOneHost(incoming) ? listener(incoming, outgoing) : refuseHosts(outgoing)),
    ),
  );
  server.maxConnections = limits.connections;
  drain.watch(server);
  let taken: number;
  try {
    taken = await listen(server, { port, host });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return {
    url: urlOf(host, taken),
    sandbox,
    control: sandbox.control,
    async close() {
      drain.stop();
      await sandbox.close();
      await drain.end(LINGER_MS);
    },
  };
}
