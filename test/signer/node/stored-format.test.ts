/** Claims that an earlier build stored: the current code opens them, and the agreed terms are still valid. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, CardsAnswer, TokenResult } from '../../../src/core/pay-api.js';
import type { AgreedTerms } from '../../../src/signer/claims/agreed-terms.js';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { START, stoppedClock } from '../../sandbox/service-under-test.js';
import { STORED_IN, type StoredFiles } from '../../support/stored-files.js';
import { startService, type Service } from '../service-on-a-port.js';
import { orderOf } from '../shop.js';
import { createShopWithCards, storeAt, type ShopWithCards } from '../shopper.js';

const MINUTE = 60;

const openStore = (place: string): Promise<ClaimStore> =>
  place.includes('://') ? openPostgresStore({ connection: place }) : Promise.resolve(openSqliteStore(place));

describe.each(STORED_IN)('a claim store of an earlier build, in %s', { timeout: 60_000 }, (_kind, open) => {
  let stored: StoredFiles;
  let place: string;
  let service: Service;
  let store: ClaimStore;
  let told: { order: string; agreed: AgreedTerms }[];
  let shop: ShopWithCards;

  const openShop = (options: Partial<SignerOptions> = {}) => {
    shop = createShopWithCards(service, {
      store,
      onPaid: (order, _txn, agreed) => void told.push({ order, agreed }),
      ...options,
    });
    for (const order of [...Object.keys(stored.facts.signer), 'issuing']) shop.orders.set(order, orderOf(order));
  };

  beforeAll(async () => {
    stored = await open();
  }, 120_000);
  afterAll(() => stored.remove());
  beforeEach(async () => {
    const copy = await stored.copy();
    place = copy.signer;
    service = await startService({ database: copy.sandbox, clock: stoppedClock(START + 1_000) });
    store = await openStore(place);
    told = [];
    openShop();
  });
  afterEach(async () => {
    await store.close();
    await service.close();
  });

  const ordersTold = () => told.map(({ order }) => order).sort();

  it('returns the key that was issued before; it pays, and the shop is notified once', async () => {
    const { authKey, claim } = stored.facts.signer.open;
    expect((await shop.grant('open')).authKey).toBe(authKey);
    expect((await shop.result(claim)).status).toBe('open');
    const { ResultKey } = await service.pay(authKey);
    expect(await shop.result(claim, ResultKey)).toMatchObject({
      status: 'approved',
      receipt: { amount: { minor: 19900, currency: 'AUD' }, references: ['ORDER-open'] },
    });
    expect((await shop.authkey('open')).status).toBe('approved');
    await shop.result(claim, ResultKey);
    expect(told).toEqual([
      {
        order: 'open',
        agreed: {
          amount: 19900,
          total: 19900,
          currency: 'AUD',
          version: '',
          crn1: 'ORDER-open',
          crn2: '',
          crn3: '',
          billerCode: '',
        },
      },
    ]);
  });

  it('returns the result of a payment that was made before', async () => {
    const { claim, resultKey } = stored.facts.signer['paid-unseen'];
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
    expect(ordersTold()).toEqual(['paid-unseen']);
  });

  it('is reconciled: lost payments are found, and due notices are made once', async () => {
    // Longer than any pause between two calls of the shop, shorter than the life of a key.
    await service.advanceClock(15 * MINUTE);
    expect(await shop.signer.reconcile()).toMatchObject({ found: 3, notified: 3, unreachable: 0 });
    expect(ordersTold()).toEqual(['calling', 'due', 'hinted', 'paid-unasked', 'paid-unseen']);
    expect(shop.mismatches).toMatchObject([
      { kind: 'result_mismatch', order: 'mismatch', differences: ['IsTestTxn'], current: null },
    ]);
    expect(told.find(({ order }) => order === 'due')?.agreed).toMatchObject({ amount: 19900, crn1: 'ORDER-due' });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 0, notified: 0 });
    expect(told).toHaveLength(5);
    expect(shop.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect((await shop.authkey('told')).status).toBe('approved');
  });

  it('compares a payment whose notice is due with the current terms', async () => {
    openShop({ currentTerms: () => ({ amount: { minor: 20900, currency: 'AUD' } }) });
    await service.advanceClock(15 * MINUTE);
    await shop.signer.reconcile();
    expect(told).toEqual([]);
    expect(shop.mismatches.find(({ order }) => order === 'due')).toMatchObject({
      kind: 'paid_superseded',
      current: { amount: { minor: 20900, currency: 'AUD' } },
    });
    expect((await shop.result(stored.facts.signer.due.claim)).status).toBe('review');
  });

  it('knows which key was superseded, and makes a key after a decline', async () => {
    const { 'superseded-old': old, superseded, declined } = stored.facts.signer;
    shop.orders.set('superseded', orderOf('superseded', { amount: { minor: 20900, currency: 'AUD' } }));
    expect((await shop.grant('superseded')).authKey).toBe(superseded.authKey);
    await service.pay(old.authKey);
    expect((await shop.result(old.claim)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', order: 'superseded' }]);
    expect((await shop.grant('declined')).authKey).toBe(declined.authKey);
  });

  it('makes a key after the service had refused one', async () => {
    await service.advanceClock(MINUTE);
    const { authKey, claim } = await shop.grant('issuing');
    await service.pay(authKey);
    expect((await shop.result(claim)).status).toBe('approved');
    expect((await store.readOrder('issuing')).claims).toHaveLength(1);
  });

  it('expires an old key, and makes another', async () => {
    await service.advanceClock(35 * MINUTE);
    await shop.signer.reconcile();
    expect((await shop.result(stored.facts.signer.open.claim)).status).toBe('expired');
    const next = await shop.grant('open');
    expect(next.authKey).not.toBe(stored.facts.signer.open.authKey);
    await service.pay(next.authKey);
    expect((await shop.result(next.claim)).status).toBe('approved');
  });

  it('pays with a saved card, by its handle and by the key that was made for it', async () => {
    const { handle, 'by-card': byCard } = stored.facts.signer;
    const { cards } = (await shop.as<CardsAnswer>('ann-1', 'cards', {})).body;
    expect(cards).toMatchObject([{ handle, type: 'MC', lastDigits: '346', expiry: '0542' }]);
    shop.orders.set('next', orderOf('next'));
    const next = (await shop.as<AuthKeyGrant>('ann-1', 'authkey', { order: 'next', card: handle })).body;
    expect((await shop.as<AuthKeyGrant>('ann-1', 'authkey', { order: 'by-card', card: handle })).body.authKey).toBe(
      byCard.authKey,
    );
    for (const { authKey, claim } of [next, byCard]) {
      const response = await fetch(`${service.url}/webapi/v3/txns/withauthkey/${authKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ TxnReq: { CardDetails: { Cvn: '123' } } }),
      });
      const { ResultKey } = (await response.json()) as { ResultKey: string };
      expect(await shop.result(claim, ResultKey)).toMatchObject({
        status: 'approved',
        receipt: { card: { lastDigits: '346' } },
      });
    }
    expect(ordersTold()).toEqual(['by-card', 'next']);
  });

  it('stores a card by the keys for that, and notifies the shop once', async () => {
    const { 'open-token': adding, 'stores-card': paying } = stored.facts.signer;
    const { ResultKey } = await storeAt(`${service.url}/webapi/v3/dvtokens/withauthkey/${adding.authKey}`);
    const result = await shop.as<TokenResult>('', 'tokenresult', { claim: adding.claim, resultKey: ResultKey });
    expect(result.body).toMatchObject({ status: 'stored', card: { lastDigits: '346' } });
    const response = await fetch(`${service.url}/webapi/v3/txns/withauthkey/${paying.authKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        TxnReq: {
          CardDetails: {
            CardNumber: '4987654321098769',
            CardHolderName: 'A BUYER',
            Cvn: '123',
            ExpiryDateMonth: '05',
            ExpiryDateYear: '42',
          },
          StoreCard: true,
        },
      }),
    });
    expect(response.status).toBe(200);
    expect((await shop.result(paying.claim)).status).toBe('approved');
    await shop.signer.reconcile();
    await shop.signer.reconcile();
    expect(shop.stored).toMatchObject([
      { shopper: 'ann', stored: { task: 'add', token: { CardType: 'MC' } } },
      { shopper: 'ann', stored: { task: 'add', token: { CardType: 'VC' } } },
    ]);
  });

  it('opens again after the current code has written into it', async () => {
    await service.pay(stored.facts.signer.open.authKey);
    expect((await shop.result(stored.facts.signer.open.claim)).status).toBe('approved');
    const before = await store.readOrder('open');
    await store.close();
    store = await openStore(place);
    expect(await store.readOrder('open')).toEqual(before);
    expect((await store.readOrder('told')).entries).toMatchObject([{ kind: 'paid', notice: 'done', current: null }]);
  });
});
