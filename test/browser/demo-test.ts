/**
 * The `test` of this folder: a demo for each worker, page objects for each test, and a check for
 * console errors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { startDemo, type Demo } from '../../build/demo/start.js';
import { forgiveOwnInterruption } from '../engines/firefox-navigation.js';
import { shortenKnownFailure } from '../engines/known-failures.js';
import { PaymentForm } from './pages/payment-form.js';
import { ShopPages } from './pages/shop-pages.js';
import { saidWhenFailed } from './said.js';
import { SandboxLedger } from './sandbox-ledger.js';

/** Two working copies can run tests at the same time with different first ports. */
const FIRST_PORT = Number(process.env['FLORIN_FIRST_PORT'] ?? 20_000);
/** Each demo searches twenty ports for a free one. */
const PORTS_OF_A_DEMO = 60;

export interface TestFixtures {
  readonly shop: ShopPages;
  readonly form: PaymentForm;
  readonly ledger: SandboxLedger;
  /** Uncaught errors and violations of the Content Security Policy. */
  readonly complaints: string[];
  readonly engine: void;
  readonly said: void;
}

export interface WorkerFixtures {
  /** Starts the demo. */
  readonly start: typeof startDemo;
  readonly demo: Demo;
  /** The folder of this worker's databases. */
  readonly folder: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  start: [({}, use) => use(startDemo), { scope: 'worker' }],
  folder: [
    // Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'florin-demo-'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ folder, start }, use, { workerIndex }) => {
      // Below the ephemeral range: a port of that range could be taken before the demo listens.
      const port = FIRST_PORT + (workerIndex % 100) * PORTS_OF_A_DEMO;
      const plenty = { calls: 10_000, seconds: 60 };
      const rateLimit = { client: plenty, order: plenty, tries: plenty, declines: plenty };
      const demo = await start({
        shopPort: port,
        sandboxPort: port + 20,
        framePort: port + 40,
        database: folder,
        rateLimit,
        print: () => undefined,
      });
      await use(demo);
      await demo.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ demo }, use) => use(demo.shopUrl),
  page: async ({ browserName, page }, use) => {
    if (browserName === 'firefox') forgiveOwnInterruption(page);
    await use(page);
  },
  shop: ({ page }, use) => use(new ShopPages(page)),
  form: ({ page }, use) => use(new PaymentForm(page)),
  ledger: ({ demo }, use) => use(new SandboxLedger(demo)),
  engine: [shortenKnownFailure, { auto: true }],
  said: [saidWhenFailed, { auto: true }],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      watch(page, complaints);
      await use(complaints);
      expect(complaints, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Collects uncaught errors and policy violations of a page. A failed request does not count,
 * because tests make some fail.
 */
export function watch(page: Page, complaints: string[]): void {
  // Firefox reports refused, aborted and changed files and frames, and messages to a frame that did not load, as uncaught. It
  // requests an icon on its own.
  const isRequest =
    /favicon\.ico|^The (Same Origin Policy disallows reading|target origin provided|loading of “\S+” in a frame)|^None of the “sha\d+” hashes/;
  page.on('pageerror', ({ message }) => isRequest.test(message) || complaints.push(`uncaught: ${message}`));
  page.on('console', (message) => {
    if (/content security policy|trusted ?types?/i.test(message.text())) complaints.push(message.text());
  });
}
