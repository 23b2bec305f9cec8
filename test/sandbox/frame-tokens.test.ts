/**
 * D13 and D11: input of the service's frame is stored, and a server makes a token of it. docs/wire/rest.md sections 2,
 * 3 and 11.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { FormCaller, RETURN_URL, typeIntoFrame } from './form-caller.js';
import { credentials, type Json } from './rest-caller.js';
import { ACCOUNT as ACCOUNT_MEMBERS } from './token-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const UNKNOWN_KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const HOUR = 3_600;
const CARD = { CardNumber: '5123 4567 8901 2346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
const ACCOUNT = { BSBNumber: '063-000', AccountNumber: '123456789', AccountName: 'Jane Citizen' };
const AGREED = { AcceptBADirectDebitTC: 'true' };
const OTHER = {
  ...DEMO_MERCHANT,
  number: '5353109000000009',
  shortName: 'OTHERSHOP',
  users: [{ username: 'other-api', password: 'Other-Password-1', permissions: ['API' as const] }],
};
const CASES = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

describe.each(CASES)('a token by the service’s frame, $target, $version', ({ open, version }) => {
  let service: ServiceUnderTest;
  let shop: FormCaller;

  beforeAll(async () => {
    service = await open({ seed: [DEMO_MERCHANT, OTHER] });
    shop = new FormCaller(service, version);
  });
  afterAll(() => service.close());

  const codeOf = async (answer: Promise<Json>): Promise<number> => (await answer).APIResponse.ResponseCode;

  function type(key: string, fields: Readonly<Record<string, string>>, method = 'card'): Promise<Json> {
    return typeIntoFrame(service, `/webapi/${version}/dvtokens/iframe/${key}?method=${method}`, fields);
  }

  async function updateKey(dvToken: string): Promise<string> {
    return (await shop.askUpdateKey({ DVToken: dvToken })).AuthKey;
  }

  async function stored(task: 'add' | 'update', key: string, members: object = {}): Promise<Json> {
    const { APIResponse, ResultKey } = await shop.processTokenFrame(task, key, members);
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return (await shop.tokenResult(ResultKey)).DVTokenResp;
  }

  it('makes a token of the frame’s card, and responds as to a browser', async () => {
    const key = await shop.addKey({ Crn1: 'customer 7' }, { RedirectionUrl: RETURN_URL });
    expect(await type(key, CARD)).toEqual({ outcome: 'stored' });
    const { APIResponse, ResultKey, RedirectionUrl } = await shop.processTokenFrame('add', key, { Crn2: 'two' });
    expect(APIResponse.ResponseCode).toBe(0);
    expect(RedirectionUrl).toBe(`${RETURN_URL}&ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}`);
    const { DVTokenResp } = await shop.tokenResult(ResultKey);
    expect(DVTokenResp).toMatchObject({ CardType: 'MC', Crn1: 'customer 7', Crn2: 'two' });
    expect(DVTokenResp.CardDetails).toMatchObject({
      CardHolderName: 'Jane Citizen',
      ExpiryDate: '0530',
      MaskedCardNumber: '512345...346',
    });
    const { TxnResp } = await shop.process({ CardDetails: { CardNumber: DVTokenResp.DVToken } });
    expect(TxnResp).toMatchObject({ ResponseCode: '0', CardType: 'MC' });
  });

  it('stores a bank account; its terms are accepted in the frame', async () => {
    const key = await shop.addKey();
    expect(await type(key, { ...ACCOUNT, ...AGREED }, 'bank_account')).toEqual({ outcome: 'stored' });
    expect((await stored('add', key)).BankAccountDetails).toMatchObject({
      AccountName: 'Jane Citizen',
      AccountNumber: '123456789',
      BSBNumber: '063000',
    });
  });

  it('the server’s members take precedence, and are checked', async () => {
    const key = await shop.addKey();
    await type(key, CARD);
    const wrong = { CardDetails: { ExpiryDateMonth: '01', ExpiryDateYear: '20' } };
    expect(await codeOf(shop.processTokenFrame('add', key, wrong))).toBe(114);
    expect(await codeOf(shop.processTokenFrame('add', key, { EmailAddress: 'nobody' }))).toBe(127);
    const CardDetails = { CardHolderName: 'J. Citizen', ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    const { CardDetails: kept } = await stored('add', key, { CardDetails });
    expect(kept).toMatchObject({ CardHolderName: 'J. Citizen', ExpiryDate: '1131', MaskedCardNumber: '512345...346' });
  });

  it('changes the token of the key by the frame’s input, and the server’s members take precedence', async () => {
    const { DVToken } = await shop.added();
    const key = await updateKey(DVToken);
    expect(await type(key, { ...CARD, CardNumber: '4987654321098769', ExpiryDate: '12/33' })).toEqual({
      outcome: 'stored',
    });
    expect(await stored('update', key)).toMatchObject({ DVToken, CardType: 'VC', CardDetails: { ExpiryDate: '1233' } });
    const second = await updateKey(DVToken);
    expect(await type(second, { ExpiryDate: '10/34' })).toEqual({ outcome: 'stored' });
    const renamed = await stored('update', second, { Crn3: 'three' });
    expect(renamed).toMatchObject({ DVToken, CardType: 'VC', Crn3: 'three', CardDetails: { ExpiryDate: '1034' } });
    const third = await updateKey(DVToken);
    await type(third, { CardHolderName: 'J. Citizen' });
    const CardDetails = { ExpiryDateMonth: '11', ExpiryDateYear: '34' };
    const later = await stored('update', third, { CardDetails });
    expect(later.CardDetails).toMatchObject({ ExpiryDate: '1134', CardHolderName: 'J. Citizen' });
  });

  it.each([
    ['nothing', {}],
    ['an invalid number', { CardNumber: '5123 4567 8901 2340', ExpiryDate: '05/30' }],
    ['half a number', { CardNumber: '5123 4567', ExpiryDate: '05/30' }],
    ['a card that has expired', { CardNumber: '5123 4567 8901 2346', ExpiryDate: '01/20' }],
    ['a number without an expiry', { CardNumber: '4987 6543 2109 8769' }],
  ])('an update with %s in the frame is refused; card and key stay as they were', async (_, typed) => {
    const { DVToken, CardDetails } = await shop.added();
    const key = await updateKey(DVToken);
    expect(await type(key, typed)).toMatchObject({ outcome: 'refused' });
    for (const members of [{}, { Crn3: 'three' }, { CardDetails: { ExpiryDateMonth: '10', ExpiryDateYear: '34' } }]) {
      expect(await shop.processTokenFrame('update', key, members)).toEqual({
        APIResponse: { ResponseCode: 112, ResponseText: 'Invalid card number' },
        RedirectionUrl: null,
        ResultKey: null,
      });
    }
    expect((await shop.token(DVToken)).DVTokenResp).toMatchObject({ CardDetails, Crn3: null });
    await type(key, { ...CARD, CardNumber: '4987654321098769' });
    expect(await stored('update', key)).toMatchObject({ DVToken, CardType: 'VC' });
  });

  it('an account’s update with nothing in the frame is refused by the account’s code', async () => {
    const { DVToken } = await shop.added({
      CardDetails: null,
      BankAccountDetails: ACCOUNT_MEMBERS,
      AcceptBADirectDebitTC: true,
    });
    const key = await updateKey(DVToken);
    expect(await type(key, AGREED, 'bank_account')).toMatchObject({ outcome: 'refused' });
    expect(await codeOf(shop.processTokenFrame('update', key, { AcceptBADirectDebitTC: true }))).toBe(124);
    expect(await type(key, { AccountName: 'J Doe', ...AGREED }, 'bank_account')).toEqual({ outcome: 'stored' });
    expect((await stored('update', key)).BankAccountDetails).toMatchObject({ AccountName: 'J Doe' });
  });

  it('a missing input is 112 for a new token, and the key stays usable', async () => {
    const key = await shop.addKey();
    expect(await shop.processTokenFrame('add', key)).toEqual({
      APIResponse: { ResponseCode: 112, ResponseText: 'Invalid card number' },
      RedirectionUrl: null,
      ResultKey: null,
    });
    await type(key, CARD);
    expect((await stored('add', key)).CardType).toBe('MC');
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(207);
    expect(await codeOf(shop.submitToken(key))).toBe(207);
  });

  it('a number that is not a test card is refused by the frame', async () => {
    const key = await shop.addKey();
    expect(await type(key, { ...CARD, CardNumber: '4111111111111111' })).toMatchObject({ outcome: 'refused' });
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(112);
  });

  it('a key of another merchant, kind or task is 206', async () => {
    const key = await shop.addKey();
    await type(key, CARD);
    const { DVToken } = await shop.added();
    const other = new FormCaller(service, version, credentials('other-api', OTHER.number, 'Other-Password-1'));
    expect(await codeOf(other.processTokenFrame('add', key))).toBe(206);
    expect(await codeOf(shop.processTokenFrame('update', key))).toBe(206);
    expect(await codeOf(shop.processTokenFrame('add', await updateKey(DVToken)))).toBe(206);
    expect(await codeOf(shop.processTokenFrame('add', await shop.key()))).toBe(206);
    expect(await codeOf(shop.processTokenFrame('add', UNKNOWN_KEY))).toBe(206);
    expect(await codeOf(shop.call('POST', `/dvtokens/iframe/add/${key}`, { DVTokenReq: {} }))).toBe(1);
    expect(await codeOf(shop.server('POST', `/dvtokens/iframe/add/${key}`, { TxnReq: {} }))).toBe(998);
    expect((await stored('add', key)).CardType).toBe('MC');
  });

  it('a key is used once, by the first of D9 in three forms and D11', async () => {
    for (let round = 0; round < 5; round += 1) {
      const Crn1 = `${version} race ${round}`;
      const key = await shop.addKey({ Crn1 });
      await type(key, CARD);
      const form = 'CardNumber=5123456789012346&ExpiryDateMonth=05&ExpiryDateYear=30';
      const codes = await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          if (index % 4 === 0) return codeOf(shop.submitToken(key));
          if (index % 4 === 1) return codeOf(shop.processTokenFrame('add', key));
          if (index % 4 === 2) return Number((await shop.nv(`/dvtokens/withauthkey/${key}.nv`, form))['ResponseCode']);
          const page = await shop.post(`/dvtokens/withauthkey/${key}`, form, 'application/x-www-form-urlencoded');
          return page.status === 200 ? 0 : 207;
        }),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === 207)).toHaveLength(15);
      expect((await shop.searchTokens({ Crn1 })).DVTokenRespList).toHaveLength(1);
    }
  });

  it('queues the webhook as D9 does', async () => {
    const WebHookUrl = `http://127.0.0.1:9/${version}`;
    const key = await shop.addKey({}, { WebHookUrl });
    await type(key, CARD);
    const { DVToken } = await stored('add', key);
    const hooks = (await service.control.listWebhooks()).filter(({ url }) => url === WebHookUrl);
    expect(hooks.map(({ kind, subject }) => [kind, subject])).toEqual([['token', DVToken]]);
  });

  it('an expired key is 207', async () => {
    const key = await shop.addKey();
    await type(key, CARD);
    await service.control.advanceClock(HOUR);
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(207);
  });
});
