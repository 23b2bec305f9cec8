/**
 * A stored card is compared with what the shopper agreed to, whichever call returns it. A proxy between signer and
 * sandbox changes one member of the token.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CardsAnswer, TokenKeyGrant, TokenResult } from '../../../src/core/pay-api.js';
import type { Shopper } from '../../../src/signer/signer-options.js';
import { type LossyProxy, startLossyProxy } from '../lossy-proxy.js';
import { type Service, startService } from '../service-on-a-port.js';
import { createShopWithCards, type ShopWithCards, storeAt, TEST_CARD } from '../shopper.js';

type Json = Record<string, unknown>;

const ACCOUNT = {
  AcceptBADirectDebitTC: true,
  BankAccountDetails: { AccountName: 'A BUYER', AccountNumber: '80417726', BSBNumber: '063917' },
};

let service: Service;
let line: LossyProxy;
let shop: ShopWithCards;
let shopper: Shopper;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  line.alter = (body) => body;
  shopper = {
    id: `eve${serial}`,
    session: `s${serial}`,
    crn1: 'CUSTOMER-Eve',
    crn2: 'CLUB-7',
    email: 'Eve@shop.example',
  };
  shop = createShopWithCards(service, { service: service.accountAt(line.url), authoriseToken: () => shopper });
});

/** From now on each token that the service answers with is changed so. */
function alterTokens(changes: Json): void {
  line.alter = (body, path) => {
    if (!/\/dvtokens\/(search$|withauthkey\/)/.test(path)) return body;
    const answer = JSON.parse(body) as { DVTokenResp?: Json; DVTokenRespList?: Json[] };
    return JSON.stringify({
      ...answer,
      ...(answer.DVTokenResp && { DVTokenResp: { ...answer.DVTokenResp, ...changes } }),
      ...(answer.DVTokenRespList && {
        DVTokenRespList: answer.DVTokenRespList.map((token) => ({ ...token, ...changes })),
      }),
    });
  };
}

const tokenResult = async (claim: string, resultKey: string | undefined) =>
  (await shop.as<TokenResult>('', 'tokenresult', { claim, ...(resultKey && { resultKey }) })).body;

/** What a shopper does, up to the question how it ended. */
async function send(task: 'add' | 'update', request: object = { CardDetails: TEST_CARD }) {
  const body: { task: string; card?: string } = { task };
  if (task === 'update') {
    const { claim, resultKey } = await send('add');
    expect((await tokenResult(claim, resultKey)).status).toBe('stored');
    body.card = (await shop.as<CardsAnswer>('', 'cards', {})).body.cards[0]?.handle ?? '';
    shop.stored.length = 0;
  }
  const { claim, submitUrl } = (await shop.as<TokenKeyGrant>('', 'tokenkey', body)).body;
  const { APIResponse, ResultKey } = await storeAt(submitUrl, request);
  expect(APIResponse.ResponseCode).toBe(0);
  return { claim, resultKey: ResultKey ?? undefined };
}

describe.each(['add', 'update'] as const)('what comes of the task %s', (task) => {
  describe.each([
    ['the result key', true],
    ['a search', false],
  ])('and is found by %s', (_way, byKey) => {
    it.each<[title: string, changes: Json, difference: string]>([
      ['another customer', { Crn1: 'CUSTOMER-mallory' }, 'Crn1'],
      ['the customer in other letters', { Crn1: 'CUSTOMER-eve' }, 'Crn1'],
      ['no customer', { Crn1: null }, 'Crn1'],
      ['another second reference', { Crn2: 'CLUB-8' }, 'Crn2'],
      ['no second reference', { Crn2: null }, 'Crn2'],
      ['another e-mail address', { EmailAddress: 'mallory@elsewhere.example' }, 'EmailAddress'],
      ['no e-mail address', { EmailAddress: null }, 'EmailAddress'],
      ['no token', { DVToken: null }, 'DVToken'],
      ['a token that is too short', { DVToken: '599999123456789' }, 'DVToken'],
      ['a number that is no token', { DVToken: '1234567890123456' }, 'DVToken'],
    ])('is not reported as stored with %s', async (_title, changes, difference) => {
      const { claim, resultKey } = await send(task);
      alterTokens(changes);
      for (let time = 0; time < 2; time += 1) {
        expect(await tokenResult(claim, byKey ? resultKey : undefined)).toEqual({ status: 'review', claim });
      }
      // The recorded result stays, although the service now returns the agreed values.
      alterTokens({});
      expect((await tokenResult(claim, resultKey)).status).toBe('review');
      await shop.signer.reconcile();
      expect(shop.stored).toEqual([]);
      expect(shop.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: [difference] }]);
    });

    it('is reported as stored as agreed; an e-mail address may differ in letter case', async () => {
      const { claim, resultKey } = await send(task);
      alterTokens({ EmailAddress: 'eVe@SHOP.example' });
      expect((await tokenResult(claim, byKey ? resultKey : undefined)).status).toBe('stored');
      expect(shop.stored).toMatchObject([{ shopper: shopper.id, stored: { task, token: { Crn1: shopper.crn1 } } }]);
      expect(shop.mismatches).toEqual([]);
    });

    it('is not stored by this attempt if it has another attempt’s reference', async () => {
      const { claim, resultKey } = await send(task);
      for (const Crn3 of ['of-another', '', null]) {
        alterTokens({ Crn3 });
        expect((await tokenResult(claim, byKey ? resultKey : undefined)).status).toBe('pending');
      }
      expect([shop.stored, shop.mismatches]).toEqual([[], []]);
      alterTokens({});
      expect((await tokenResult(claim, byKey ? resultKey : undefined)).status).toBe('stored');
    });
  });
});

describe('a change', () => {
  it('that made another token is not reported as stored', async () => {
    const { claim, resultKey } = await send('update');
    alterTokens({ DVToken: '5999990000000001' });
    expect((await tokenResult(claim, resultKey)).status).toBe('review');
    expect(shop.stored).toEqual([]);
    expect(shop.mismatches).toMatchObject([{ differences: ['DVToken'] }]);
  });
});

describe('a bank account', () => {
  it.each([
    ['both ways', {}],
    ['in full alone', { TruncatedAccountNumber: null }],
  ])('whose number the service sends %s is stored masked, with its last digits', async (_title, more) => {
    const { claim, resultKey } = await send('add', ACCOUNT);
    alterTokens({
      BankAccountDetails: {
        AccountName: 'A BUYER',
        AccountNumber: '80417726',
        BSBNumber: '063917',
        TruncatedAccountNumber: '...726',
        ...more,
      },
    });
    expect(await tokenResult(claim, resultKey)).toMatchObject({ status: 'stored', card: { lastDigits: '726' } });
    expect(shop.stored[0]?.stored.token.BankAccountDetails).toEqual({
      AccountName: 'A BUYER',
      TruncatedAccountNumber: '...726',
    });
    expect(JSON.stringify([shop.stored, shop.log])).not.toContain('80417726');
  });
});
