/**
 * For tests of windows and origins: one server is every host, because Chromium resolves all names to it. Names without a port are
 * on port 80 for the page, so an origin can be a prefix of another one.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core';
import { CHROMIUM_ARGS } from '../support/chromium-args.mjs';

/** How a page is served. */
export interface ServeOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before the answer. */
  readonly delay?: number;
  /** Delays the answer until it resolves. */
  readonly after?: Promise<unknown>;
}

/** A browser, and the pages that it can open. */
export interface Web {
  readonly browser: Browser;
  /** Address of each request that has come, in order. */
  readonly requests: readonly string[];
  /** Serves `body` at a URL, or at a path of every host when `url` begins with a slash. */
  put(url: string, body: string, options?: ServeOptions): void;
  /** A page of a context of its own, closed with the web. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Served extends ServeOptions {
  readonly body: string;
}

const NOTHING: Served = { body: '<!doctype html><title>nothing</title>' };

/** Starts the server and the browser. The browser intercepts https, because there is no certificate. */
export async function startWeb(): Promise<Web> {
  const served = new Map<string, Served>();
  const requests: string[] = [];
  const find = (origin: string, path: string) => {
    requests.push(origin + path);
    return served.get(origin + path) ?? served.get(path) ?? NOTHING;
  };
  const headersOf = (path: string, { headers }: Served) => ({
    'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const answer = find(`http://${request.headers.host}`, pathname);
    const send = () => {
      response.writeHead(200, headersOf(pathname, answer));
      response.end(answer.body);
    };
    void Promise.resolve(answer.after).then(() => setTimeout(send, answer.delay ?? 0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...CHROMIUM_ARGS,
      // The first matching rule counts. The browser's own services do not resolve: their requests are not those of a page.
      `--host-resolver-rules=MAP *.googleapis.com ~NOTFOUND, MAP *:80 127.0.0.1:${port}, MAP *:8080 127.0.0.1:${port}, MAP * ~NOTFOUND`,
    ],
  });
  const contexts: BrowserContext[] = [];

  return {
    browser,
    requests,
    put(url, body, options = {}) {
      served.set(url, { ...options, body });
    },
    async newPage() {
      const context = await browser.newContext();
      contexts.push(context);
      await context.route(/^https:/, (route) => {
        const { origin, pathname } = new URL(route.request().url());
        const answer = find(origin, pathname);
        return route.fulfill({ body: answer.body, headers: headersOf(pathname, answer) });
      });
      return context.newPage();
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
