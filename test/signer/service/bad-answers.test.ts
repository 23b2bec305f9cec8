/**
 * Wrong answers of the service at every endpoint of the signer: each leads to a defined answer without invented
 * data, and no payment is lost when the service works again. The sandbox runs behind a lossy proxy.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CardsAnswer, ProcessAnswer, TokenKeyGrant, TokenResult } from '../../../src/core/pay-api.js';
import { createRestClient } from '../../../src/service/rest-client.js';
import { createNodeFetch } from '../../../src/signer/node/node-fetch.js';
import { startLossyProxy, type Loss, type LossyProxy } from '../lossy-proxy.js';
import { startService, type Service } from '../service-on-a-port.js';
import { ORIGIN, orderOf } from '../shop.js';
import { createShopWithCards, storeAt, type ShopWithCards } from '../shopper.js';

const LOSSES: readonly Loss[] = ['request', 'answer', 'half', 'html', 'json', 'silence'];
/** Seconds after which a silent service is given up, so that the test ends. */
const TIMEOUT = 1.5;
/** What a service has that is not silent, so that a busy machine's answers in time. */
const LONG_TIMEOUT = 60;

let service: Service;
let proxy: LossyProxy;
let serial = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  serial += 1;
  proxy = await startLossyProxy(service.url);
});
afterEach(() => proxy.close());

interface Doors extends ShopWithCards {
  /** An order of its own. */
  newOrder(): string;
  /** GET, as a browser. */
  visit(path: string): Promise<{ status: number; location: string | null }>;
  /** The address that the service was given with the last key. */
  webhookUrl(): string;
  /** The service's webhook; resolves when the signer has followed it. */
  hear(url: string): Promise<number>;
  process(claim: string): Promise<ProcessAnswer['status']>;
}

/** A signer with all that it offers. The platform's `fetch` meets the same answers in test/service. */
function open(): Doors {
  const account = service.accountAt(proxy.url);
  const send = createNodeFetch();
  let webhookUrl = '';
  const clientWith = (timeoutSeconds: number) =>
    createRestClient({
      ...account,
      version: 'v3',
      timeoutSeconds,
      fetch: (url, init) => {
        const [, address = webhookUrl] = /"WebHookUrl":"([^"]+)"/.exec(String(init.body ?? '')) ?? [];
        webhookUrl = address;
        return send(url, init);
      },
    });
  const clients = { patient: clientWith(LONG_TIMEOUT), hasty: clientWith(TIMEOUT) };
  const isSilent = (call: string) =>
    proxy.lose(undefined, call.startsWith('delete') ? 'DELETE' : 'POST', '') === 'silence';
  const client = new Proxy(clients.patient, {
    get: (_target, call) => Reflect.get(isSilent(String(call)) ? clients.hasty : clients.patient, call) as unknown,
  });
  const shop = createShopWithCards(service, {
    service: { client, browserUrl: service.url, merchantNumber: account.merchantNumber },
    iframe: {},
    webform: { title: 'Pay' },
    webhooks: true,
    returnTo: (order, { status }) => `/orders/${order}?payment=${status}`,
    returnToCards: (id, { status }) => `/cards/${id}?card=${status}`,
  });
  return {
    ...shop,
    newOrder() {
      serial += 1;
      const order = `bad-${serial}`;
      shop.orders.set(order, orderOf(order));
      return order;
    },
    async visit(path) {
      const { status, headers } = await shop.signer.fetch(new Request(`${ORIGIN}/pay/${path}`));
      return { status, location: headers.get('location') };
    },
    webhookUrl: () => webhookUrl,
    async hear(url) {
      const work: Promise<void>[] = [];
      const request = new Request(url, { method: 'POST', body: '{}' });
      const { status } = await shop.signer.fetch(request, { waitUntil: (each) => void work.push(each) });
      await Promise.all(work);
      return status;
    },
    process: async (claim) => (await shop.as<ProcessAnswer>('', 'process', { claim })).body.status,
  };
}

const unreachable = { status: 503, body: { error: { code: 'service_unreachable' } } };

/** Who finds a payment when the service is back. */
const HEALERS: Readonly<Record<string, (shop: Doors, claim: string, hook: string) => Promise<unknown>>> = {
  page: (shop, claim) => shop.result(claim),
  return: (shop, claim) => shop.visit(`return?claim=${claim}`),
  webhook: (shop, _claim, hook) => shop.hear(hook),
  reconciliation: (shop) => shop.signer.reconcile(),
};

describe('a service that answers with', () => {
  it.each(LOSSES)('"%s" makes no key that is handed out, and the next request gets one', async (loss) => {
    const shop = open();
    const order = shop.newOrder();
    proxy.lose = () => loss;
    const refused = await Promise.all([
      shop.post('authkey', { order }),
      shop.as('ann-1', 'tokenkey', { task: 'add' }),
      shop.visit(`form?order=${shop.newOrder()}`),
    ]);
    expect(refused).toMatchObject([unreachable, unreachable, { status: 503 }]);
    proxy.lose = () => undefined;
    const { authKey } = await shop.grant(order);
    await service.pay(authKey);
    await shop.signer.reconcile();
    expect(shop.paid.map((each) => each.order)).toEqual([order]);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it.each(LOSSES)('"%s" hides no payment, whichever endpoint is tried, and whichever finds it then', async (loss) => {
    const payments = await Promise.all(
      Object.keys(HEALERS).map(async (healer) => {
        const shop = open();
        const order = shop.newOrder();
        const { authKey, claim } = await shop.grant(order);
        const { ResultKey } = await service.pay(authKey);
        return { healer, shop, order, claim, resultKey: ResultKey ?? '', hook: shop.webhookUrl() };
      }),
    );
    proxy.lose = () => loss;
    await Promise.all(
      payments.map(async ({ healer, shop, order, claim, resultKey, hook }) => {
        const endpoints = await Promise.all([
          shop.post('result', { claim, resultKey }),
          shop.visit(`return?claim=${claim}&ResponseCode=0&ResultKey=${resultKey}`),
          // One that cannot be followed is left to the reconciliation, so that one is the first of its claim.
          healer === 'webhook' ? 200 : shop.hear(hook),
        ]);
        const pending = { status: 303, location: `${ORIGIN}/orders/${order}?payment=pending` };
        expect(endpoints).toMatchObject([unreachable, pending, 200]);
        expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, unreachable: 1, found: 0 });
        expect([shop.paid, shop.mismatches]).toEqual([[], []]);
      }),
    );
    proxy.lose = () => undefined;
    for (const { healer, shop, order, claim, hook } of payments) {
      await HEALERS[healer]?.(shop, claim, hook);
      expect(shop.paid, healer).toMatchObject([{ order }]);
      expect(await shop.authkey(order)).toMatchObject({ status: 'approved' });
    }
  });

  it.each(LOSSES)('"%s" to the processing of its frame charges once', async (loss) => {
    const shop = open();
    const order = shop.newOrder();
    const { claim, frameUrl = '' } = await shop.grant(order);
    const typed = { CardNumber: '5123456789012346', ExpiryDate: '05/42', CVN: '123', CardHolderName: 'A BUYER' };
    await fetch(frameUrl, { method: 'POST', body: new URLSearchParams(typed) });
    proxy.lose = () => loss;
    expect(await shop.process(claim)).toBe('pending');
    proxy.lose = () => undefined;
    expect(await shop.process(claim)).toBe('approved');
    expect(await shop.process(claim)).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
    expect(shop.paid).toMatchObject([{ order }]);
  });

  it.each(LOSSES)('"%s" loses no stored card, invents none, and takes none away unasked', async (loss) => {
    const shop = open();
    const [id, session] = [`ann${serial}`, `ann${serial}-1`];
    const cards = () => shop.as<CardsAnswer>(session, 'cards', {});
    const { claim, submitUrl } = (await shop.as<TokenKeyGrant>(session, 'tokenkey', { task: 'add' })).body;
    await storeAt(submitUrl);
    proxy.lose = () => loss;
    const asked = await Promise.all([
      shop.as('', 'tokenresult', { claim }),
      cards(),
      shop.visit(`return?claim=${claim}`),
    ]);
    const pending = { status: 303, location: `${ORIGIN}/cards/${id}?card=pending` };
    expect(asked).toMatchObject([unreachable, unreachable, pending]);
    proxy.lose = () => undefined;
    const stored = (await shop.as<TokenResult>('', 'tokenresult', { claim })).body;
    if (stored.status !== 'stored') throw new Error(`not stored but ${stored.status}`);
    expect(shop.stored).toHaveLength(1);
    const remove = () => shop.as<CardsAnswer>(session, 'cards/remove', { card: stored.card.handle });
    proxy.lose = (_call, method) => (method === 'DELETE' ? loss : undefined);
    expect(await remove()).toMatchObject(unreachable);
    expect((await cards()).body.cards).toHaveLength(loss === 'request' ? 1 : 0);
    proxy.lose = () => undefined;
    expect(await remove()).toMatchObject({ status: 200, body: { cards: [] } });
  });
});

describe('a service that does not answer for longer than a shopper waits', () => {
  afterEach(() => vi.useRealTimers());

  it('does not delay the shopper’s return, and its late answer counts', async () => {
    const account = service.accountAt(proxy.url);
    const client = createRestClient({ ...account, version: 'v3', fetch: createNodeFetch() });
    const connection = { client, browserUrl: service.url, merchantNumber: account.merchantNumber };
    const shop = createShopWithCards(service, {
      service: connection,
      returnTo: (order, { status }) => `/orders/${order}?payment=${status}`,
      returnToCards: (_id, { status }) => `/cards?card=${status}`,
    });
    shop.orders.set('slow', orderOf('slow'));
    const { authKey, claim } = await shop.grant('slow');
    await service.pay(authKey);
    const token = (await shop.as<TokenKeyGrant>('ann-1', 'tokenkey', { task: 'add' })).body;
    await storeAt(token.submitUrl);
    let held = 0;
    let letGo: () => void = () => undefined;
    const answering = new Promise<void>((resolve) => (letGo = resolve));
    proxy.hold = () => {
      held += 1;
      return answering;
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const work: Promise<void>[] = [];
    const visits = [claim, token.claim].map((each) =>
      shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${each}`), {
        waitUntil: (rest) => void work.push(rest),
      }),
    );
    await vi.waitUntil(() => held === 2, { timeout: 20_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    const places = (await Promise.all(visits)).map(({ headers }) => headers.get('location'));
    expect(places).toEqual([`${ORIGIN}/orders/slow?payment=pending`, `${ORIGIN}/cards?card=pending`]);
    expect([shop.paid, shop.stored]).toEqual([[], []]);
    letGo();
    await Promise.all(work);
    expect([shop.paid.length, shop.stored.length]).toEqual([1, 1]);
  });
});
