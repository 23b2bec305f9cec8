/**
 * P19: webhooks sent twice, late, out of order, dropped, refused at first, before or after the
 * browser's return: all 64 combinations of the sandbox's faults, against the real signer on a port.
 * The sandbox's log shows each requested fault, and the shop is notified once in each case.
 */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListener } from '../../src/signer/node/listener.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { listenOnLoopback } from '../support/listen.js';

/** One of 64. */
interface Combination {
  readonly copies: 0 | 1 | 2 | 5;
  readonly isLate: boolean;
  readonly beforeAnswer: boolean;
  /** The shop's server answers the first attempt with 503. */
  readonly refusesFirst: boolean;
  /** The page comes back and asks; otherwise the shopper has left. */
  readonly returns: boolean;
}

const LATE = 60;
const HOUR = 3600;
const EITHER = [false, true] as const;
const COMBINATIONS: readonly Combination[] = ([0, 1, 2, 5] as const).flatMap((copies) =>
  EITHER.flatMap((isLate) =>
    EITHER.flatMap((beforeAnswer) =>
      EITHER.flatMap((refusesFirst) =>
        EITHER.map((returns) => ({ copies, isLate, beforeAnswer, refusesFirst, returns })),
      ),
    ),
  ),
);

let service: Service;
let shop: Shop;
let server: Server;
let isRefusing = false;

beforeAll(async () => {
  service = await startService();
  server = createServer((incoming, outgoing) => {
    const isWebhook = incoming.url?.startsWith('/pay/webhook');
    if (!isWebhook || !isRefusing) return listener(incoming, outgoing);
    isRefusing = false;
    outgoing.writeHead(503).end();
  });
  const publicUrl = `${await listenOnLoopback(server)}/pay`;
  shop = createShop(service.accountAt(service.url), { clock: service.clock, publicUrl, webhooks: true });
  const listener = createListener(shop.signer);
});
afterAll(async () => {
  server.close();
  await service.close();
});

/** Pays one order with a combination; returns its webhooks. */
async function run({ copies, isLate, beforeAnswer, refusesFirst, returns }: Combination, order: string) {
  shop.orders.set(order, orderOf(order));
  const { body: grant } = await shop.post<{ authKey: string; claim: string }>('authkey', { order });
  service.control.setWebhookScenario({ copies, delaySeconds: isLate ? LATE : 0, beforeAnswer });
  isRefusing = refusesFirst && copies > 0;
  const { ResultKey } = await service.pay(grant.authKey);
  if (returns) expect(await shop.result(grant.claim, ResultKey)).toMatchObject({ status: 'approved' });
  await service.control.webhooksSettled();
  if (isLate) await service.advanceClock(LATE);
  // The retry of the refused webhook.
  if (isRefusing || refusesFirst) await service.advanceClock(HOUR);
  await service.control.webhooksSettled();
  await shop.signer.reconcile();
  const { body } = await shop.post<{ status: string; receipt?: { txnNumber: string } }>('authkey', { order });
  expect(body.status).toBe('approved');
  const all = await service.control.listWebhooks({ limit: 10 });
  return all.filter(({ subject }) => subject === body.receipt?.txnNumber);
}

it('64 combinations: each fault is in the log once, and the shop is notified once', { timeout: 120_000 }, async () => {
  expect(COMBINATIONS).toHaveLength(64);
  for (const [index, combination] of COMBINATIONS.entries()) {
    const { copies, isLate, refusesFirst } = combination;
    const order = `64-${index}`;
    const webhooks = await run(combination, order);
    const name = JSON.stringify(combination);
    // The webhook's own call may still look for refunds, and nobody else makes it meanwhile.
    await expect.poll(() => shop.paid.some((paid) => paid.order === order), { message: name }).toBe(true);
    expect(webhooks, name).toHaveLength(Math.max(copies, 1));
    const states = new Set(webhooks.map(({ state }) => state));
    expect([...states], name).toEqual([copies === 0 ? 'dropped' : 'delivered']);
    const attempts = webhooks.reduce((sum, webhook) => sum + webhook.attempts, 0);
    expect(attempts, name).toBe(copies === 0 ? 0 : copies + (refusesFirst ? 1 : 0));
    for (const { firstDueAt, createdAt } of webhooks) {
      if (copies > 0) expect(firstDueAt - createdAt, name).toBe(isLate ? LATE * 1000 : 0);
    }
  }
  expect(shop.paid.map((paid) => paid.order)).toEqual(COMBINATIONS.map((_, index) => `64-${index}`));
  expect(shop.mismatches).toEqual([]);
});

it('the webhook of a later payment arrives first, and each order gets its own notice', async () => {
  const orders = ['first', 'second'];
  for (const [index, order] of orders.entries()) {
    shop.orders.set(order, orderOf(order));
    const grant = await shop.grant(order);
    service.control.setWebhookScenario({ delaySeconds: index === 0 ? LATE : 0 });
    await service.pay(grant.authKey);
  }
  await service.control.webhooksSettled();
  await expect.poll(() => shop.paid.at(-1)?.order, { timeout: 10_000 }).toBe('second');
  await service.advanceClock(LATE);
  await service.control.webhooksSettled();
  await expect.poll(() => shop.paid.at(-1)?.order, { timeout: 10_000 }).toBe('first');
  expect(shop.paid.filter(({ order }) => orders.includes(order))).toHaveLength(2);
});
