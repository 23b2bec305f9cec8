/** When the object of a signer is woken. Its storage is that of Node's SQLite, so that a test can turn the clock. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import { openSqlite } from '../../../src/node/sqlite.js';
import type { Health } from '../../../src/signer/monitoring/health.js';
import { createDurableSigner, type DurableSigner, type DurableStorage } from '../../../src/signer/worker/index.js';
import { createQuickService } from '../../promises/quick-service.js';
import { orderOf, ORIGIN } from '../shop.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 7, 30);

/** When the object is called next; null if it sleeps. */
let alarmAt: number | null;
let storage: DurableStorage;
let quick: ReturnType<typeof createQuickService>;
let signer: DurableSigner;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  alarmAt = null;
  const database = openSqlite(':memory:');
  storage = {
    sql: {
      exec(query, ...values: unknown[]) {
        if (values.length === 0 && /;\s*\S/.test(query)) {
          database.exec(query);
          return { toArray: () => [] };
        }
        const rows = database.prepare(query).all(...values) as Record<string, unknown>[];
        return { toArray: () => rows };
      },
    },
    transactionSync(work) {
      database.exec('BEGIN');
      try {
        const value = work();
        database.exec('COMMIT');
        return value;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    getAlarm: async () => alarmAt,
    setAlarm: async (at) => void (alarmAt = at),
  };
  quick = createQuickService();
  quick.clock = { now: () => Date.now() };
  signer = start();
});
afterEach(() => void vi.useRealTimers());

/** A new object on the same storage. */
const start = () =>
  createDurableSigner(storage, {
    ...{ service: quick.connection, retention: 7, merchantName: 'Demo Shop', publicUrl: `${ORIGIN}/pay` },
    secret: 'a secret of the shop, for tests only, long enough',
    priceOrder: (_request, order) => orderOf(order),
    onPaid: () => undefined,
    log: () => undefined,
    webhooks: false,
  });

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
  const request = new Request(`${ORIGIN}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await signer.fetch(request)).json() as Promise<T>;
}

async function pay(order: string): Promise<void> {
  const { authKey, claim } = await post<AuthKeyGrant>('authkey', { order });
  quick.pay(authKey);
  expect(await post('result', { claim })).toMatchObject({ status: 'approved' });
}

/** Calls the object at each alarm before this time. Returns how often. */
async function ringUntil(time: number): Promise<number> {
  let count = 0;
  for (; alarmAt !== null && alarmAt <= time; count += 1) {
    vi.setSystemTime(alarmAt);
    alarmAt = null;
    await signer.alarm();
  }
  return count;
}

const isKept = async (order: string) => (await signer.resultOf(order, { testMode: true })) !== null;

describe('the alarm of a Durable Object', () => {
  it('rings for the audits and the retention of orders that are done, and then no more', async () => {
    await pay('1');
    expect(await ringUntil(START + 2 * DAY)).toBeLessThan(60);
    const health = await signer.fetch(new Request(`${ORIGIN}/pay/health`));
    expect(((await health.json()) as Health).lastAudit).toMatchObject({ differences: 0 });
    await ringUntil(START + 6 * DAY);
    expect(await isKept('1')).toBe(true);
    await ringUntil(START + 8 * DAY);
    expect([await isKept('1'), alarmAt]).toEqual([false, null]);
  });

  it('rings a minute after a new key, also while it waited for an audit', async () => {
    await pay('1');
    await ringUntil(START + DAY);
    signer = start();
    await post('authkey', { order: '2' });
    expect(alarmAt).toBe(Date.now() + MINUTE);
  });
});
