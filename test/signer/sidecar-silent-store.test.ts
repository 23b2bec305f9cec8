/** A sidecar process whose PostgreSQL does not answer: it still ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { startService, type Service } from './service-on-a-port.js';
import { startCallbackShop, startSidecarProcess, writeConfig, type CallbackShop } from './sidecar-process.js';

/** Of docs/guides/sidecar.md, and what a busy machine takes on top. */
const CLOSE_LIMIT = 25_000 + 3_000;

let folder: string;
let service: Service;
let shop: CallbackShop;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-silent-'));
  [service, shop, postgres] = await Promise.all([startService(), startCallbackShop(), startPostgres()]);
}, 120_000);
afterAll(async () => {
  await service.close();
  shop.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

it('ends on SIGTERM although calls and a reconciliation wait for the store', { timeout: 90_000 }, async () => {
  writeFileSync(join(folder, 'database'), await postgres.createDatabase());
  writeFileSync(join(folder, 'frame-key'), JSON.stringify((await generateFrameKeys()).privateKey));
  const config = writeConfig(
    folder,
    { serviceUrl: service.url, callbackUrl: shop.url },
    {
      store: { postgres: { file: 'database' } },
      frame: { listen: { port: 0 }, signingKey: { file: 'frame-key' } },
      reconcileSeconds: 5,
    },
  );
  const sidecar = await startSidecarProcess(config);
  const askKey = (order: string) => sidecar.post('authkey', { order: writeToken(claimsOf({ order, crn1: order })) });
  expect((await askKey('S-1')).status).toBe(200);
  postgres.silence();
  try {
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    const calls = ['S-2', 'S-3', 'S-4'].map((order) => askKey(order));
    const ends = Promise.allSettled(calls);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = performance.now();
    const { code } = await sidecar.stop();
    expect(performance.now() - from).toBeLessThan(CLOSE_LIMIT);
    expect(code).toBe(0);
    for (const end of await ends) if (end.status === 'fulfilled') expect(end.value.status).toBeGreaterThanOrEqual(500);
  } finally {
    postgres.wake();
  }
});
