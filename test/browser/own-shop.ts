/**
 * A minimal shop for pages that the demo does not have: the real sandbox, signer and frame page,
 * and pages written by a test. Shop and frame are on one site, as recommended; a test can request
 * two.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Page } from '@playwright/test';
import { startSandbox } from '../../dist/sandbox/node/index.js';
import {
  createFramePage,
  createMemoryStore,
  createSigner,
  generateFrameKeys,
  type SignerOptions,
} from '../../dist/signer/index.js';
import { readFrameScript } from '../../dist/signer/node/index.js';

/** The default merchant of every sandbox. */
const MERCHANT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' } as const;
const HOST = '127.0.0.1';

interface Hosts {
  readonly shopHost: string;
  readonly frameHost: string;
  readonly cookieDomain?: string;
}
const ONE_SITE: Hosts = {
  shopHost: 'localhost',
  frameHost: 'localhost',
  cookieDomain: 'localhost',
};
/** The frame has a process of its own and no bound keys, so it asks the shopper. */
export const TWO_SITES: Hosts = { shopHost: 'localhost', frameHost: HOST };

export interface OwnShop {
  /** `http://localhost:…`. */
  readonly url: string;
  /** `http://localhost:…/frame.html`. */
  readonly frameSrc: string;
  readonly sandboxUrl: string;
  /** The value of `data-florin-origins`: signer, service and frame. */
  readonly origins: string;
  readonly merchant: typeof MERCHANT;
  /** The signer's reports of transactions that differ from the order. */
  readonly mismatches: readonly unknown[];
  /** Serves a page of the shop at a path. The shop's signer is at `/pay`, the kit at `/florin/`. */
  put(path: string, body: string, headers?: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

/** Starts it. The name of an order begins with its price in cents: `19951-some-name`. */
export async function startOwnShop(
  options: Partial<SignerOptions> = {},
  { shopHost, frameHost, cookieDomain }: Hosts = ONE_SITE,
): Promise<OwnShop> {
  const pages = new Map<string, ShopPage>();
  const mismatches: unknown[] = [];
  const sandbox = await startSandbox({ log: () => {} });
  const shopServer = await listen((request) => answer(request));
  const frameServer = await listen((request) => framePage.fetch(request));
  const url = `http://${shopHost}:${portOf(shopServer)}`;
  const { privateKey, publicKey } = await generateFrameKeys();
  const serviceOrigin = new URL(sandbox.url).origin;
  const framePage = createFramePage({
    script: readFrameScript(),
    parents: [url],
    serviceOrigin,
    publicKeys: [publicKey],
    ...(cookieDomain && { cookieDomain }),
  });
  const signer = createSigner({
    service: { baseUrl: sandbox.url, ...MERCHANT },
    store: createMemoryStore(),
    secret: 'a secret of more than thirty-two characters',
    publicUrl: `${url}/pay`,
    merchantName: 'Own Shop',
    onPaid: () => undefined,
    priceOrder(_request, order) {
      const cents = Number(/^\d+/.exec(order)?.[0] ?? 0);
      return cents > 0 ? { order, amount: { minor: cents, currency: 'AUD' }, crn1: order, testMode: true } : null;
    },
    onMismatch: (report) => void mismatches.push(report),
    frame: { signingKey: privateKey },
    rateLimit: false,
    log: () => {},
    ...options,
  });
  const answer = (request: Request): Response | Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/pay/')) return signer.fetch(request);
    if (/^\/florin\/[\w-]+\.js$/.test(pathname)) {
      const headers = { 'content-type': 'text/javascript' };
      return new Response(readFileSync(join('dist/browser', pathname.slice(8))), { headers });
    }
    return showPage(pages, pathname);
  };

  return {
    url,
    frameSrc: `http://${frameHost}:${portOf(frameServer)}/frame.html`,
    sandboxUrl: sandbox.url,
    origins: `/pay ${serviceOrigin} http://${frameHost}:${portOf(frameServer)}`,
    merchant: MERCHANT,
    mismatches,
    put: (path, body, headers = {}) => void pages.set(path, { body, headers }),
    async close() {
      await Promise.all([shopServer, frameServer].map(stop));
      await sandbox.close();
    },
  };
}

/** Adds a hostile script to the page: the frame gets the stranger's key instead of the signer's. */
export async function slipIn(page: Page, signedKey: string): Promise<void> {
  await page.addInitScript((strange) => {
    const real = globalThis.fetch;
    globalThis.fetch = async (...call) => {
      const answer = await real(...call);
      if (!answer.url.endsWith('key')) return answer;
      return Response.json({ ...((await answer.json()) as object), signedKey: strange });
    };
  }, signedKey);
}

interface ShopPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function showPage(pages: ReadonlyMap<string, ShopPage>, path: string): Response {
  const page = pages.get(path);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...page?.headers };
  return new Response(page?.body ?? 'Not found', { status: page === undefined ? 404 : 200, headers });
}

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<Server> {
  const server = serve({ fetch, port: 0, hostname: HOST }) as Server;
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function stop(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
