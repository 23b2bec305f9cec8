/** A store that answers and takes nothing: the health says so as soon as no key can be made. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import type { Health } from '../../../src/signer/monitoring/health.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { spawnFlorin, waitForEnd } from '../../cli/florin-process.js';
import { startPostgres } from '../../support/postgres-server.js';
import { waitForOutput } from '../../support/process-output.js';
import { accountAt, startFaultyService } from '../faulty-service.js';
import { claimsOf, writeToken } from '../order-tokens.js';
import { createShop, ORIGIN, orderOf, shopClock } from '../shop.js';
import { SECRETS, startCallbackShop, writeConfig } from '../sidecar-process.js';

const UNWRITABLE = { status: 'failing', store: 'unwritable', reasons: ['store_unwritable'] };

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
if (!hasPrlimit) console.log('The full SQLite file is skipped: there is no prlimit (util-linux)');

it.skipIf(!hasPrlimit)(
  'says that a SQLite file is full, and when it is not any more',
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-full-'));
    const [service, shop] = [await startFaultyService(), await startCallbackShop()];
    const config = writeConfig(folder, { serviceUrl: service.url, callbackUrl: shop.url });
    const child = spawnFlorin(['signer', '--config', config], undefined, SECRETS);
    const ended = waitForEnd(child);
    const [, url = ''] = await waitForOutput(child, /^signer ready at (\S+)\n/);
    /** A file that may not grow is a full disk to SQLite. Node ignores the signal that comes with it. */
    const limitFiles = (bytes: number | 'unlimited'): void => {
      const { status, stderr } = spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:unlimited`]);
      if (status !== 0) throw new Error(String(stderr));
    };
    let orders = 0;
    const askKey = async () => {
      const order = `F-${(orders += 1)}`;
      const body = JSON.stringify({ order: writeToken(claimsOf({ order, crn1: order })) });
      return (
        await fetch(`${url}/pay/authkey`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      ).status;
    };
    const health = async () => (await (await fetch(`${url}/health`)).json()) as Health;
    try {
      expect(await askKey()).toBe(200);
      limitFiles(statSync(join(folder, 'claims.sqlite-wal')).size);
      expect(await askKey()).toBe(503);
      expect(await health()).toMatchObject(UNWRITABLE);
      limitFiles('unlimited');
      expect(await askKey()).toBe(200);
      await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe('ok');
    } finally {
      child.kill('SIGTERM');
      await ended;
      await service.close();
      shop.close();
      rmSync(folder, { recursive: true });
    }
  },
);

it('says that PostgreSQL is read-only, as after a fail-over', { timeout: 90_000 }, async () => {
  const [service, postgres] = [await startFaultyService(), await startPostgres()];
  const url = await postgres.createDatabase();
  const store = await openPostgresStore({ connection: url, clock: shopClock });
  const shop = createShop(accountAt(service), { store });
  const grant = async (order: string) => {
    shop.orders.set(order, orderOf(order));
    return (await shop.post('authkey', { order })).status;
  };
  try {
    expect(await grant('1')).toBe(200);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
    await expect.poll(() => store.now().catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await grant('2')).toBe(503);
    const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`));
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining(UNWRITABLE)]);
  } finally {
    await store.close();
    await service.close();
    await postgres.stop();
  }
});
