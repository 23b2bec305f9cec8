import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { BROWSER_CARD, credentials } from './rest-caller.js';
import { inProcess, TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { ACCOUNT, TokenCaller } from './token-caller.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const SUCCESS = { ResponseCode: 0, ResponseText: 'Success' };
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe.each(EVERY_WAY)('keys for tokens by $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;

  beforeAll(async () => {
    service = await open();
    api = new TokenCaller(service, version);
  });
  afterAll(() => service.close());

  it('D7, D9, D12: a browser stores a card, and the server reads the token', async () => {
    const key = await api.addKey({ Crn1: 'customer 7' }, { RedirectionUrl: 'https://shop.example/back?x=1' });
    expect(key).toMatch(GUID);
    const { APIResponse, ResultKey, RedirectionUrl } = await api.submitToken(key, { Crn2: 'c2' });
    expect(APIResponse).toEqual(SUCCESS);
    expect(ResultKey).toMatch(GUID);
    expect(RedirectionUrl).toBe(
      `https://shop.example/back?x=1&ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}`,
    );
    const answer = await api.tokenResult(ResultKey);
    expect(answer.APIResponse).toEqual(SUCCESS);
    expect(answer.DVTokenResp).toMatchObject({ CardType: 'MC', Crn1: 'customer 7', Crn2: 'c2' });
    expect((await api.token(answer.DVTokenResp.DVToken)).DVTokenResp).toEqual(answer.DVTokenResp);
  });

  it('D9: a browser stores a bank account', async () => {
    const members = { CardDetails: null, BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: 'true' };
    const { ResultKey } = await api.submitToken(await api.addKey(), members);
    expect((await api.tokenResult(ResultKey)).DVTokenResp).toMatchObject({
      BankAccountDetails: { AccountNumber: '123456789' },
      CardDetails: null,
    });
  });

  it('D8, D10: a browser changes the token that the key is for', async () => {
    const token = await api.added();
    const { AuthKey } = await api.askUpdateKey({ DVToken: token.DVToken, Crn1: 'fixed' });
    const CardDetails = { ExpiryDateMonth: '12', ExpiryDateYear: '31' };
    const { APIResponse, ResultKey } = await api.submitUpdate(AuthKey, { CardDetails, Crn2: 'sent' });
    expect(APIResponse).toEqual(SUCCESS);
    const expected = {
      ...token,
      CardDetails: { ...token.CardDetails, ExpiryDate: '1231' },
      Crn1: 'fixed',
      Crn2: 'sent',
    };
    expect((await api.tokenResult(ResultKey)).DVTokenResp).toEqual(expected);
  });

  it.each([
    ['nothing at all', {}, 112],
    ['an empty card', { CardDetails: {} }, 112],
    ['a number without an expiry', { CardDetails: { CardNumber: '4987654321098769' } }, 114],
    ['half a number', { CardDetails: { CardNumber: '498765', ExpiryDateMonth: '05', ExpiryDateYear: '30' } }, 112],
  ])('D10: %s changes nothing, and the key can be used again', async (_, members, code) => {
    const token = await api.added();
    const { AuthKey } = await api.askUpdateKey({ DVToken: token.DVToken, Crn1: 'fixed' });
    const { APIResponse, ResultKey } = await api.submitUpdate(AuthKey, members);
    expect([APIResponse.ResponseCode, ResultKey]).toEqual([code, null]);
    expect((await api.token(token.DVToken)).DVTokenResp).toEqual(token);
    const CardDetails = { ExpiryDateMonth: '12', ExpiryDateYear: '31' };
    expect((await api.submitUpdate(AuthKey, { CardDetails })).APIResponse).toEqual(SUCCESS);
  });

  it('a field error leaves the key unused; a use ends it, and its result can be read', async () => {
    const key = await api.addKey();
    const wrong = { CardDetails: { ...BROWSER_CARD, CardNumber: '4111111111111111' } };
    expect(await api.submitToken(key, wrong)).toMatchObject({ APIResponse: { ResponseCode: 112 }, ResultKey: null });
    expect((await api.submitToken(key)).APIResponse).toEqual(SUCCESS);
    expect((await api.submitToken(key)).APIResponse.ResponseCode).toBe(207);
    expect((await api.searchTokens({ Source: 'internet' })).APIResponse.ResponseCode).toBe(0);
  });

  it('a key of one kind does not work as another', async () => {
    const payment = await api.key();
    const add = await api.addKey();
    const { AuthKey: update } = await api.askUpdateKey({ DVToken: (await api.added()).DVToken });
    expect((await api.submitToken(payment)).APIResponse.ResponseCode).toBe(206);
    expect((await api.submit(add)).APIResponse.ResponseCode).toBe(206);
    expect((await api.submitUpdate(add, { Crn1: 'x' })).APIResponse.ResponseCode).toBe(206);
    expect((await api.submitToken(update)).APIResponse.ResponseCode).toBe(206);
    const { ResultKey } = await api.submitToken(add);
    expect((await api.result(ResultKey)).APIResponse.ResponseCode).toBe(206);
    expect((await api.tokenResult(add)).APIResponse.ResponseCode).toBe(206);
    expect((await api.submitToken('no key')).APIResponse).toEqual({
      ResponseCode: 206,
      ResponseText: 'Session not found',
    });
  });

  it.each<[string, object, number]>([
    ['another Crn1', { Crn1: 'other' }, 106],
    ['another Crn2', { Crn2: 'other' }, 107],
    ['another Crn3', { Crn3: 'other' }, 108],
    ['an expired card', { CardDetails: { ...BROWSER_CARD, ExpiryDateMonth: '02', ExpiryDateYear: '26' } }, 114],
    ['a CVN of two digits', { CardDetails: { ...BROWSER_CARD, Cvn: '12' } }, 115],
    ['no card', { CardDetails: null }, 112],
    ['unaccepted terms', { CardDetails: null, BankAccountDetails: ACCOUNT }, 129],
    ['the same references', { Crn1: 'a', Crn2: 'b', Crn3: 'c' }, 0],
  ])('D9 with %s besides the fixed values', async (_, members, code) => {
    const key = await api.addKey({ Crn1: 'a', Crn2: 'b', Crn3: 'c' });
    expect((await api.submitToken(key, members)).APIResponse.ResponseCode).toBe(code);
  });

  it.each<[string, object, object, number]>([
    ['no token', {}, {}, 123],
    ['an invalid token', { DVToken: '5123456789012346' }, {}, 123],
    ['an unknown token', { DVToken: '5999990000000004' }, {}, 202],
    ['an invalid e-mail address', { DVToken: '5999990000000004', EmailAddress: 'x' }, {}, 127],
    ['a long Crn1', { Crn1: 'x'.repeat(51) }, {}, 106],
    ['an invalid webhook URL', {}, { WebHookUrl: 'ftp://shop.example' }, 116],
    ['an invalid return URL', {}, { RedirectionUrl: 'shop' }, 117],
  ])('D8 with %s', async (_, fixed, others, code) => {
    expect(await api.askUpdateKey(fixed, others)).toMatchObject({
      APIResponse: { ResponseCode: code },
      AuthKey: null,
    });
  });

  it('D7 and D8 require their own wrappers', async () => {
    for (const [path, wrapper] of [
      ['adddvtokenauthkey', 'FixedAddDVTokenData'],
      ['updatedvtokenauthkey', 'FixedUpdateDVTokenData'],
    ]) {
      expect((await api.server('POST', `/dvtokens/${path}`, {})).APIResponse).toEqual({
        ResponseCode: 998,
        ResponseText: `Invalid request payload (missing: ${wrapper})`,
      });
    }
  });

  it('fifty submissions of one key at once make one token', async () => {
    const Crn1 = `once ${version}`;
    const key = await api.addKey({ Crn1 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.submitToken(key)));
    const codes = answers.map(({ APIResponse }) => APIResponse.ResponseCode as number);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 207)).toHaveLength(49);
    expect((await api.searchTokens({ Crn1 })).DVTokenRespList).toHaveLength(1);
  });
});

describe.each(['v2', 'v3'] as const)('the webhook of a token, %s', (version) => {
  it('is its bare DVTokenResp, in the version of the key, and none is sent without an address', async () => {
    const service = await inProcess.open();
    const api = new TokenCaller(service, version);
    // Nobody listens at this address: what matters here is what would be sent.
    const others = { WebHookUrl: 'http://127.0.0.1:9/hook' };
    const { ResultKey } = await api.submitToken(await api.addKey({}, others));
    const { DVTokenResp } = await api.tokenResult(ResultKey);
    const { AuthKey } = await api.askUpdateKey({ DVToken: DVTokenResp.DVToken }, others);
    await api.submitUpdate(AuthKey, { Crn1: 'changed' });
    await api.submitToken(await api.addKey());
    const bodies = (await service.control.listWebhooks()).map(({ kind, subject, body }) => {
      expect([kind, subject]).toEqual(['token', DVTokenResp.DVToken]);
      return JSON.parse(body) as unknown;
    });
    expect(bodies).toEqual([{ ...DVTokenResp, Crn1: 'changed' }, DVTokenResp]);
    await service.close();
  });
});

describe('keys for tokens and time', () => {
  it('a key expires after half an hour, a result after a day, and a deleted token has no result', async () => {
    const service = await inProcess.open();
    const api = new TokenCaller(service);
    const [dying, used] = [await api.addKey(), await api.addKey()];
    const { ResultKey } = await api.submitToken(used);
    const { DVToken } = (await api.tokenResult(ResultKey)).DVTokenResp;
    await service.control.advanceClock(1_800);
    expect((await api.submitToken(dying)).APIResponse.ResponseCode).toBe(207);
    await service.control.advanceClock(86_400);
    expect((await api.tokenResult(ResultKey)).APIResponse.ResponseCode).toBe(207);
    await api.remove(DVToken);
    expect((await api.tokenResult(ResultKey)).APIResponse.ResponseCode).toBe(206);
    await service.close();
  });

  it('another merchant can neither make a key for a token nor read a result', async () => {
    const other = { ...DEMO_MERCHANT, number: '5353109000000001', shortName: 'OTHER' };
    const service = await inProcess.open({ seed: [DEMO_MERCHANT, other] });
    const [mine, theirs] = [
      new TokenCaller(service),
      new TokenCaller(service, 'v3', credentials('demo-api', other.number)),
    ];
    const { ResultKey } = await mine.submitToken(await mine.addKey());
    const { DVToken } = (await mine.tokenResult(ResultKey)).DVTokenResp;
    expect((await theirs.tokenResult(ResultKey)).APIResponse.ResponseCode).toBe(206);
    expect((await theirs.askUpdateKey({ DVToken })).APIResponse.ResponseCode).toBe(202);
    await service.close();
  });

  it('expireAuthKeys ends token keys too', async () => {
    const service = await inProcess.open();
    const api = new TokenCaller(service);
    const key = await api.addKey();
    expect(await service.control.expireAuthKeys()).toBe(1);
    expect((await api.submitToken(key)).APIResponse.ResponseCode).toBe(207);
    await service.close();
  });
});
