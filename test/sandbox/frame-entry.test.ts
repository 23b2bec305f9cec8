/** Rules for the input of the service's frame and for what is stored of it. The page checks most of it before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCardBook } from '../../src/sandbox/bank/test-cards.js';
import { DEFAULT_SETTINGS } from '../../src/sandbox/settings.js';
import type { Context } from '../../src/sandbox/context.js';
import { webCryptoHmac } from '../../src/sandbox/hmac.js';
import { readHex } from '../../src/sandbox/hex.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import type { CardEntry } from '../../src/sandbox/operations/card-entry.js';
import { saveFrameEntry, type FramePost } from '../../src/sandbox/operations/save-frame-entry.js';
import { takeFrameCard } from '../../src/sandbox/operations/take-frame-entry.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import type { Store } from '../../src/sandbox/store/store.js';
import { TokenCaller } from './token-caller.js';
import { stoppedClock, type ServiceUnderTest } from './service-under-test.js';

const CARD: CardEntry = {
  number: '5123 4567-8901 2346',
  holderName: 'Jane Citizen',
  expiryMonth: '05',
  expiryYear: '30',
  cvn: '123',
};
const ACCOUNT = { accountName: 'Jane Citizen', accountNumber: '123 456', bsbNumber: '063-000' };
const HOUR_MS = 3_600_000;

describe('the input of a frame', () => {
  const clock = stoppedClock();
  let store: Store;
  let sandbox: Sandbox;
  let shop: TokenCaller;
  let context: Context;

  beforeAll(async () => {
    store = await openSqliteStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
    sandbox = createSandbox({ store, clock });
    const fetch = (path: string, init?: RequestInit) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init));
    shop = new TokenCaller({ fetch } as ServiceUnderTest);
    const fingerprint = webCryptoHmac(readHex(store.fingerprintKey));
    context = {
      store,
      clock,
      cards: createCardBook([]),
      fingerprint,
      settings: DEFAULT_SETTINGS,
    } as unknown as Context;
  });
  afterAll(() => sandbox.close());

  const keep = (authKey: string, post: Partial<FramePost>) =>
    saveFrameEntry({ authKey, card: null, bankAccount: null, acceptsTerms: false, ...post }, context);
  const waiting = (authKey: string) => store.read((view) => view.findFrameEntry(authKey));

  it('a test card is stored as its id and its CVN as a result, without any digit', async () => {
    const key = await shop.key();
    const { merchantId, expiresAt } = (await store.read((view) => view.findAuthKey(key)))!;
    const entry = {
      authKey: key,
      merchantId,
      expiresAt,
      card: { number: { is: 'test_card', cardId: 'mc-5' }, holderName: 'Jane Citizen', expiry: '0530', cvnResult: 'N' },
      bankAccount: null,
      acceptsTerms: false,
    };
    expect(await keep(key.toUpperCase(), { card: { ...CARD, cvn: '987' } })).toEqual(entry);
    expect(await waiting(key)).toEqual(entry);
  });

  it('of a number that is not a test card only its presence is stored', async () => {
    const key = await shop.key();
    await keep(key, { card: { ...CARD, number: '4111111111111111', cvn: null } });
    const { card } = (await waiting(key))!;
    expect(card).toEqual({ number: { is: 'unknown' }, holderName: null, expiry: '0530', cvnResult: 'S' });
  });

  it.each<[number, Partial<CardEntry>]>([
    [112, { number: null }],
    [112, { number: '' }],
    [112, { number: '5123456789012345' }],
    [112, { number: '５１２３４５６７８９０１２３４６' }],
    [112, { number: '5999990000000004' }],
    [114, { expiryMonth: '13' }],
    [114, { expiryMonth: null }],
    [114, { expiryYear: '25' }],
    [115, { cvn: '12' }],
    [115, { cvn: '12a' }],
  ])('a payment’s key: %i for %o, and the stored input stays', async (code, members) => {
    const key = await shop.key();
    await keep(key, { card: CARD });
    const before = await waiting(key);
    await expect(keep(key, { card: { ...CARD, ...members } })).rejects.toMatchObject({ apiCode: code });
    expect(await waiting(key)).toEqual(before);
  });

  it('a payment’s key accepts a number without an expiry, of a test card or in test mode', async () => {
    const [key, live] = [await shop.key(), await shop.key({ TestMode: false })];
    const bare = { ...CARD, expiryMonth: null, expiryYear: null };
    await keep(key, { card: bare });
    expect((await waiting(key))?.card).toMatchObject({ number: { is: 'test_card' }, expiry: null });
    await expect(keep(live, { card: { ...bare, number: '4111111111111111' } })).rejects.toMatchObject({ apiCode: 112 });
  });

  it('a payment’s key: 112 without a card, for an account, and for another card in live mode', async () => {
    const live = await shop.key({ TestMode: false });
    await expect(keep(live, {})).rejects.toMatchObject({ apiCode: 112 });
    await expect(keep(live, { bankAccount: ACCOUNT })).rejects.toMatchObject({ apiCode: 112 });
    const card = { ...CARD, number: '4111111111111111' };
    await expect(keep(live, { card })).rejects.toMatchObject({ apiCode: 112 });
    await keep(live, { card: { ...card, expiryMonth: '99', expiryYear: '00' } });
    expect((await waiting(live))?.card?.number).toEqual({ is: 'unknown' });
  });

  it('a key that pays with a stored card refuses another card', async () => {
    const { DVToken } = await shop.added();
    const key = await shop.key({ DVTokenData: { DVToken, ExpiryDate: '0530' } });
    await keep(key, { card: { ...CARD, cvn: '765' } });
    const card = { number: { is: 'nothing' }, holderName: 'Jane Citizen', expiry: '0530', cvnResult: 'U' };
    expect((await waiting(key))?.card).toEqual(card);
    const later = { ...CARD, expiryYear: '31' };
    await expect(keep(key, { card: later })).rejects.toMatchObject({ apiCode: 114 });
    await expect(keep(key, { card: { ...CARD, cvn: 'x' } })).rejects.toMatchObject({ apiCode: 115 });
  });

  it.each<[number, Partial<FramePost>]>([
    [112, {}],
    [112, { card: { ...CARD, number: '4111111111111111' } }],
    [112, { card: { ...CARD, number: '5999990000000004' } }],
    [114, { card: { ...CARD, expiryYear: '25' } }],
    [115, { card: { ...CARD, cvn: '1' } }],
    [124, { bankAccount: { ...ACCOUNT, accountNumber: '12' } }],
    [125, { bankAccount: { ...ACCOUNT, bsbNumber: null } }],
    [126, { bankAccount: { ...ACCOUNT, accountName: ' ' } }],
    [998, { card: CARD, bankAccount: ACCOUNT }],
  ])('a new token’s key: %i for %o', async (code, post) => {
    const key = await shop.addKey();
    await expect(keep(key, post)).rejects.toMatchObject({ apiCode: code });
    expect(await waiting(key)).toBeUndefined();
  });

  it('a bank account is stored as typed, with the acceptance of the terms', async () => {
    const key = await shop.addKey();
    await keep(key, { bankAccount: ACCOUNT });
    expect(await waiting(key)).toMatchObject({ card: null, bankAccount: ACCOUNT, acceptsTerms: false });
    await keep(key, { bankAccount: ACCOUNT, acceptsTerms: true });
    expect((await waiting(key))?.acceptsTerms).toBe(true);
  });

  it('an update’s key accepts a part of a card', async () => {
    const { DVToken } = await shop.added();
    const { AuthKey } = await shop.askUpdateKey({ DVToken });
    await keep(AuthKey, { card: { ...CARD, number: null, cvn: null, holderName: null } });
    const card = { number: { is: 'nothing' }, holderName: null, expiry: '0530', cvnResult: 'S' };
    expect((await waiting(AuthKey))?.card).toEqual(card);
  });

  it('every use of the key deletes the stored input', async () => {
    const [payment, token] = [await shop.key(), await shop.addKey()];
    await keep(payment, { card: CARD });
    await keep(token, { card: CARD });
    await shop.submit(payment);
    await shop.submitToken(token);
    expect([await waiting(payment), await waiting(token)]).toEqual([undefined, undefined]);
    await expect(keep(payment, { card: CARD })).rejects.toMatchObject({ apiCode: 207 });
    await expect(keep(token, { card: CARD })).rejects.toMatchObject({ apiCode: 207 });
    await expect(keep('no-key', { card: CARD })).rejects.toMatchObject({ apiCode: 206 });
  });

  it('a test card that the sandbox no longer has is 112', async () => {
    const key = await shop.key();
    await keep(key, { card: CARD });
    const none = { cards: { findByPan: () => undefined, findById: () => undefined } };
    const entry = await waiting(key);
    expect(() => takeFrameCard(entry, null, none)).toThrow(expect.objectContaining({ apiCode: 112 }));
  });

  it('the input of an expired key is deleted with the next input, or with the merchant’s data', async () => {
    const [first, second] = [await shop.key(), await shop.key()];
    await keep(first, { card: CARD });
    clock.advance(HOUR_MS);
    await expect(keep(second, { card: CARD })).rejects.toMatchObject({ apiCode: 207 });
    expect(await waiting(first)).toBeDefined();
    const third = await shop.key();
    await keep(third, { card: CARD });
    expect([await waiting(first), (await waiting(third))?.authKey]).toEqual([undefined, third]);
    await sandbox.control.reset(DEMO_MERCHANT.number);
    expect(await waiting(third)).toBeUndefined();
  });
});
