/**
 * P20: the shop is notified once for each TxnNumber, whatever finds the payment first. Page,
 * return, webhook and reconciliation come in every order, repeated, in sequence or in parallel, and
 * the process dies before, in and after the shop's own code. Without a death `onPaid` runs exactly
 * once. With a death it runs again only if it was not marked as done: at least once, with the
 * TxnNumber as the key. If the shop shares the store's PostgreSQL, it runs exactly once, also with
 * `kill -9`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { openPostgresStore } from '../../src/signer/node/postgres-store.js';
import { accountAt, startFaultyService } from '../signer/faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../signer/shop.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { createQuickService } from './quick-service.js';
import { createChance, report, trials, type Chance } from './trials.js';

const FINDERS = ['page', 'blind page', 'return', 'webhook', 'reconciliation', 'key'] as const;
type Finder = (typeof FINDERS)[number];
/** Longer than the lease of a callback. */
const AFTER_LEASE = 91_000;

interface Attempt {
  readonly grant: AuthKeyGrant;
  readonly resultKey: string;
  readonly hook: string;
}

/** One of the ways in which the payment is found. */
async function find(shop: Shop, finder: Finder, { grant, resultKey, hook }: Attempt): Promise<void> {
  const { claim, order } = grant;
  switch (finder) {
    case 'page':
      return void (await shop.result(claim, resultKey));
    case 'blind page':
      return void (await shop.result(claim));
    case 'return':
      return void (await shop.signer.fetch(
        new Request(`${ORIGIN}/pay/return?claim=${claim}&ResultKey=${resultKey}&ResponseCode=0`),
      ));
    case 'webhook': {
      const work: Promise<void>[] = [];
      const waitUntil = (each: Promise<void>) => void work.push(each);
      await shop.signer.fetch(new Request(hook, { method: 'POST', body: '{}' }), { waitUntil });
      return void (await Promise.all(work));
    }
    case 'reconciliation':
      return void (await shop.signer.reconcile(10_000));
    case 'key':
      return void (await shop.authkey(order));
  }
}

function shuffle<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, at: chance.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Each once or twice, in random order, in groups that run in parallel. */
async function findInSomeOrder(shop: Shop, attempt: Attempt, chance: Chance): Promise<void> {
  const finders = shuffle(chance.next() < 0.5 ? FINDERS : [...FINDERS, ...FINDERS], chance);
  while (finders.length > 0) {
    const group = finders.splice(0, chance.whole(1, 6));
    await Promise.all(group.map((finder) => find(shop, finder, attempt)));
  }
}

describe('P20: the shop is told once', () => {
  it('with every finder of the payment, in every order, repeated and in parallel', { timeout: 120_000 }, async () => {
    const chance = createChance();
    const runs = trials(1_000);
    const service = createQuickService();
    const calls = new Map<string, number>();
    const shop = createShop(service.connection, {
      webhooks: true,
      onPaid: async (_order, { TxnNumber = '' }) => {
        if (chance.next() < 0.5) await Promise.resolve();
        calls.set(TxnNumber, (calls.get(TxnNumber) ?? 0) + 1);
      },
    });
    for (let run = 1; run <= runs; run += 1) {
      const attempt = await payAt(shop, service, `order ${run}`);
      await findInSomeOrder(shop, attempt, chance);
    }
    expect(calls.size).toBe(runs);
    expect(new Set(calls.values())).toEqual(new Set([1]));
    report('P20', chance, { runs, 'told twice': 0, 'not told': 0 });
  });

  it('with kills before, during and after the callback', { timeout: 120_000 }, async () => {
    const chance = createChance();
    const runs = trials(1_000);
    const service = createQuickService();
    let deaths = 0;
    for (let run = 1; run <= runs; run += 1) {
      const store = createMemoryStore({ clock: shopClock });
      const done: string[] = [];
      const death = chance.pick(['before', 'in', 'after'] as const);
      const { reached, ...options } = dyingOf(death, store, done);
      const dying = createShop(service.connection, { ...options, webhooks: true });
      const attempt = await payAt(dying, service, `order ${run}`);
      // A dead process does not answer. A key that is requested again at once is granted without a
      // search.
      void find(dying, chance.pick(FINDERS.filter((finder) => finder !== 'key')), attempt);
      await reached;
      const next = createShop(service.connection, {
        store,
        webhooks: true,
        onPaid: (_order, { TxnNumber = '' }) => void done.push(TxnNumber),
      });
      next.orders.set(attempt.grant.order, orderOf(attempt.grant.order));
      next.now += AFTER_LEASE;
      await findInSomeOrder(next, attempt, chance);
      deaths += 1;
      // After a death between effect and mark, the callback runs again with the same key.
      expect(new Set(done).size).toBe(1);
      expect(done).toHaveLength(death === 'after' ? 2 : 1);
    }
    report('P20', chance, { runs, deaths });
  });
});

async function payAt(shop: Shop, service: ReturnType<typeof createQuickService>, order: string): Promise<Attempt> {
  shop.orders.set(order, orderOf(order));
  const grant = await shop.grant(order);
  const hook = service.keys.get(grant.authKey)?.WebHookUrl ?? '';
  return { grant, hook, resultKey: service.pay(grant.authKey)?.resultKey ?? '' };
}

/** A process that stops forever at some point of the notification, and reports that. */
function dyingOf(death: 'before' | 'in' | 'after', store: ClaimStore, done: string[]) {
  let die: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (die = resolve));
  const stop = () => {
    die();
    return new Promise<never>(() => undefined);
  };
  return {
    reached,
    store: {
      ...store,
      record: async (...values: Parameters<ClaimStore['record']>) => {
        const recorded = await store.record(...values);
        return death === 'before' ? stop() : recorded;
      },
      finishNotice: (...made: Parameters<ClaimStore['finishNotice']>) =>
        death === 'after' ? stop() : store.finishNotice(...made),
    },
    onPaid: async (_order: string, { TxnNumber = '' }) => {
      if (death === 'in') await stop();
      done.push(TxnNumber);
    },
  };
}

/**
 * The signer in a separate process, with the built package. It makes all due notifications and is
 * killed during the callback number KILL_AT, before or after the shop's row was written, but before
 * the commit.
 */
const TELLER = `
import { createSigner } from './dist/signer/index.js';
import { openPostgresStore } from './dist/signer/node/index.js';
const task = JSON.parse(process.env.TASK);
let calls = 0;
const die = () => process.kill(process.pid, 'SIGKILL');
const store = await openPostgresStore({
  connection: task.connection,
  clock: { now: () => task.now },
  async onPaid(transaction, order, txn) {
    // Several run at once, each with its number.
    const number = (calls += 1);
    if (number === task.killAt && task.isBefore) die();
    await transaction.query('INSERT INTO shop_payment (txn_number, order_id) VALUES ($1, $2)', [txn.TxnNumber, order]);
    if (number === task.killAt) die();
  },
});
const signer = createSigner({
  service: task.account, store, secret: task.secret, publicUrl: 'https://shop.example/pay', merchantName: 'Demo Shop',
  priceOrder: () => null, clock: { now: () => task.now },
});
const { notified, found } = await signer.reconcile(1000);
process.stdout.write(String(notified + found));
await store.close();
`;

describe('P20: where the shop shares the database', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  it('its row and the notice are one transaction, with kill -9 in between', { timeout: 180_000 }, async () => {
    expect(existsSync('dist/signer/node/index.js'), 'run npm run build first').toBe(true);
    const chance = createChance();
    const service = await startFaultyService();
    const connection = await server.createDatabase();
    const database = new Client({ connectionString: connection });
    await database.connect();
    // No unique key, which would hide a second row.
    await database.query('CREATE TABLE shop_payment (txn_number text, order_id text)');
    const store = await openPostgresStore({ clock: shopClock, connection });
    const shop = createShop(accountAt(service), { store, startAt: Date.now() });
    const orders = Array.from({ length: 40 }, (_, index) => `order ${index + 1}`);
    for (const order of orders) {
      shop.orders.set(order, orderOf(order));
      await service.pay((await shop.grant(order)).authKey);
    }
    const kills = 8;
    let killed = 0;
    for (let turn = 0; turn <= kills; turn += 1) {
      shop.now += AFTER_LEASE;
      const isLast = turn === kills;
      const killAt = isLast ? 0 : chance.whole(1, 4);
      const task = { connection, killAt, isBefore: chance.next() < 0.3, now: shop.now };
      const child = spawn(process.execPath, ['--input-type=module', '--eval', TELLER], {
        env: {
          ...process.env,
          TASK: JSON.stringify({
            ...task,
            account: accountAt(service),
            secret: 'for tests only, and long enough for it',
          }),
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (signal === 'SIGKILL') killed += 1;
      else expect(code).toBe(0);
    }
    const { rows } = await database.query<{ order_id: string; count: string }>(
      'SELECT order_id, count(*) FROM shop_payment GROUP BY order_id',
    );
    const due = await store.readDueNotices(shop.scope, AFTER_LEASE, 1000);
    report('P20', chance, { payments: orders.length, kills: killed, rows: rows.length, 'still due': due.length });
    expect(killed).toBe(kills);
    expect(rows.map((row) => row.order_id).sort()).toEqual([...orders].sort());
    expect(rows.filter((row) => row.count !== '1')).toEqual([]);
    expect(due).toEqual([]);
    await database.end();
    await store.close();
    await service.close();
  });
});
