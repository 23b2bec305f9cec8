/** `florin signer` whose PostgreSQL comes later than the process, goes away, and comes back. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import { findFreePort } from '../support/free-port.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { waitForOutput } from '../support/process-output.js';
import { hasRedis, startRedis } from '../support/redis-server.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { startService, type Service } from './service-on-a-port.js';
import { SECRETS, startCallbackShop, writeConfig, type CallbackShop } from './sidecar-process.js';

let folder: string;
let service: Service;
let shop: CallbackShop;
let postgres: PostgresServer;
let database: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-late-'));
  [service, shop, postgres] = await Promise.all([startService(), startCallbackShop(), startPostgres()]);
  database = await postgres.createDatabase();
}, 120_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.close();
  shop.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

interface Starting {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<CommandResult>;
}

async function start(changes: Readonly<Record<string, unknown>> = {}, url = database): Promise<Starting> {
  writeFileSync(join(folder, 'database'), url);
  const port = await findFreePort();
  const config = writeConfig(
    folder,
    { serviceUrl: service.url, callbackUrl: shop.url },
    { store: { postgres: { file: 'database' } }, listen: { port }, ...changes },
  );
  const child = spawnFlorin(['signer', '--config', config], undefined, SECRETS);
  children.push(child);
  return { child, url: `http://127.0.0.1:${port}`, ended: waitForEnd(child) };
}

/** Status and body; undefined while nobody listens. */
async function look(url: string): Promise<readonly [number, string] | undefined> {
  const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
  return answer && [answer.status, await answer.text()];
}

const pollReady = ({ url }: Starting, readiness: string) =>
  expect.poll(() => look(`${url}/ready`), { timeout: 30_000 }).toMatchObject({ 1: `{"status":"${readiness}"}` });

let orders = 0;
async function askKey({ url }: Starting) {
  const order = `L-${(orders += 1)}`;
  const response = await fetch(`${url}/pay/authkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ order: writeToken(claimsOf({ order, crn1: order })) }),
  });
  const { error } = (await response.json()) as { error?: { code: string } };
  return [response.status, error?.code];
}

describe('florin signer without its database', { timeout: 120_000 }, () => {
  it('waits, says so, and works when it is there; and again when it was away', async () => {
    await postgres.crash();
    const signer = await start();
    const awaited = waitForOutput(signer.child, /"event":"store_awaited"/, 'stderr');
    await pollReady(signer, 'waiting');
    await awaited;
    expect(await askKey(signer)).toEqual([503, 'store_unreachable']);
    expect(await look(`${signer.url}/health`)).toEqual([503, expect.stringContaining('"status":"failing"')]);
    const listening = waitForOutput(signer.child, /^signer ready at /);
    await postgres.restart();
    await listening;
    await pollReady(signer, 'ready');
    expect(await askKey(signer)).toEqual([200, undefined]);
    await postgres.crash();
    expect(await askKey(signer)).toEqual([503, 'store_unreachable']);
    // The pages get an answer that tells them to wait: that is better than a balancer's.
    await pollReady(signer, 'ready');
    await postgres.restart();
    await expect.poll(() => askKey(signer), { timeout: 30_000 }).toEqual([200, undefined]);
    await expect.poll(() => look(`${signer.url}/health`), { timeout: 30_000 }).toMatchObject({ 0: 200 });
    signer.child.kill('SIGTERM');
    const { code, err } = await signer.ended;
    expect([code, err.match(/"event":"store_(awaited|found)"/g)]).toEqual([
      0,
      ['"event":"store_awaited"', '"event":"store_found"'],
    ]);
    expect(err).not.toContain(new URL(database).password);
  });

  it('ends on SIGTERM while it waits', async () => {
    await postgres.crash();
    const signer = await start();
    await pollReady(signer, 'waiting');
    signer.child.kill('SIGTERM');
    expect(await signer.ended).toMatchObject({ code: 0, out: '' });
    await postgres.restart();
  });

  it('ends with the reason after the time, and at once for a mistake', async () => {
    await postgres.crash();
    const late = await (await start({ storeWaitSeconds: 1 })).ended;
    expect([late.code, late.out]).toEqual([1, '']);
    expect(late.err).toMatch(/^florin: The database did not answer for 1 s: .*ECONNREFUSED/m);
    await postgres.restart();
    const wrong = await (
      await start({ storeWaitSeconds: 3600 }, database.replace(/florin:[^@]+/, 'florin:guess'))
    ).ended;
    expect([wrong.code, wrong.out]).toEqual([1, '']);
    expect(wrong.err).toMatch(/^florin: .*password authentication failed/m);
    expect(wrong.err).not.toContain('store_awaited');
  });
});

it.skipIf(!hasRedis())('does not wait for Redis, and uses it when it is there', { timeout: 60_000 }, async () => {
  const redis = await startRedis();
  await redis.crash();
  const signer = await start({ store: { sqlite: 'late.sqlite' }, redis: { url: redis.url } });
  await pollReady(signer, 'ready');
  expect(await askKey(signer)).toEqual([200, undefined]);
  await redis.restart();
  const client = await createClient({ url: redis.url }).connect();
  await expect
    .poll(async () => [await askKey(signer), (await client.dbSize()) > 0], { timeout: 30_000 })
    .toEqual([[200, undefined], true]);
  client.destroy();
  signer.child.kill('SIGTERM');
  expect((await signer.ended).code).toBe(0);
  await redis.stop();
});
