/** A payment when the process of a Durable Object is killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import type { OrderRecord } from '../../../src/signer/claims/ledger-entry.js';
import { startLossyProxy, type LossyProxy } from '../lossy-proxy.js';
import { shopOptions } from '../mounts/shop.js';
import { startService, type Service } from '../service-on-a-port.js';
import { testScopeOf } from '../shop.js';
import { bundleWorker, startKillable, type KillableWorker } from './workerd.js';

/** Longer than another request waits for the key of a request that has died. */
const AFTER_THE_LEASE_MS = 30_000;

let script: string;
let folder: string;
let service: Service;
let proxy: LossyProxy;
let worker: KillableWorker | undefined;
const told: string[] = [];
const shop = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (order: string) => told.push(order));
  request.on('end', () => response.end());
});

beforeAll(async () => {
  script = await bundleWorker(fileURLToPath(new URL('object-worker.ts', import.meta.url)));
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  told.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'florin-object-'));
  service = await startService();
  proxy = await startLossyProxy(service.url);
});
afterEach(async () => {
  await worker?.kill();
  worker = undefined;
  await proxy.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

async function start(clockMs = 0): Promise<KillableWorker> {
  const { port } = shop.address() as AddressInfo;
  const bindings = { SERVICE_URL: proxy.url, NOTICE_URL: `http://127.0.0.1:${port}/`, CLOCK_MS: clockMs };
  worker = await startKillable({ script, folder, bindings });
  return worker;
}

async function kill(): Promise<void> {
  await worker?.kill();
  worker = undefined;
}

const post = (path: string, body: unknown) =>
  fetch(`${worker?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const grant = async (order: string) => (await (await post('/pay/authkey', { order })).json()) as AuthKeyGrant;
async function readOrder(order: string): Promise<OrderRecord> {
  const scope = testScopeOf(shopOptions({ SERVICE_URL: proxy.url }).service);
  const answer = await post('/store', { method: 'readOrder', values: [scope, order] });
  return ((await answer.json()) as { value: OrderRecord }).value;
}

/** Holds the calls of the service until the returned function is called. */
function holdCalls(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  proxy.hold = () => released;
  return release;
}

describe('a Durable Object that is killed', { timeout: 60_000 }, () => {
  it('while the service makes a key gives the same attempt one key afterwards, which is paid once', async () => {
    await start();
    const release = holdCalls();
    const lost = grant('order-1').catch(() => undefined);
    await expect.poll(() => proxy.calls.T4).toBe(1);
    const before = await readOrder('order-1');
    await kill();
    await lost;
    release();

    await start(AFTER_THE_LEASE_MS);
    const [one, other] = await Promise.all([grant('order-1'), grant('order-1')]);
    expect(one.authKey).toBe(other.authKey);
    const { claims } = await readOrder('order-1');
    expect(claims.map(({ id, attempt, state, authKey }) => ({ id, attempt, state, authKey }))).toEqual([
      { id: before.claims[0]?.id, attempt: 1, state: 'live', authKey: one.authKey },
    ]);
    const { ResultKey } = await service.pay(one.authKey);
    const result = await post('/pay/result', { claim: one.claim, resultKey: ResultKey });
    expect(await result.json()).toMatchObject({ status: 'approved' });
    expect(await service.countApproved('order-1')).toBe(1);
    expect(told).toEqual(['order-1']);
  });

  it('after the card was charged finds the payment by its alarm, without a request, and reports it once', async () => {
    await start();
    const { authKey, claim } = await grant('order-2');
    const release = holdCalls();
    const { ResultKey } = await service.pay(authKey);
    const lost = post('/pay/result', { claim, resultKey: ResultKey }).catch(() => undefined);
    await expect.poll(() => proxy.calls.T8).toBe(1);
    await kill();
    await lost;
    expect(told).toEqual([]);
    release();

    await start();
    await expect.poll(() => told, { timeout: 30_000 }).toEqual(['order-2']);
    expect(await (await post('/pay/result', { claim, resultKey: ResultKey })).json()).toMatchObject({
      status: 'approved',
    });
    expect(await (await post('/pay/authkey', { order: 'order-2' })).json()).toMatchObject({ status: 'approved' });
    const { claims, entries } = await readOrder('order-2');
    expect(claims.map(({ state }) => state)).toEqual(['approved']);
    expect(entries.map(({ kind, notice }) => ({ kind, notice }))).toEqual([{ kind: 'paid', notice: 'done' }]);
    expect(told).toEqual(['order-2']);
  });
});
