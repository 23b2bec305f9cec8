/**
 * P5: a payment is never repeated blindly after a lost answer. The connection loses every answer to
 * a card after the payment was made, and every fifth call of all other kinds, before or after it
 * was processed. The shopper's page follows the signer's answers: it retries, reloads, and comes
 * back after the key has expired. At the end each order has one payment, and the signer knows it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyAnswer, PaymentResult } from '../../src/core/pay-api.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, type Shop, shopClock } from '../signer/shop.js';

const SEED = Number(process.env['FLORIN_SEED'] ?? 20261121);
const AT_ONCE = 25;

let service: Service;
let proxy: LossyProxy;
let shop: Shop;
let random: () => number;

beforeEach(async () => {
  random = createRandom(SEED);
  service = await startService();
  proxy = await startLossyProxy(service.url);
  const store = createMemoryStore({ clock: shopClock });
  shop = createShop(service.accountAt(proxy.url), { store, startAt: Date.now() });
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

/**
 * Loses the answer to every card, and one in five of the other calls, half of them before they were
 * processed.
 */
const loseAlways = () => {
  proxy.lose = (call) => {
    if (call === 'T5') return 'answer';
    if (random() >= 0.2) return undefined;
    return random() < 0.5 ? 'request' : 'answer';
  };
};

describe(`P5: a lost answer is never paid again blindly (seed ${SEED})`, () => {
  it('finds 500 payments of shoppers who return after their keys have expired', { timeout: 120_000 }, async () => {
    loseAlways();
    const orders = addOrders('b', 500);
    await inGroups(orders, async (order) => {
      const answer = await untilAnswered<AuthKeyAnswer>('authkey', { order });
      // Only a page that asks before the press is answered with the price alone.
      if (answer.status === 'priced') throw new Error('the signer made no key');
      if (answer.status === 'granted') await payLosingTheAnswer(answer.submitUrl);
    });
    const later = 33 * 60;
    await service.advanceClock(later);
    shop.now += later * 1000;
    await inGroups(orders, (order) => shopAsPageDoes(order));
    await expectOnePaymentEach(orders);
  });

  it('finds 500 payments whose answers were lost, and makes none twice', { timeout: 120_000 }, async () => {
    loseAlways();
    const orders = addOrders('a', 500);
    await inGroups(orders, (order) => shopAsPageDoes(order));
    await expectOnePaymentEach(orders);
  });

  it('finds 200 payments that no page requests', { timeout: 120_000 }, async () => {
    loseAlways();
    const orders = addOrders('c', 200);
    await inGroups(orders, async (order) => {
      const answer = await untilAnswered<AuthKeyAnswer>('authkey', { order });
      if (answer.status === 'granted') await payLosingTheAnswer(answer.submitUrl);
    });
    await shop.signer.reconcile(1000);
    await expectOnePaymentEach(orders);
  });
});

function addOrders(prefix: string, count: number): readonly string[] {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
  for (const name of names) shop.orders.set(name, orderOf(name));
  return names;
}

/** One shopper: pays if the signer grants a key, and asks until the order is settled. */
async function shopAsPageDoes(order: string): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) {
    const answer = await untilAnswered<AuthKeyAnswer>('authkey', { order });
    if (answer.status === 'approved') return;
    if (answer.status === 'priced') throw new Error('the signer made no key');
    if (answer.status === 'granted') await payLosingTheAnswer(answer.submitUrl);
    // Sometimes the page is reloaded before it has asked.
    if (random() < 0.3) continue;
    const result = await untilAnswered<PaymentResult>('result', { claim: answer.claim });
    if (result.status === 'approved') return;
  }
  throw new Error(`order ${order} was not settled`);
}

/** The page's call, repeated while the signer cannot reach the service. */
async function untilAnswered<T>(path: string, body: object): Promise<T> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { status, body: answer } = await shop.post<T>(path, body);
    if (status === 200) return answer;
    expect(status).toBe(503);
    shop.now += 1;
    // After ten failures in a row the signer asks the service nothing for two real seconds.
    if (tries > 5) await pause(30);
  }
  throw new Error('the signer did not answer');
}

async function payLosingTheAnswer(submitUrl: string): Promise<void> {
  const { pathname } = new URL(submitUrl);
  await expect(service.submit(proxy.url + pathname)).rejects.toThrow();
}

async function expectOnePaymentEach(orders: readonly string[]): Promise<void> {
  // A notice waits until its searches for refunds and reversals have answers.
  for (let turns = 0; turns < 30 && shop.paid.length < orders.length; turns += 1) await shop.signer.reconcileNow();
  const counts = await Promise.all(orders.map((order) => service.countApproved(`ORDER-${order}`)));
  const { T2, T3, T4, T5, T8 } = proxy.calls;
  console.log(
    `P5 seed ${SEED}: ${orders.length} orders, ${counts.reduce((sum, count) => sum + count, 0)} payments, ` +
      `${shop.paid.length} known; lost ${proxy.lost.answer} answers and ${proxy.lost.request} requests of ${T2 + T3 + T4 + T5 + T8}`,
  );
  expect(counts).toEqual(orders.map(() => 1));
  expect(shop.paid.map(({ order }) => order).sort()).toEqual([...orders].sort());
  expect(shop.mismatches).toEqual([]);
}

async function inGroups(orders: readonly string[], run: (order: string) => Promise<void>): Promise<void> {
  for (let first = 0; first < orders.length; first += AT_ONCE) {
    await Promise.all(orders.slice(first, first + AT_ONCE).map(run));
  }
}

/** Mulberry32: small, and the same on every platform. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
