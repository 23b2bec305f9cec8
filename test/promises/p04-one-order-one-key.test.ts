/**
 * P4: one order has one live key and one payment, for repeated and parallel requests, in one
 * process and in several. Every request is a real call of the signer's handler, every key and
 * payment a real call of the service.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, shopClock } from '../signer/shop.js';

const ORDERS = 100;
const orderNames = Array.from({ length: ORDERS }, (_, index) => String(index + 1));
let folder: string;
let service: Service;
let proxy: LossyProxy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-p04-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const withService = async (run: () => Promise<void>) => {
  service = await startService();
  proxy = await startLossyProxy(service.url);
  try {
    await run();
  } finally {
    await proxy.close();
    await service.close();
  }
};

/** One key for each order, and three submissions of each key make one payment. */
async function expectOnePayment(grants: readonly Pick<AuthKeyGrant, 'order' | 'authKey'>[]): Promise<void> {
  const keysOf = groupByOrder(grants);
  expect(keysOf.size).toBe(ORDERS);
  for (const each of keysOf.values()) expect(new Set(each.map((grant) => grant.authKey)).size).toBe(1);
  expect(proxy.calls.T4).toBe(ORDERS);
  const keys = [...keysOf.values()].map(([grant]) => grant!.authKey);
  await Promise.all([...keys, ...keys, ...keys].map((key) => service.pay(key)));
  expect(await service.countApproved()).toBe(ORDERS);
}

function groupByOrder<T extends { order: string }>(grants: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const grant of grants) groups.set(grant.order, [...(groups.get(grant.order) ?? []), grant]);
  return groups;
}

describe('P4: one order, one key, one payment', () => {
  it.each([
    ['in memory', 100, (): ClaimStore => createMemoryStore({ clock: shopClock })],
    ['on SQLite', 10, (): ClaimStore => openSqliteStore(join(folder, 'in-process.db'), { clock: shopClock })],
  ] as const)(
    'holds %s for %i parallel requests for each of 100 orders',
    { timeout: 60_000 },
    async (_name, times, open) => {
      await withService(async () => {
        const store = open();
        const shop = createShop(service.accountAt(proxy.url), { store });
        for (const name of orderNames) shop.orders.set(name, orderOf(name));
        const names = Array.from({ length: times }, () => orderNames).flat();
        const grants = await Promise.all(names.map((name) => shop.grant(name)));
        console.log(`P4 ${_name}: ${names.length} requests, ${proxy.calls.T4} keys made`);
        await expectOnePayment(grants);
        const claims = [...new Set(grants.map((grant) => grant.claim))];
        await Promise.all([...claims, ...claims].map((claim) => shop.result(claim)));
        expect(shop.paid.map(({ order }) => order).sort()).toEqual([...orderNames].sort());
        expect(shop.mismatches).toEqual([]);
        await store.close();
      });
    },
  );

  it('with 1,000 parallel requests for one order', { timeout: 60_000 }, async () => {
    await withService(async () => {
      const store = openSqliteStore(join(folder, 'one-order.db'), { clock: shopClock });
      const shop = createShop(service.accountAt(proxy.url), { store });
      const grants = await Promise.all(Array.from({ length: 1000 }, () => shop.grant('1042')));
      expect(new Set(grants.map((grant) => grant.authKey)).size).toBe(1);
      expect(proxy.calls.T4).toBe(1);
      await store.close();
    });
  });

  it('with four processes on one SQLite file, 1,000 parallel requests each', { timeout: 120_000 }, async () => {
    expect(existsSync('dist/signer/node/index.js'), 'run npm run build first').toBe(true);
    await withService(async () => {
      const file = join(folder, 'processes.db');
      const startAt = Date.now() + 1500;
      const task = { file, startAt, orders: orderNames, times: 10, service: service.accountAt(proxy.url) };
      const runs = await Promise.all(Array.from({ length: 4 }, () => runProcess(ASK_FOR_KEYS, task)));
      const grants = runs.flatMap((run) => run['grants'] as AuthKeyGrant[]);
      expect(grants).toHaveLength(4000);
      console.log(`P4 four processes: ${grants.length} requests, ${proxy.calls.T4} keys made`);
      await expectOnePayment(grants);

      const claims = [...new Set(grants.map((grant) => grant.claim))];
      const asking = { ...task, startAt: Date.now() + 1500, claims };
      const asked = await Promise.all(Array.from({ length: 4 }, () => runProcess(ASK_FOR_RESULTS, asking)));
      expect(asked.flatMap((run) => run['statuses'] as string[])).toEqual(
        Array.from({ length: 400 }, () => 'approved'),
      );
      expect(asked.flatMap((run) => run['paid'] as string[]).sort()).toEqual([...orderNames].sort());
    });
  });
});

/** Code of each process, with the built package: its own signer on the shared file. */
const PREPARE = `
import { createSigner } from './dist/signer/index.js';
import { openSqliteStore } from './dist/signer/node/index.js';
const task = JSON.parse(process.env.TASK);
const paid = [];
const store = openSqliteStore(task.file);
const signer = createSigner({
  service: task.service,
  store,
  secret: 'a secret of the shop, for tests only, long enough',
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Demo Shop',
  rateLimit: false,
  priceOrder: (_, order) => ({ order, amount: { minor: 19900, currency: 'AUD' }, crn1: 'ORDER-' + order, testMode: true }),
  onPaid: (order) => void paid.push(order),
});
const post = async (path, body) => {
  const response = await signer.fetch(new Request('https://shop.example/pay/' + path, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));
  return response.json();
};
await new Promise((resolve) => setTimeout(resolve, task.startAt - Date.now()));
`;
const ASK_FOR_KEYS = `${PREPARE}
const orders = Array.from({ length: task.times }, () => task.orders).flat();
const grants = await Promise.all(orders.map((order) => post('authkey', { order })));
process.stdout.write(JSON.stringify({ grants: grants.map(({ order, authKey, claim }) => ({ order, authKey, claim })) }));
await store.close();
`;
const ASK_FOR_RESULTS = `${PREPARE}
const results = await Promise.all(task.claims.map((claim) => post('result', { claim })));
process.stdout.write(JSON.stringify({ paid, statuses: results.map((result) => result.status) }));
await store.close();
`;

async function runProcess(code: string, task: object): Promise<Record<string, unknown[]>> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as Record<string, unknown[]>;
}
