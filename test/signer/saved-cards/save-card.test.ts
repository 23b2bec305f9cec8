/** A card that is saved with its payment: for its shopper, with consent, through signer and sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, CardsAnswer, PaymentResult } from '../../../src/core/pay-api.js';
import { createRestClient } from '../../../src/service/rest-client.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { startService, type Service } from '../service-on-a-port.js';
import { orderOf, shopClock } from '../shop.js';
import { createShopWithCards, TEST_CARD, type ShopWithCards } from '../shopper.js';

let service: Service;
let shop: ShopWithCards;
let serial = 0;
let session = '';
let order = '';

beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(() => service.close());
beforeEach(() => {
  serial += 1;
  session = `kim${serial}-1`;
  order = `kept-${serial}`;
  shop = createShopWithCards(service);
  shop.orders.set(order, orderOf(order));
});

const cardsOf = async (whose = session, where = shop) => (await where.as<CardsAnswer>(whose, 'cards', {})).body.cards;

async function grantFor(body: object = {}, whose = session, where = shop): Promise<AuthKeyGrant> {
  const answer = await where.as<AuthKeyGrant>(whose, 'authkey', { order, ...body });
  expect(answer).toMatchObject({ status: 200, body: { status: 'granted' } });
  return answer.body;
}

/** Sends a card as a page does (T5). */
async function pay({ submitUrl }: AuthKeyGrant, txnReq: object): Promise<string> {
  const response = await fetch(submitUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ TxnReq: txnReq }),
  });
  const { ResultKey } = (await response.json()) as { ResultKey: string };
  expect(ResultKey).toMatch(/^[\da-f-]{36}$/);
  return ResultKey;
}

const CardDetails = { ...TEST_CARD, Cvn: '123' };

describe('a card that pays and is saved', () => {
  it('belongs to the shopper, is reported to the shop once, and pays the next order', async () => {
    const grant = await grantFor({ storeCard: true });
    expect(grant.storesCard).toBe(true);
    const resultKey = await pay(grant, { CardDetails, StoreCard: true });
    const results = await Promise.all([1, 2, 3].map(() => shop.result(grant.claim, resultKey)));
    for (const result of results) expect(result.status).toBe('approved');
    await shop.signer.reconcile();
    expect(shop.paid).toHaveLength(1);
    expect(shop.stored).toMatchObject([
      { shopper: `kim${serial}`, stored: { task: 'add', token: { Crn1: `CUSTOMER-kim${serial}` } } },
    ]);
    const cards = await cardsOf();
    expect(cards).toMatchObject([{ type: 'MC', lastDigits: '346', expiry: '0542', isExpired: false }]);
    // Invariant 6.
    const { DVToken = '' } = shop.stored[0]?.stored.token ?? {};
    expect(DVToken).toMatch(/^599999/);
    expect(JSON.stringify([grant, results, cards, shop.log])).not.toContain(DVToken);

    order = `next-${serial}`;
    shop.orders.set(order, orderOf(order));
    const next = await grantFor({ card: cards[0]?.handle });
    expect(await shop.result(next.claim, await pay(next, { CardDetails: { Cvn: '123' } }))).toMatchObject({
      status: 'approved',
      receipt: { card: { lastDigits: '346' } },
    });
    expect(await cardsOf()).toHaveLength(1);
  });

  it.each([
    ['the shopper does not agree', { storeCard: true }, { CardDetails }],
    ['the shopper says no', { storeCard: true }, { CardDetails, StoreCard: false }],
    ['the key was not made for it', {}, { CardDetails, StoreCard: true }],
    ['the bank declines', { storeCard: true }, { CardDetails: { ...CardDetails, Cvn: '987' }, StoreCard: true }],
  ])('is not saved when %s', async (_why, wish, txnReq) => {
    const grant = await grantFor(wish);
    const { status } = await shop.result(grant.claim, await pay(grant, txnReq));
    expect(status).toBe('Cvn' in txnReq.CardDetails && txnReq.CardDetails.Cvn === '987' ? 'declined' : 'approved');
    await shop.signer.reconcile();
    expect(await cardsOf()).toEqual([]);
    expect(shop.stored).toEqual([]);
  });

  it('is not saved without a shopper, and the order is paid', async () => {
    const grant = await grantFor({ storeCard: true }, '');
    expect(grant.storesCard).toBeUndefined();
    const result = await shop.result(grant.claim, await pay(grant, { CardDetails, StoreCard: true }));
    expect(result.status).toBe('approved');
    expect(shop.stored).toEqual([]);
  });

  it('is saved for the shopper who got the key: another shopper gets another key', async () => {
    const hers = await grantFor({ storeCard: true });
    const again = await grantFor({ storeCard: true });
    expect(again.authKey).toBe(hers.authKey);
    const his = await grantFor({ storeCard: true }, `leo${serial}-1`);
    expect(his.authKey).not.toBe(hers.authKey);
    await shop.result(his.claim, await pay(his, { CardDetails, StoreCard: true }));
    expect(await cardsOf()).toEqual([]);
    expect(await cardsOf(`leo${serial}-1`)).toHaveLength(1);
  });

  it('is saved without the page, and after the service was down', async () => {
    const grant = await grantFor({ storeCard: true });
    await pay(grant, { CardDetails, StoreCard: true });
    await shop.signer.reconcile();
    expect(shop.paid).toHaveLength(1);
    expect(await cardsOf()).toHaveLength(1);
  });

  it('is saved by the next reconciliation if the service fails in between', async () => {
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    let isDown = true;
    const flaky: typeof client = {
      ...client,
      updateToken: (...call) =>
        isDown ? Promise.reject(new TypeError('the line broke')) : client.updateToken(...call),
    };
    const { merchantNumber } = service.accountAt(service.url);
    shop = createShopWithCards(service, {
      service: { client: flaky, browserUrl: service.url, merchantNumber },
      store: createMemoryStore({ clock: shopClock }),
    });
    shop.orders.set(order, orderOf(order));
    const grant = await grantFor({ storeCard: true });
    const result: PaymentResult = await shop.result(grant.claim, await pay(grant, { CardDetails, StoreCard: true }));
    expect(result.status).toBe('approved');
    expect(await cardsOf()).toEqual([]);
    expect(shop.stored).toEqual([]);
    isDown = false;
    await shop.signer.reconcile();
    await shop.signer.reconcile();
    expect(await cardsOf()).toHaveLength(1);
    expect(shop.stored).toHaveLength(1);
  });
});

describe('a card whose claim the store lost', () => {
  it('is saved at the next request: its payment is not recorded before', async () => {
    const store = createMemoryStore({ clock: shopClock });
    let isLost = true;
    shop = createShopWithCards(service, {
      store: {
        ...store,
        addClaim: (claim) =>
          isLost && claim.terms.action === 'store_token' ? Promise.resolve(true) : store.addClaim(claim),
      },
    });
    shop.orders.set(order, orderOf(order));
    const grant = await grantFor({ storeCard: true });
    const resultKey = await pay(grant, { CardDetails, StoreCard: true });
    expect((await shop.post('result', { claim: grant.claim, resultKey })).status).toBe(503);
    expect((await store.readOrder(shop.scope, order)).entries).toEqual([]);
    isLost = false;
    expect((await shop.result(grant.claim, resultKey)).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
    expect(await cardsOf()).toHaveLength(1);
  });
});

describe('a saved card that pays', () => {
  const keep = async () => {
    const grant = await grantFor({ storeCard: true });
    await shop.result(grant.claim, await pay(grant, { CardDetails, StoreCard: true }));
    order = `pays-${serial}`;
    shop.orders.set(order, orderOf(order));
    const [card] = await cardsOf();
    return card?.handle;
  };

  it('is priced for its own type, whatever the page sends', async () => {
    shop = createShopWithCards(service, {
      surcharge: (_order, type) => (type === 'MC' ? { minor: 300, currency: 'AUD' } : null),
    });
    shop.orders.set(order, orderOf(order));
    const first = await grantFor({ storeCard: true, cardType: 'MC' });
    await shop.result(first.claim, await pay(first, { CardDetails, StoreCard: true }));
    const [card] = await cardsOf();
    order = `priced-${serial}`;
    shop.orders.set(order, orderOf(order));
    for (const cardType of ['VC', 'other', undefined]) {
      const grant = await grantFor({ card: card?.handle, cardType });
      expect(grant).toMatchObject({ amount: { minor: 20200 }, surcharge: { minor: 300 } });
    }
  });

  it('does not pay with a wrong security code', async () => {
    const grant = await grantFor({ card: await keep() });
    const result = await shop.result(grant.claim, await pay(grant, { CardDetails: { Cvn: '987' } }));
    expect(result.status).toBe('declined');
  });

  it('gets no key after its expiry, with the text for an unknown card', async () => {
    const handle = await keep();
    const years = 17 * 366 * 86_400_000;
    const later = createShopWithCards(service, { clock: { now: () => service.clock.now() + years } });
    later.orders.set(order, orderOf(order));
    expect(await cardsOf(session, later)).toMatchObject([{ handle, isExpired: true }]);
    const expired = await later.as(session, 'authkey', { order, card: handle });
    const unknown = await later.as(session, 'authkey', { order, card: 'x'.repeat(59) });
    expect(expired.status).toBe(403);
    expect(expired.body).toEqual(unknown.body);
  });

  it('of another shopper, or of another session, gets no key, and the order stays payable', async () => {
    const handle = await keep();
    for (const whose of [`leo${serial}-1`, `kim${serial}-2`]) {
      const answer = await shop.as(whose, 'authkey', { order, card: handle });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'card_refused' } } });
    }
    expect(await shop.as('', 'authkey', { order, card: handle })).toMatchObject({ status: 401 });
    expect((await grantFor({ card: handle })).card).toMatchObject({ handle });
  });
});
