/**
 * P44: a callback of the shop runs once at a time, however slow it is: who calls renews the right to while the call runs, a
 * process that has died gives it up by itself, and one that was overtaken does not undo what the other did.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimStore } from '../../src/signer/claim-store.js';
import { createMemoryStore } from '../../src/signer/memory-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { createShop, type Shop } from '../signer/shop.js';
import { createQuickService } from './quick-service.js';

const TURN = 20_000;
const LEASE = 60_000;

interface Call {
  finish(): void;
  fail(): void;
}

let folder: string;
let store: ClaimStore;
let calls: Call[];
let shops: Shop[];
/** What was asked and not waited for: it waits for the callback itself. */
let asked: Promise<unknown>[];

beforeEach(() => {
  // The pauses of a running call are minutes; the shop's clock is moved by hand as well.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'florin-slow-'));
  calls = [];
  asked = [];
});
afterEach(async () => {
  for (const call of calls) call.finish();
  await Promise.all(asked);
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});

const STORES = [
  ['memory', () => createMemoryStore()],
  ['SQLite', () => openSqliteStore(join(folder, 'claims.db'))],
] as const;

/** Two processes of the shop on one store, whose callback ends when the test says so; the first of them is calling. */
async function beginCall(open: () => ClaimStore): Promise<string> {
  store = open();
  const service = createQuickService();
  const onPaid = () =>
    new Promise<void>((finish, reject) => calls.push({ finish, fail: () => reject(new Error('the shop said no')) }));
  shops = [createShop(service.connection, { store, onPaid }), createShop(service.connection, { store, onPaid })];
  const [first] = shops as [Shop, Shop];
  const { authKey, claim } = await first.grant('1042');
  service.pay(authKey);
  asked.push(first.result(claim));
  await expect.poll(() => calls.length).toBe(1);
  return claim;
}

const entry = async () => (await store.readOrder('1042')).entries[0];

/** Lets the time of one renewal pass, for all. */
async function pass(): Promise<void> {
  for (const shop of shops) shop.now += TURN;
  vi.advanceTimersByTime(TURN);
  // What the turn of the clock has begun is written before the next step.
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe.each(STORES)('P44: a slow callback, with claims in %s', (_name, open) => {
  it('runs once, though everybody looks for what is to be told', async () => {
    const claim = await beginCall(open);
    for (let turn = 0; turn < 30; turn += 1) {
      await pass();
      for (const { result, signer } of shops) asked.push(result(claim), signer.reconcileNow());
      await pass();
    }
    expect(calls).toHaveLength(1);
    calls[0]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is made again a lease after its process has died', async () => {
    const claim = await beginCall(open);
    await pass();
    // Nothing of a dead process happens any more.
    vi.clearAllTimers();
    const other = shops[1] as Shop;
    other.now += LEASE - 1;
    expect((await other.result(claim)).status).toBe('approved');
    expect(calls).toHaveLength(1);
    other.now += 1;
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
  });

  it('that was overtaken and fails does not have the call made again', async () => {
    const claim = await beginCall(open);
    vi.clearAllTimers();
    for (const shop of shops) shop.now += LEASE;
    const [first, other] = shops as [Shop, Shop];
    asked.push(other.result(claim));
    await expect.poll(() => calls.length).toBe(2);
    calls[0]?.fail();
    await expect.poll(() => first.log.map(({ event }) => event)).toContain('callback_failed');
    await pass();
    expect(await entry()).toMatchObject({ notice: 'calling', noticeTries: 2 });
    calls[1]?.finish();
    await expect.poll(async () => (await entry())?.notice).toBe('done');
  });
});
