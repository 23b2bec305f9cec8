/** Notices to the shop when the store or the callback fails. Without HTTP. */
import * as openTelemetry from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { messageOf } from '../../../src/signer/monitoring/message-of.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { LEASE_MARGIN } from '../../../src/signer/notices/notify-shop.js';
import { startInMemoryTelemetry } from '../in-memory-telemetry.js';
import { openQuickShop } from '../quick-shop.js';
import { orderOf, ORIGIN } from '../shop.js';
import { shopClock } from '../shop.js';

const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

/** A shop with an order that was paid at the service; the store can be changed. */
async function payOrder(options: Partial<SignerOptions> = {}, outcome?: 'approved' | 'declined') {
  const store = createMemoryStore({ clock: shopClock });
  const { service, shop, run } = openQuickShop({ store, ...options });
  const { authKey, claim } = await shop.grant('1042');
  const { resultKey } = service.pay(authKey, outcome) ?? {};
  const readEntry = async () => (await store.readOrder(shop.scope, '1042')).entries[0];
  return { ask: () => shop.result(claim), readEntry, resultKey, run, service, shop, store };
}

const unanswered = () => Promise.reject(new Error('no answer'));

describe('a notice', () => {
  it.each(['approved', 'declined'] as const)('that is not due takes no lease: %s', async (outcome) => {
    const { ask, store } = await payOrder({}, outcome);
    await ask();
    let leases = 0;
    store.takeNotice = async () => (leases += 1) > 0;
    expect((await ask()).status).toBe(outcome);
    expect(leases).toBe(0);
  });

  it('is made later if the store gives no lease, and the log says so', async () => {
    let calls = 0;
    const onPaid = () => {
      calls += 1;
      if (calls === 1) throw new Error('down');
    };
    const { ask, shop, store } = await payOrder({ onPaid });
    const { takeNotice } = store;
    await ask();
    shop.log.length = 0;
    shop.now += MINUTE;
    store.takeNotice = unanswered;
    expect((await ask()).status).toBe('approved');
    const failure = { level: 'error', event: 'notice_not_taken', message: 'no answer' };
    expect(shop.log).toEqual([{ ...failure, order: '1042', txnNumber: '1001' }]);
    store.takeNotice = takeNotice;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(calls).toBe(2);
  });

  it('is made again after its lease if the store did not record that it succeeded', async () => {
    const { ask, shop, store } = await payOrder();
    const { finishNotice } = store;
    store.finishNotice = unanswered;
    expect((await ask()).status).toBe('approved');
    const failure = { level: 'error', event: 'notice_not_stored', message: 'no answer' };
    expect(shop.log).toEqual([{ ...failure, order: '1042', txnNumber: '1001' }]);
    store.finishNotice = finishNotice;
    shop.now += 2 * MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(shop.paid).toHaveLength(2);
  });

  it('that failed keeps its lease if the store does not answer', async () => {
    const onPaid = () => Promise.reject(new Error('down'));
    const { ask, readEntry, shop, store } = await payOrder({ onPaid });
    store.failNotice = unanswered;
    await ask();
    expect(await readEntry()).toMatchObject({ notice: 'calling', noticeAt: shop.now + MINUTE + LEASE_MARGIN });
    const failure = { level: 'error', event: 'callback_failed', kind: 'paid', message: 'down' };
    expect(shop.log).toEqual([{ ...failure, order: '1042', txnNumber: '1001' }]);
  });

  it('to a shop without onMismatch fails, and the log says why', async () => {
    const { ask, run, shop } = await payOrder({ onMismatch: undefined as never });
    run.alter = (txn) => ({ ...txn, Amount: 1 });
    expect((await ask()).status).toBe('review');
    expect(shop.log.at(-1)).toMatchObject({ message: expect.stringContaining('has no onMismatch') });
  });

  it('is a span for each call, with its order and its number', async () => {
    const telemetry = startInMemoryTelemetry();
    let isUp = false;
    const onPaid = () => (isUp ? Promise.resolve() : unanswered());
    const { ask, shop } = await payOrder({ onPaid, openTelemetry });
    for (let call = 1; call <= 3; call += 1) {
      isUp = call === 3;
      await ask();
      shop.now += 10 * MINUTE;
    }
    telemetry.stop();
    const calls = telemetry.spans.filter(({ name }) => name === 'call_shop');
    const subject = { 'florin.kind': 'paid', 'florin.order': '1042' };
    expect(calls.map(({ attributes }) => attributes)).toMatchObject([
      { ...subject, 'florin.call.attempt': 1 },
      { ...subject, 'florin.call.attempt': 2 },
      { ...subject, 'florin.call.attempt': 3 },
    ]);
    const callbacks = (outcome: string) =>
      telemetry.sum('florin.signer.callbacks', { 'florin.kind': 'paid', 'florin.outcome': outcome });
    expect([callbacks('failed'), callbacks('succeeded')]).toEqual([2, 1]);
    expect(telemetry.sum('florin.signer.callbacks.retries', { 'florin.kind': 'paid' })).toBe(2);
  });
});

describe('a store with a callback of its own', () => {
  it('records the notice itself', async () => {
    const told: string[] = [];
    const memory = createMemoryStore({ clock: shopClock });
    const notifyPaid: ClaimStore['notifyPaid'] = async (entry) => {
      told.push(entry.order);
      await memory.finishNotice(entry);
    };
    const store = { ...memory, notifyPaid, finishNotice: unanswered };
    const { shop } = await payOrder({ store, onPaid: undefined as never });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 1, waiting: 0 });
    expect([told, shop.log]).toEqual([['1042'], []]);
  });

  it('is counted as successful when it succeeds later', async () => {
    const memory = createMemoryStore({ clock: shopClock });
    let isUp = false;
    const notifyPaid: ClaimStore['notifyPaid'] = (entry) => (isUp ? memory.finishNotice(entry) : unanswered());
    const { shop } = await payOrder({ store: { ...memory, notifyPaid }, onPaid: undefined as never });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 1, notified: 0, waiting: 1 });
    isUp = true;
    shop.now += 10 * MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 1, waiting: 0 });
  });

  it('does not handle mismatches', async () => {
    const store = { ...createMemoryStore({ clock: shopClock }), notifyPaid: unanswered };
    const { ask, run, shop } = await payOrder({ store, onPaid: undefined as never });
    run.alter = (txn) => ({ ...txn, Amount: 1 });
    expect((await ask()).status).toBe('review');
    shop.now += 10 * MINUTE;
    expect(await shop.signer.reconcile()).toMatchObject({ notified: 0, waiting: 0 });
    expect(shop.mismatches).toHaveLength(1);
  });
});

describe('a result key of another order', () => {
  async function present(options: Partial<SignerOptions> = {}) {
    const { resultKey, shop } = await payOrder(options);
    shop.orders.set('7', orderOf('7'));
    expect((await shop.result((await shop.grant('7')).claim, resultKey)).status).toBe('review');
    return shop;
  }
  const WARNING = { level: 'warn', event: 'foreign_result', order: '7', owner: '1042' };

  it('is reported to the shop and in the log', async () => {
    const shop = await present();
    expect(shop.log).toEqual([WARNING]);
    expect(shop.mismatches).toMatchObject([
      {
        ...{ kind: 'foreign_result', order: '7', terms: { crn1: 'ORDER-7' }, current: null },
        ...{ txn: { TxnNumber: '1001' }, differences: ['MerchantReference'] },
      },
    ]);
  });

  it('is in the log only if the shop has no onMismatch', async () => {
    expect((await present({ onMismatch: undefined as never })).log).toEqual([WARNING]);
  });

  it('gets an answer although the callback fails', async () => {
    const shop = await present({ onMismatch: () => Promise.reject(new Error('down')) });
    const failure = { level: 'error', event: 'callback_failed', kind: 'foreign_result', message: 'down' };
    expect(shop.log).toEqual([WARNING, { ...failure, order: '7' }]);
  });

  it('gets an answer after ten seconds although the callback hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let onCalled = () => {};
    const called = new Promise<void>((resolve) => (onCalled = resolve));
    const presenting = present({
      onMismatch() {
        onCalled();
        return new Promise(() => undefined);
      },
    });
    await called;
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await presenting).log).toEqual([WARNING]);
  });
});

describe('a webhook', () => {
  async function send({ service, shop }: Pick<Awaited<ReturnType<typeof payOrder>>, 'service' | 'shop'>) {
    const [request] = service.keys.values();
    const work: Promise<void>[] = [];
    const webhook = new Request(request?.WebHookUrl ?? ORIGIN, { method: 'POST' });
    await shop.signer.fetch(webhook, { waitUntil: (each) => void work.push(each) });
    await Promise.all(work);
  }

  it('that finds the payment logs nothing', async () => {
    const telemetry = startInMemoryTelemetry();
    const opened = await payOrder({ webhooks: true, openTelemetry });
    await send(opened);
    telemetry.stop();
    expect([opened.shop.paid.length, opened.shop.log]).toEqual([1, []]);
    expect(telemetry.spans.map(({ name }) => name)).toContain('follow_webhook');
  });

  it('that cannot be followed because the store fails is in the log', async () => {
    const opened = await payOrder({ webhooks: true });
    opened.store.readClaim = unanswered;
    await send(opened);
    expect(opened.shop.log).toEqual([{ level: 'error', event: 'webhook_not_followed', message: 'no answer' }]);
  });

  it('that cannot be followed because the service fails is in the log once', async () => {
    const opened = await payOrder({ webhooks: true });
    opened.run.isDown = true;
    await send(opened);
    expect(opened.shop.log.map(({ event }) => event)).toEqual(['service_call_failed']);
  });

  it('that arrives before the transaction is in the log', async () => {
    const { service, shop } = openQuickShop({ webhooks: true });
    await shop.grant('1042');
    await send({ service, shop });
    expect(shop.log).toEqual([{ level: 'warn', event: 'webhook_without_transaction' }]);
  });
});

describe('the message of a caught value', () => {
  it('is that of an error, and "unknown" for any other value', () => {
    expect([new RangeError('too long'), 'text', undefined].map(messageOf)).toEqual(['too long', 'unknown', 'unknown']);
  });
});
