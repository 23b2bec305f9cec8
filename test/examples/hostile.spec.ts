/** Strangers at a shop that `florin init` has written: hostile requests, foreign frames, forged addresses. */
import { createServer } from 'node:http';
import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { listenOnLoopback } from '../support/listen.js';
import type { Running } from './example-project.js';
import { CLIENT_HEADER, expect, install, MINUTES_5, test } from './example-test.js';
import { attack, reachableFromOutside } from './hostile-shop.js';
import { kindOf } from './kinds.js';

const MINUTES_10 = 2 * MINUTES_5;

async function buy(page: Page, { url }: Running): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Buy the book for 199.00 AUD' }).click();
  await page.waitForURL('**/orders/*');
}

/** Every page has a policy, and only the shop that embeds a checkout may show it in a frame. */
async function expectHeaders(address: string): Promise<void> {
  const { headers } = await fetch(address);
  expect(headers.get('content-security-policy'), address).toMatch(/(^|; ?)frame-ancestors 'none'(;|$)/);
  expect(headers.get('referrer-policy'), address).toBe('same-origin');
  expect(headers.get('x-content-type-options'), address).toBe('nosniff');
}

test('in development the pages have a policy, and nothing private is served', async ({ page, kind, example }) => {
  test.skip(kindOf(kind).devOnly === true, 'the next tests run its servers of development');
  test.setTimeout(MINUTES_10);
  await install(example.project, kind);
  const shop = await example.project.startDev();
  try {
    await buy(page, shop);
    await expectHeaders(shop.url);
    await expectHeaders(page.url());
    const { folder } = example.project;
    const server = kind === 'angular' ? 'angular' : 'dev';
    expect(await attack({ folder, ports: shop.ports, server })).toEqual([]);
    expect((await fetch(shop.url)).status).toBe(200);
    expect(await reachableFromOutside(shop.ports)).toEqual([]);
  } finally {
    await shop.stop();
  }
});

test('a stranger cannot show the page of an order in a frame', async ({ page, kind, built }) => {
  await buy(page, built);
  await expectHeaders(built.url);
  await expectHeaders(page.url());
  const addresses = [
    page.url(),
    ...(kind === 'embedded' ? [await page.locator('#pay iframe').getAttribute('src')] : []),
  ];
  for (const address of addresses) {
    const stranger = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(`<iframe src="${address}"></iframe>`),
    );
    await page.goto(await listenOnLoopback(stranger));
    await page.waitForLoadState('networkidle');
    await expect(page.frameLocator('iframe').locator('main, florin-checkout')).toHaveCount(0);
    stranger.close();
    stranger.closeAllConnections();
  }
});

test('counts the calls of each client, who cannot choose an address', async ({ kind, built }) => {
  test.skip(kind === 'worker', 'Cloudflare sets the address of the client');
  /** From an address of this machine, with headers that any client can send. */
  const call = (localAddress: string, headers: Readonly<Record<string, string>>) =>
    new Promise<number>((resolve, reject) => {
      const address = `${built.env['FLORIN_PUBLIC_URL']}/result`.replace('localhost', '127.0.0.1');
      const asked = request(address, {
        method: 'POST',
        localAddress,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      asked.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
      asked.end('{}');
    });
  const isRefused = async (from: string, headersOf: (index: number) => Readonly<Record<string, string>>) => {
    const statuses: number[] = [];
    for (let index = 0; index < 125; index += 1) statuses.push(await call(from, headersOf(index)));
    return statuses.at(-1) === 429;
  };
  const forged = (index: number) => {
    const address = `192.0.2.${index}`;
    const names = [
      'X-Forwarded-For',
      'X-Real-IP',
      'X-Client-IP',
      'True-Client-IP',
      'CF-Connecting-IP',
      'X-Client-Address',
    ];
    return { ...Object.fromEntries(names.map((name) => [name, address])), Forwarded: `for=${address}` };
  };
  expect(await isRefused('127.0.0.2', forged)).toBe(true);
  expect(await call('127.0.0.3', {})).not.toBe(429);
  // The header of the shop's own proxy: the last address of a list is the one that the proxy has added.
  expect(await isRefused('127.0.0.4', (index) => ({ [CLIENT_HEADER]: `192.0.2.${index}, 198.51.100.1` }))).toBe(true);
  expect(await call('127.0.0.4', { [CLIENT_HEADER]: '198.51.100.1, 198.51.100.2' })).not.toBe(429);
});

test('answers every request, and shows no stack trace, secret, order or database', async ({ kind, built, example }) => {
  test.setTimeout(MINUTES_10);
  const server = kind === 'worker' ? 'wrangler' : 'built';
  expect(await attack({ folder: example.project.folder, ports: built.ports, server })).toEqual([]);
  expect((await fetch(built.url)).status).toBe(200);
  expect((await fetch(`${built.env['FLORIN_PUBLIC_URL']}/health`)).status).toBe(200);
  expect(await reachableFromOutside(built.ports)).toEqual([]);
});
