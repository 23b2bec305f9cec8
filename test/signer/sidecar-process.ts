/** Starts `florin signer` as a process, and a shop that receives its callbacks. */
import { createServer, type Server } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import { waitForOutput } from '../support/process-output.js';
import { KID, SECRET } from './order-tokens.js';
import { listenOnLoopback } from '../support/listen.js';

export const CALLBACK_SECRET = 'a callback secret of the shop, for tests only';

/** The claims of a callback's token. */
export type CallbackBody = Readonly<Record<string, unknown>>;

export interface CallbackShop {
  readonly url: string;
  /** The bodies of all callbacks. */
  readonly tokens: string[];
  /** The status of the next answers to callbacks. */
  status: number;
  /**
   * The answers at `/terms` by order: a body, a status, or an answer that never ends (`hangs`,
   * `hangs in the body`). Default 404.
   */
  readonly terms: Map<string, string | number>;
  close(): void;
}

export async function startCallbackShop(): Promise<CallbackShop> {
  const tokens: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (request.url === '/terms') {
        const answer = shop.terms.get(String(readUnchecked(body)['order'])) ?? 404;
        if (answer === 'hangs') return undefined;
        if (answer === 'hangs in the body') return response.writeHead(200).write('{"amount":');
        return typeof answer === 'number' ? response.writeHead(answer).end() : response.writeHead(200).end(answer);
      }
      tokens.push(body);
      return response.writeHead(shop.status).end();
    });
  });
  const url = `${await listenOnLoopback(server)}/payments`;
  const shop: CallbackShop = {
    url,
    tokens,
    status: 204,
    terms: new Map(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return shop;
}

export function readUnchecked(token: string): CallbackBody {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as CallbackBody;
}

interface Urls {
  readonly serviceUrl: string;
  readonly callbackUrl: string;
}
type Changes = Readonly<Record<string, unknown>>;

/** The environment variables of `sidecarConfig`. */
export const SECRETS = {
  ...{ FLORIN_ORDER_SECRET: SECRET, FLORIN_CALLBACK_SECRET: CALLBACK_SECRET },
  ...{ PASSWORD: 'Demo-Password-1', CLAIM_SECRET: 'a claim secret of the signer, for tests only' },
  OTHER_SECRET: 'another claim secret of the signer, for tests',
};

/** A configuration with its secrets in the environment; `changes` replace whole members. */
export function sidecarConfig({ serviceUrl, callbackUrl }: Urls, changes: Changes = {}) {
  return {
    service: {
      ...{ baseUrl: serviceUrl, merchantNumber: '5353109000000000', username: 'demo-api' },
      password: { env: 'PASSWORD' },
    },
    secret: { env: 'CLAIM_SECRET' },
    publicUrl: 'http://127.0.0.1:4000/pay',
    merchantName: 'Example Shop',
    returnTo: '/orders/{order}',
    orders: {
      ...{ issuer: 'shop.example', audience: 'florin' },
      keys: [{ kid: KID, alg: 'HS256', key: { env: 'FLORIN_ORDER_SECRET' } }],
    },
    callbacks: { url: callbackUrl, kid: 'callback-1', alg: 'HS256', key: { env: 'FLORIN_CALLBACK_SECRET' } },
    store: { sqlite: 'claims.sqlite' },
    listen: { port: 0 },
    reconcileSeconds: 3600,
    drainSeconds: 0,
    ...changes,
  };
}

/** Writes the same into the folder, with password and claim secret in files. */
export function writeConfig(folder: string, urls: Urls, changes: Changes = {}): string {
  writeFileSync(join(folder, 'password'), `${SECRETS.PASSWORD}\n`);
  writeFileSync(join(folder, 'secret'), `${SECRETS.CLAIM_SECRET}\n`);
  const config = sidecarConfig(urls);
  const service = { ...config.service, password: { file: 'password' } };
  const file = join(folder, 'florin.config.json');
  writeFileSync(file, JSON.stringify({ ...config, service, secret: { file: 'secret' }, ...changes }));
  return file;
}

export interface SidecarProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly frameUrl: string;
  post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
}

/** Starts the signer with a configuration that has a frame, and waits until it is ready. */
export async function startSidecarProcess(config: string): Promise<SidecarProcess> {
  const child = spawnFlorin(['signer', '--config', config], undefined, SECRETS);
  const ended = waitForEnd(child);
  const [, url = '', frameUrl = ''] = await waitForOutput(child, /^signer ready at (\S+)\nframe page at (\S+)\n/);
  return {
    child,
    url,
    frameUrl,
    async post(path, body) {
      const response = await fetch(`${url}/pay/${path}`, {
        method: 'POST',
        // The server may close a kept connection just when the next call is sent on it.
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
