/** The card of a payment is saved by a second attempt: what the signer does if that attempt fails. Without HTTP. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuthKeyGrant, CardsAnswer } from '../../../src/core/pay-api.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { PaymentService } from '../../../src/signer/service/payment-service.js';
import type { DVTokenResp } from '../../../src/wire/rest/dv-token.js';
import type { TxnResp } from '../../../src/wire/rest/txn-resp.js';
import { createQuickService } from '../../promises/quick-service.js';
import { createShop, shopClock } from '../shop.js';

const SESSION = { 'x-session': 'kim' };
const unused = () => Promise.reject(new Error('this call is not expected'));

afterEach(() => void vi.useRealTimers());

/** A shop whose shopper agreed to save the card; the service has made a token of it. */
async function payAndSave(
  updateToken?: PaymentService['updateToken'],
  store = createMemoryStore({ clock: shopClock }),
) {
  const service = createQuickService();
  const { client } = service.connection;
  const run = { alter: (txn: TxnResp): TxnResp => txn };
  const token: DVTokenResp = { DVToken: '5999990123456789', CardType: 'MC', Crn1: 'ORDER-1042' };
  let saved = token;
  const withTokens: PaymentService = {
    ...client,
    getTransaction: async (number) => run.alter({ ...(await client.getTransaction(number)), DVToken: token.DVToken }),
    getToken: async () => saved,
    updateToken: updateToken ?? (async (_token, changes) => (saved = { ...token, ...changes })),
    searchTokens: async () => (saved === token ? [] : [saved]),
    ...{ deleteToken: unused, getTokenResult: unused, createAddTokenAuthKey: unused, createUpdateTokenAuthKey: unused },
  };
  const shop = createShop(
    { ...service.connection, client: withTokens },
    {
      store,
      authoriseToken: () => ({ id: 'kim', session: 'kim', crn1: 'CUSTOMER-kim', email: '' }),
      onTokenStored: () => undefined,
    },
  );
  const { body } = await shop.post<AuthKeyGrant>('authkey', { order: '1042', storeCard: true }, SESSION);
  const payOrder = (outcome?: 'declined') => void service.pay(body.authKey, outcome);
  const readCards = async () => (await shop.post<CardsAnswer>('cards', {}, SESSION)).body.cards;
  return { shop, run, payOrder, readCards, ask: () => shop.result(body.claim) };
}

describe('the card of a payment', () => {
  it('is saved when the payment was approved', async () => {
    const { ask, payOrder, readCards, shop } = await payAndSave();
    payOrder();
    expect((await ask()).status).toBe('approved');
    expect(await readCards()).toHaveLength(1);
    expect(shop.log).toEqual([]);
  });

  it('is not saved when the payment is not as agreed', async () => {
    const { ask, payOrder, readCards, run } = await payAndSave();
    payOrder();
    run.alter = (txn) => ({ ...txn, Amount: 1 });
    expect((await ask()).status).toBe('review');
    expect(await readCards()).toEqual([]);
  });

  it('is not saved when the payment was declined', async () => {
    const { ask, payOrder, readCards } = await payAndSave();
    payOrder('declined');
    expect((await ask()).status).toBe('declined');
    expect(await readCards()).toEqual([]);
  });

  it.each([
    [new Error('the disk is full'), 'the disk is full'],
    ['full', 'unknown'],
  ])('is reported in the log if the store fails: %s', async (cause, message) => {
    const store = createMemoryStore({ clock: shopClock });
    const { record } = store;
    const failing: typeof store = {
      ...store,
      async record(finding) {
        const claim = await store.readClaim(finding.claimId);
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- a store may throw anything
        if (claim?.terms.action === 'store_token') throw cause;
        return record(finding);
      },
    };
    const { ask, payOrder, shop } = await payAndSave(undefined, failing);
    payOrder();
    expect((await ask()).status).toBe('approved');
    expect(shop.log).toEqual([{ level: 'error', event: 'save_card_failed', message }]);
  });

  it('is reported once if the service fails, as a failed call', async () => {
    const { ask, payOrder, shop } = await payAndSave(() => Promise.reject(new Error('the line broke')));
    payOrder();
    expect((await ask()).status).toBe('approved');
    expect(shop.log).toMatchObject([{ event: 'service_call_failed', call: 'save_card' }]);
  });

  it('delays the result for at most five seconds', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const { ask, payOrder } = await payAndSave(() => {
      isAsked();
      return new Promise(() => undefined);
    });
    payOrder();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let status: string | undefined;
    void ask().then((result) => (status = result.status));
    await asked;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(status).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => status).toBe('approved');
    expect(vi.getTimerCount()).toBe(0);
  });
});
