/** Opens a claim store of 0.1.0: its keys, payments and notices are still valid. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { START, stoppedClock } from '../../sandbox/service-under-test.js';
import { STORED_FACTS, STORED_IN, type StoredFiles } from '../../support/stored-files.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, shopClock, type Shop } from '../shop.js';

const facts = STORED_FACTS.signer;
const MINUTE = 60;

const openStore = (place: string): Promise<ClaimStore> =>
  place.includes('://')
    ? openPostgresStore({ connection: place, clock: shopClock })
    : Promise.resolve(openSqliteStore(place, { clock: shopClock }));

describe.each(STORED_IN)('a claim store of 0.1.0, in %s', { timeout: 60_000 }, (_kind, open) => {
  let stored: StoredFiles;
  let service: Service;
  let store: ClaimStore;
  let told: string[];
  let shop: Shop;

  beforeAll(async () => {
    stored = await open();
  }, 120_000);
  afterAll(() => stored.remove());
  beforeEach(async () => {
    const { signer, sandbox } = await stored.copy();
    service = await startService({ database: sandbox, clock: stoppedClock(START + 1_000) });
    store = await openStore(signer);
    told = [];
    // The address that the browsers of that time used is a part of the scope.
    const account = { ...service.accountAt(service.url), browserUrl: 'https://pay.example' };
    shop = createShop(account, { store, clock: service.clock, onPaid: (order) => void told.push(order) });
    for (const order of [...Object.keys(facts), 'issuing']) shop.orders.set(order, orderOf(order));
  });
  afterEach(async () => {
    await store.close();
    await service.close();
  });

  it('returns the key that was issued before; it pays, and the shop is told once', async () => {
    const { authKey, claim } = facts.open;
    expect((await shop.grant('open')).authKey).toBe(authKey);
    const { ResultKey } = await service.pay(authKey);
    expect(await shop.result(claim, ResultKey)).toMatchObject({
      status: 'approved',
      receipt: { amount: { minor: 19900, currency: 'AUD' }, references: ['ORDER-open'] },
    });
    await shop.result(claim, ResultKey);
    expect((await shop.authkey('open')).status).toBe('approved');
    expect(told).toEqual(['open']);
  });

  it('is reconciled: lost payments are found, due notices are made once, what was told is not told again', async () => {
    // Longer than any pause between two calls of the shop, shorter than the life of a key.
    await service.advanceClock(15 * MINUTE);
    for (let time = 0; time < 2; time += 1) await shop.signer.reconcile();
    expect(told.sort()).toEqual(['calling', 'due', 'hinted', 'paid-unasked', 'paid-unseen']);
    expect(shop.mismatches).toMatchObject([
      { kind: 'result_mismatch', order: 'mismatch', differences: ['IsTestTxn'], current: null },
    ]);
    expect((await shop.authkey('told')).status).toBe('approved');
  });

  it('knows which key was superseded, which was declined, and which was never made', async () => {
    const { 'superseded-old': old, superseded, declined } = facts;
    shop.orders.set('superseded', orderOf('superseded', { amount: { minor: 20900, currency: 'AUD' } }));
    expect((await shop.grant('superseded')).authKey).toBe(superseded.authKey);
    await service.pay(old.authKey);
    expect((await shop.result(old.claim)).status).toBe('review');
    expect((await shop.grant('declined')).authKey).toBe(declined.authKey);
    await service.advanceClock(MINUTE);
    await service.pay((await shop.grant('issuing')).authKey);
    expect((await store.readOrder(shop.scope, 'issuing')).claims).toHaveLength(1);
  });
});
