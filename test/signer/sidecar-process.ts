/** `florin signer` as a process beside a shop that listens for callbacks. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { spawnFlorin, waitForEnd, type Said } from '../cli/florin-process.js';
import { KID, SECRET } from './order-tokens.js';

export const CALLBACK_SECRET = 'a callback secret of the shop, for tests only';

/** What a callback's claims are read into. */
export type CallbackBody = Readonly<Record<string, unknown>>;

export interface CallbackShop {
  readonly url: string;
  /** Bodies of callbacks as they came, refused ones too. */
  readonly tokens: string[];
  /** What it answers from now on. */
  status: number;
  /**
   * Its answers at `/terms` by order: a body, a status, or an answer that never ends (`hangs`,
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
        const said = shop.terms.get(String(readUnchecked(body)['order'])) ?? 404;
        if (said === 'hangs') return undefined;
        if (said === 'hangs in the body') return response.writeHead(200).write('{"amount":');
        return typeof said === 'number' ? response.writeHead(said).end() : response.writeHead(200).end(said);
      }
      tokens.push(body);
      return response.writeHead(shop.status).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const shop: CallbackShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`,
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

/** A configuration with its secrets in files of the folder and in the environment; `changes` replace whole members. */
export function writeConfig(
  folder: string,
  { serviceUrl, callbackUrl }: { serviceUrl: string; callbackUrl: string },
  changes: Readonly<Record<string, unknown>> = {},
): string {
  writeFileSync(join(folder, 'password'), 'Demo-Password-1\n');
  writeFileSync(join(folder, 'secret'), 'a claim secret of the signer, for tests only\n');
  const config = {
    service: {
      ...{ baseUrl: serviceUrl, merchantNumber: '5353109000000000', username: 'demo-api' },
      password: { file: 'password' },
    },
    secret: { file: 'secret' },
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
    ...changes,
  };
  const file = join(folder, 'florin.config.json');
  writeFileSync(file, JSON.stringify(config));
  return file;
}

export const SECRETS = { FLORIN_ORDER_SECRET: SECRET, FLORIN_CALLBACK_SECRET: CALLBACK_SECRET };

export interface SidecarProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly frameUrl: string;
  post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  stop(signal?: NodeJS.Signals): Promise<Said>;
}

/** Starts it with a configuration that has a frame, and waits until it is ready. */
export async function startSidecarProcess(config: string): Promise<SidecarProcess> {
  const child = spawnFlorin(['signer', '--config', config], undefined, SECRETS);
  const ended = waitForEnd(child);
  const ready = new Promise<[url: string, frameUrl: string]>((resolve) => {
    let seen = '';
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk);
      const [, at, frame] = /^signer ready at (\S+)\nframe page at (\S+)\n/.exec(seen) ?? [];
      if (at !== undefined && frame !== undefined) resolve([at, frame]);
    });
  });
  const failed = ended.then(({ code, err }) => Promise.reject(new Error(`the signer ended with ${code}: ${err}`)));
  failed.catch(() => undefined);
  const [url, frameUrl] = await Promise.race([ready, failed]);
  return {
    child,
    url,
    frameUrl,
    async post(path, body) {
      const response = await fetch(`${url}/pay/${path}`, {
        method: 'POST',
        // A server on a busy machine may close a kept connection just when the next call is sent on it.
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
