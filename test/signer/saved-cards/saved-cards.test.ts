/**
 * Saved cards through signer and sandbox: stored, listed, used, changed and removed; and refused for other shoppers.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AuthKeyGrant,
  CardsAnswer,
  PaymentResult,
  SavedCard,
  TokenKeyGrant,
  TokenResult,
} from '../../../src/core/pay-api.js';
import { createRestClient } from '../../../src/service/rest-client.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { generateFrameKeys } from '../../../src/signer/frame/frame-keys.js';
import { writeSettlementDate } from '../../../src/wire/rest/local-time.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, ORIGIN, orderOf, shopClock } from '../shop.js';
import { createShopWithCards, storeAt, TEST_CARD, type ShopWithCards } from '../shopper.js';

const UNKNOWN_CLAIM = `${'0'.repeat(32)}.${'A'.repeat(43)}`;
const ACCOUNT = {
  AcceptBADirectDebitTC: true,
  BankAccountDetails: { AccountName: 'A BUYER', AccountNumber: '80417726', BSBNumber: '063917' },
};

let service: Service;
let shop: ShopWithCards;
let serial = 0;
let session = '';

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  serial += 1;
  session = `ann${serial}-1`;
  shop = createShopWithCards(service);
});

const cardsOf = async (whose = session) => (await shop.as<CardsAnswer>(whose, 'cards', {})).body.cards;
const tokenResult = async (claim: string, resultKey?: string | null) =>
  (await shop.as<TokenResult>('', 'tokenresult', { claim, ...(resultKey && { resultKey }) })).body;

async function grantOf(body: object = { task: 'add' }, whose = session): Promise<TokenKeyGrant> {
  const { status, body: granted } = await shop.as<TokenKeyGrant>(whose, 'tokenkey', body);
  expect(status).toBe(200);
  return granted;
}

/** Stores a card and answers how its shopper sees it. */
async function save(request: object = { CardDetails: TEST_CARD }, whose = session): Promise<SavedCard> {
  const { claim, submitUrl } = await grantOf({ task: 'add' }, whose);
  const result = await tokenResult(claim, (await storeAt(submitUrl, request)).ResultKey);
  if (result.status !== 'stored') throw new Error(`not stored but ${result.status}`);
  return result.card;
}

const refused = (code: string) => ({ body: { error: { code } } });

describe('a card that is saved', () => {
  it('is listed to its shopper masked, and reported to the shop once, with its token', async () => {
    const { claim, submitUrl } = await grantOf();
    const { ResultKey } = await storeAt(submitUrl);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tokenResult(claim, ResultKey)));
    answers.push(await tokenResult(claim), await tokenResult(claim, ResultKey));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toEqual({
      status: 'stored',
      claim,
      card: {
        handle: expect.stringMatching(/^[\w-]{59}$/) as string,
        kind: 'card',
        type: 'MC',
        lastDigits: '346',
        expiry: '0542',
        isExpired: false,
        holderName: 'A BUYER',
      },
    });
    await shop.signer.reconcile();
    expect(shop.stored).toMatchObject([
      {
        shopper: session.split('-')[0],
        stored: { task: 'add', token: { DVToken: expect.stringMatching(/^599999\d{10}$/), CardType: 'MC' } },
      },
    ]);
    // Invariant 6: the token is in no answer to a page.
    const { DVToken = '' } = shop.stored[0]?.stored.token ?? {};
    expect(JSON.stringify([answers, await cardsOf()])).not.toContain(DVToken ?? '');
    expect(JSON.stringify(shop.log)).not.toContain(DVToken ?? '');
  });

  it('is listed to its shopper in each session with another handle, and to nobody else', async () => {
    const card = await save();
    expect(await cardsOf()).toEqual([card]);
    const [elsewhere] = await cardsOf(`ann${serial}-2`);
    expect(elsewhere).toEqual({ ...card, handle: expect.not.stringContaining(card.handle) as string });
    expect(await cardsOf('bob-1')).toEqual([]);
    expect(await shop.as('', 'cards', {})).toMatchObject({ status: 401, ...refused('shopper_refused') });
  });

  it('can be a bank account, whose number is masked', async () => {
    const account = await save(ACCOUNT);
    expect(account).toMatchObject({ kind: 'bank_account', type: '', lastDigits: '726', holderName: 'A BUYER' });
    expect(JSON.stringify([account, shop.stored])).not.toContain('80417726');
  });

  it('is changed by a key signed for frames, a bank account by one that is not signed', async () => {
    const { privateKey: signingKey } = await generateFrameKeys();
    shop = createShopWithCards(service, { frame: { signingKey } });
    const [card, account] = [await save(), await save(ACCOUNT)];
    expect(await grantOf({ task: 'update', card: card.handle })).toHaveProperty('signedKey');
    expect(await grantOf({ task: 'update', card: account.handle })).not.toHaveProperty('signedKey');
    expect(await grantOf({ task: 'add', kind: 'bank_account' })).not.toHaveProperty('signedKey');
  });

  it('pays an order: the CVN is typed, and the token stays in the signer', async () => {
    const { handle } = await save();
    const order = `by-card-${serial}`;
    shop.orders.set(order, orderOf(order));
    const { body: grant } = await shop.as<AuthKeyGrant>(session, 'authkey', { order, card: handle });
    expect(grant).toMatchObject({ status: 'granted', card: { handle, lastDigits: '346' } });
    expect(JSON.stringify(grant)).not.toContain('599999');
    const response = await fetch(grant.submitUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ TxnReq: { CardDetails: { Cvn: '123' } } }),
    });
    const { ResultKey } = (await response.json()) as { ResultKey: string };
    const result = await shop.result(grant.claim, ResultKey);
    expect(result).toMatchObject({ status: 'approved', receipt: { card: { lastDigits: '346' } } });
    expect(JSON.stringify(result)).not.toContain('599999');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('does not pay after the shopper chooses another card: that is another claim', async () => {
    const { handle } = await save();
    const order = `changed-mind-${serial}`;
    shop.orders.set(order, orderOf(order));
    const byCard = (await shop.as<AuthKeyGrant>(session, 'authkey', { order, card: handle })).body;
    const typed = (await shop.as<AuthKeyGrant>(session, 'authkey', { order })).body;
    expect(typed.card).toBeUndefined();
    expect(typed.authKey).not.toBe(byCard.authKey);
    // The page of the saved card cannot send a number of its own instead.
    expect((await service.pay(byCard.authKey)).APIResponse.ResponseCode).toBe(112);
    expect((await service.pay(typed.authKey)).APIResponse.ResponseCode).toBe(0);
    expect((await shop.result(typed.claim)).status).toBe('approved');
  });

  it('can be changed by its handle', async () => {
    const before = await save();
    const grant = await grantOf({ task: 'update', card: before.handle });
    expect(grant.card).toEqual(before);
    const { ResultKey } = await storeAt(grant.submitUrl, {
      CardDetails: { ExpiryDateMonth: '11', ExpiryDateYear: '44' },
    });
    expect(await tokenResult(grant.claim, ResultKey)).toMatchObject({
      status: 'stored',
      card: { handle: before.handle, expiry: '1144', lastDigits: '346' },
    });
    expect(await cardsOf()).toHaveLength(1);
    expect(shop.stored.map(({ stored }) => stored.task)).toEqual(['add', 'update']);
  });

  it('is one row if it was saved again; all its entries are removed if the request names them', async () => {
    const first = await save();
    const again = await save();
    const changed = await save({ CardDetails: { ...TEST_CARD, CardHolderName: 'SOMEBODY ELSE' } });
    expect(new Set([first.handle, again.handle, changed.handle]).size).toBe(3);
    const cards = await cardsOf();
    expect(cards).toEqual([changed, { ...again, others: [first.handle] }]);
    const remove = (body: object) => shop.as<CardsAnswer>(session, 'cards/remove', body);
    // One entry of a stranger, and none is removed.
    const foreign = await save(undefined, `bob${serial}-1`);
    const mixed = await remove({ card: again.handle, others: [first.handle, foreign.handle] });
    expect(mixed).toMatchObject({ status: 403, ...refused('card_refused') });
    for (const others of ['x', { 0: first.handle }, Array.from({ length: 101 }, () => first.handle)]) {
      expect((await remove({ card: again.handle, others })).status).toBe(400);
    }
    expect(await cardsOf()).toEqual(cards);
    expect((await remove({ card: again.handle, others: [first.handle] })).body).toEqual({ cards: [changed] });
  });

  it('is one row for an account too; only one entry is removed if the request does not name the others', async () => {
    const first = await save(ACCOUNT);
    const again = await save(ACCOUNT);
    await save({ ...ACCOUNT, BankAccountDetails: { ...ACCOUNT.BankAccountDetails, BSBNumber: '062000' } });
    expect(await cardsOf()).toMatchObject([{ kind: 'bank_account' }, { ...again, others: [first.handle] }]);
    const left = await shop.as<CardsAnswer>(session, 'cards/remove', { card: again.handle });
    expect(left.body.cards.map(({ handle, others }) => [handle, others])).toContainEqual([first.handle, undefined]);
  });

  it('can be removed, and then does not pay', async () => {
    const { handle } = await save();
    expect((await shop.as<CardsAnswer>(session, 'cards/remove', { card: handle })).body).toEqual({ cards: [] });
    // Again, as after a lost answer.
    expect((await shop.as<CardsAnswer>(session, 'cards/remove', { card: handle })).body).toEqual({ cards: [] });
    const order = `removed-${serial}`;
    shop.orders.set(order, orderOf(order));
    for (const [path, body] of [
      ['authkey', { order, card: handle }],
      ['tokenkey', { task: 'update', card: handle }],
    ] as const) {
      expect(await shop.as(session, path, body)).toMatchObject({ status: 403, ...refused('card_refused') });
    }
  });

  it('is marked after its expiry', async () => {
    // Of Sydney, where a month begins up to eleven hours before UTC's.
    const [, year, month] = /^..(..)(..)/.exec(writeSettlementDate(service.clock.now())) ?? [];
    const card = await save({ CardDetails: { ...TEST_CARD, ExpiryDateMonth: month, ExpiryDateYear: year } });
    expect(card.isExpired).toBe(false);
    const later = createShopWithCards(service, { clock: { now: () => service.clock.now() + 40 * 86_400_000 } });
    const { cards } = (await later.as<CardsAnswer>(session, 'cards', {})).body;
    expect(cards).toMatchObject([{ isExpired: true }]);
  });
});

describe('a key for a card', () => {
  it('is open until a card is stored, stays open after a field error, and expires', async () => {
    const { claim, submitUrl, expiresInSeconds } = await grantOf();
    expect(expiresInSeconds).toBeGreaterThan(1700);
    expect(await tokenResult(claim)).toEqual({ status: 'open', claim });
    const wrong = await storeAt(submitUrl, { CardDetails: { ...TEST_CARD, CardNumber: '5123456789012345' } });
    expect(wrong.APIResponse.ResponseCode).toBe(112);
    expect((await tokenResult(claim)).status).toBe('open');
    await service.advanceClock(30 * 60);
    expect((await tokenResult(claim)).status).toBe('pending');
    await service.advanceClock(2 * 60);
    expect((await tokenResult(claim)).status).toBe('expired');
    expect(shop.stored).toEqual([]);
  });

  it('whose answer was lost is found by the page, and without it', async () => {
    const [asked, unasked] = [await grantOf(), await grantOf()];
    service.control.setAvailability('answer_lost');
    for (const { submitUrl } of [asked, unasked]) await expect(storeAt(submitUrl)).rejects.toThrow();
    expect((await shop.as('', 'tokenresult', { claim: asked.claim })).status).toBe(503);
    service.control.setAvailability('normal');
    expect((await tokenResult(asked.claim)).status).toBe('stored');
    await shop.signer.reconcile();
    expect(shop.stored).toHaveLength(2);
    expect((await tokenResult(unasked.claim)).status).toBe('stored');
    expect(shop.stored).toHaveLength(2);
  });

  it('leads from the service’s page back to the shop’s page for cards', async () => {
    const asked: unknown[] = [];
    const returning = createShopWithCards(service, {
      returnToCards: (id, { status }, what) => {
        asked.push(what);
        return `/account/${id}/cards?card=${status}`;
      },
    });
    const { body } = await returning.as<TokenKeyGrant>(session, 'tokenkey', { task: 'add' });
    const { RedirectionUrl } = await storeAt(body.submitUrl);
    const response = await returning.signer.fetch(new Request(RedirectionUrl ?? ''));
    expect(response.headers.get('location')).toBe(`${ORIGIN}/account/ann${serial}/cards?card=stored`);
    expect(returning.stored).toHaveLength(1);
    // A change is reported with the page’s handle, even if it fails.
    const { handle } = await save();
    const change = (await returning.as<TokenKeyGrant>(session, 'tokenkey', { task: 'update', card: handle })).body;
    await returning.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${change.claim}`));
    expect(asked).toEqual([
      { task: 'add', kind: 'card' },
      { task: 'update', kind: 'card', card: handle },
    ]);
  });

  it('is not returned if the store no longer has its claim', async () => {
    const failing = createShopWithCards(service, {
      store: { ...createMemoryStore({ clock: shopClock }), goLive: async () => false },
    });
    const answer = await failing.as<TokenKeyGrant>(session, 'tokenkey', { task: 'add' });
    expect(answer.status).toBe(503);
    expect(answer.body).not.toHaveProperty('authKey');
    expect(failing.log.map(({ event }) => event)).toEqual(['internal_error']);
  });

  it('notifies the shop again after a failed notice', async () => {
    let calls = 0;
    const failing = createShopWithCards(service, {
      onTokenStored: () => {
        calls += 1;
        if (calls === 1) throw new Error('the shop is down');
      },
    });
    const { body } = await failing.as<TokenKeyGrant>(session, 'tokenkey', { task: 'add' });
    await storeAt(body.submitUrl);
    await failing.as('', 'tokenresult', { claim: body.claim });
    await service.advanceClock(5);
    await failing.signer.reconcile();
    await failing.signer.reconcile();
    expect(calls).toBe(2);
  });
});

describe('what belongs to others', () => {
  it('another session’s handle is refused with the text for an unknown one, in every request', async () => {
    const { handle } = await save();
    const order = `foreign-${serial}`;
    shop.orders.set(order, orderOf(order));
    const bodies = [];
    for (const whose of ['bob-1', `ann${serial}-2`]) {
      for (const card of [handle, 'x'.repeat(59), '5999991234567890', { handle }]) {
        for (const [path, body] of [
          ['authkey', { order, card }],
          ['tokenkey', { task: 'update', card }],
          ['cards/remove', { card }],
        ] as const) {
          const answer = await shop.as(whose, path, body);
          expect(answer.status).toBe(403);
          bodies.push(JSON.stringify(answer.body));
        }
      }
    }
    expect(new Set(bodies).size).toBe(1);
    expect(await cardsOf()).toHaveLength(1);
  });

  it('another shopper’s result stores nothing here, and stays theirs', async () => {
    const theirs = await grantOf({ task: 'add' }, 'bob-1');
    const { ResultKey } = await storeAt(theirs.submitUrl);
    const mine = await grantOf();
    expect((await tokenResult(mine.claim, ResultKey)).status).toBe('open');
    expect(shop.stored).toEqual([]);
    expect(await cardsOf()).toEqual([]);
    expect((await tokenResult(theirs.claim, ResultKey)).status).toBe('stored');
    expect(shop.stored).toMatchObject([{ shopper: 'bob' }]);
  });

  it('a result key that the service does not know, or another merchant has, stores nothing', async () => {
    const { claim } = await grantOf();
    for (const resultKey of [randomUUID(), 'x', '../txns/1', { key: 1 }]) {
      const { body } = await shop.as<TokenResult>('', 'tokenresult', { claim, resultKey });
      expect(body.status).toBe('open');
    }
    expect(shop.stored).toEqual([]);
  });

  it('a token that was changed at the service afterwards is not reported as saved', async () => {
    const { claim, submitUrl } = await grantOf();
    await storeAt(submitUrl);
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const [token] = await client.searchTokens({ Crn1: `CUSTOMER-ann${serial}` });
    await client.updateToken(token?.DVToken ?? '', { EmailAddress: 'mallory@elsewhere.example' });
    expect(await tokenResult(claim)).toEqual({ status: 'review', claim });
    expect(shop.stored).toEqual([]);
    expect(shop.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: ['EmailAddress'] }]);
  });

  it('a payment’s claim is refused for tokens, a token’s claim for payments, and a forged one for both', async () => {
    const order = `other-kind-${serial}`;
    shop.orders.set(order, orderOf(order));
    const payment = await shop.grant(order);
    const { claim } = await grantOf();
    const bodies = [];
    for (const [path, wrong] of [
      ['tokenresult', payment.claim],
      ['tokenresult', UNKNOWN_CLAIM],
      ['tokenresult', 7],
      ['result', claim],
    ] as const) {
      const answer = await shop.as<PaymentResult>(session, path, { claim: wrong });
      expect(answer.status).toBe(403);
      bodies.push(JSON.stringify(answer.body));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  it('pages of other origins and unknown tasks are refused', async () => {
    for (const path of ['cards', 'cards/remove', 'tokenkey', 'tokenresult', 'process']) {
      const headers = { 'x-session': session, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      expect((await shop.post(path, {}, headers)).status).toBe(403);
    }
    for (const task of ['delete', null, undefined, ['add']]) {
      expect((await shop.as(session, 'tokenkey', { task })).status).toBe(400);
    }
  });

  it('a shop that has no saved cards has none of the paths', async () => {
    const plain = createShop(service.accountAt(service.url));
    for (const path of ['cards', 'cards/remove', 'tokenkey']) {
      expect((await plain.post(path, { task: 'add' })).status).toBe(404);
    }
  });

  it.each([{ crn1: '' }, { crn1: 'x'.repeat(51) }, { session: '' }, { id: ' ' }])(
    'a shopper id of %o is refused, because every card of the merchant would match it',
    async (wrong) => {
      const careless = createShopWithCards(service, {
        authoriseToken: () => ({ id: 'ann', session: 's', crn1: 'c', ...wrong }),
      });
      expect((await careless.as(session, 'cards', {})).status).toBe(500);
    },
  );
});
