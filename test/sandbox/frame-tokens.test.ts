/** D13 and D11: what was typed into the service's frame waits, and a server has it stored. wire/rest.md sections 2, 3 and 11. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { FormCaller, RETURN_URL, typeIntoFrame } from './form-caller.js';
import { credentials, type Json } from './rest-caller.js';
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

  it('stores the card that waits, and answers as to a browser', async () => {
    const key = await shop.addKey({ Crn1: 'customer 7' }, { RedirectionUrl: RETURN_URL });
    expect(await type(key, CARD)).toEqual({ outcome: 'kept' });
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
    expect(await type(key, { ...ACCOUNT, ...AGREED }, 'bank_account')).toEqual({ outcome: 'kept' });
    expect((await stored('add', key)).BankAccountDetails).toMatchObject({
      AccountName: 'Jane Citizen',
      AccountNumber: '123456789',
      BSBNumber: '063000',
    });
  });

  it('what the server sends beside the card wins, and is checked', async () => {
    const key = await shop.addKey();
    await type(key, CARD);
    const wrong = { CardDetails: { ExpiryDateMonth: '01', ExpiryDateYear: '20' } };
    expect(await codeOf(shop.processTokenFrame('add', key, wrong))).toBe(114);
    expect(await codeOf(shop.processTokenFrame('add', key, { EmailAddress: 'nobody' }))).toBe(127);
    const CardDetails = { CardHolderName: 'J. Citizen', ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    const { CardDetails: kept } = await stored('add', key, { CardDetails });
    expect(kept).toMatchObject({ CardHolderName: 'J. Citizen', ExpiryDate: '1131', MaskedCardNumber: '512345...346' });
  });

  it('changes the token of the key, with what waits or without', async () => {
    const { DVToken } = await shop.added();
    const key = await updateKey(DVToken);
    expect(await type(key, { ...CARD, CardNumber: '4987654321098769', ExpiryDate: '12/33' })).toEqual({
      outcome: 'kept',
    });
    expect(await stored('update', key)).toMatchObject({ DVToken, CardType: 'VC', CardDetails: { ExpiryDate: '1233' } });
    const renamed = await stored('update', await updateKey(DVToken), { Crn3: 'three' });
    expect(renamed).toMatchObject({ DVToken, CardType: 'VC', Crn3: 'three' });
    const CardDetails = { ExpiryDateMonth: '10', ExpiryDateYear: '34' };
    const later = await stored('update', await updateKey(DVToken), { CardDetails });
    expect(later).toMatchObject({ CardType: 'VC', CardDetails: { ExpiryDate: '1034' } });
  });

  it('nothing waiting is 112 for a new token, and the key still stores once something does', async () => {
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

  it('a number that is no test card is refused by the frame', async () => {
    const key = await shop.addKey();
    expect(await type(key, { ...CARD, CardNumber: '4111111111111111' })).toMatchObject({ outcome: 'refused' });
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(112);
  });

  it('a key is its merchant’s, of its kind and for its task: 206 for all others', async () => {
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

  it('a key is used once, whoever comes first of D9 in three forms and D11', async () => {
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

  it('a key that is over is 207', async () => {
    const key = await shop.addKey();
    await type(key, CARD);
    await service.control.advanceClock(HOUR);
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(207);
  });
});
