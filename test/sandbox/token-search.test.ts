import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { CARD, credentials, type Json } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { ACCOUNT, TokenCaller } from './token-caller.js';

const DAY = 86_400;
const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const OTHER_USER = { username: 'other-api', password: 'Other-Password-1', permissions: ['API' as const] };
const VISA = { ...CARD, CardNumber: '4987654321098769', ExpiryDate: '0226' };

describe.each(EVERY_WAY)('D5, search for tokens, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let first: Json;

  beforeAll(async () => {
    service = await open({ seed: [{ ...DEMO_MERCHANT, users: [...DEMO_MERCHANT.users, OTHER_USER] }] });
    api = new TokenCaller(service, version);
    const other = new TokenCaller(service, version, credentials('other-api', undefined, OTHER_USER.password));
    first = await api.added({ Crn1: 'first', Crn2: 'c2', Crn3: 'c3' });
    await service.control.advanceClock(DAY);
    await other.added({ Crn1: 'expired', CardDetails: VISA });
    await api.added({ Crn1: 'month 99', CardDetails: { ...CARD, ExpiryDate: '9900' } });
    await service.control.advanceClock(DAY);
    await api.added({ Crn1: 'account', CardDetails: null, BankAccountDetails: ACCOUNT, AcceptBADirectDebitTC: true });
    await api.submitToken(await api.addKey({ Crn1: 'browser' }));
    await other.update(first.DVToken, { EmailAddress: 'jane@example.com' });
  });
  afterAll(() => service.close());

  const found = async (input: object): Promise<string[]> =>
    ((await api.searchTokens(input)).DVTokenRespList as Json[]).map(({ Crn1 }) => Crn1 as string);

  const ALL = ['browser', 'account', 'month 99', 'expired', 'first'];

  it.each<[string, object, string[]]>([
    ['nothing', {}, ALL],
    ['nulls and empty texts', { Crn1: null, Crn2: '', DVToken: '', ExpiredCardsOnly: null }, ALL],
    ['CardType', { CardType: 'VC' }, ['expired']],
    ['ExpiredCardsOnly', { ExpiredCardsOnly: true }, ['expired']],
    ['ExpiredCardsOnly as text', { ExpiredCardsOnly: 'true' }, ['expired']],
    ['ExpiredCardsOnly false', { ExpiredCardsOnly: false }, ALL],
    ['ExpiryDate', { ExpiryDate: '9900' }, ['month 99']],
    ['MaskedCardNumber', { MaskedCardNumber: '498765...769' }, ['expired']],
    ['Crn1', { Crn1: 'account' }, ['account']],
    ['Crn2', { Crn2: 'c2' }, ['first']],
    ['Crn3', { Crn3: 'c3' }, ['first']],
    ['Source api', { Source: 'api' }, ['account', 'month 99', 'expired', 'first']],
    ['Source internet', { Source: 'internet' }, ['browser']],
    ['UserCreated', { UserCreated: 'other-api' }, ['expired']],
    ['UserUpdated', { UserUpdated: 'other-api' }, ['expired', 'first']],
    ['FromDate', { FromDate: '2026-03-06' }, ['browser', 'account']],
    ['ToDate, to the end of its day', { ToDate: '2026-03-04' }, ['first']],
    ['both dates', { FromDate: '2026-03-05', ToDate: '2026-03-05' }, ['month 99', 'expired']],
    ['two members', { UserUpdated: 'other-api', Crn1: 'first' }, ['first']],
    ['all members', { CardType: 'VC', ExpiredCardsOnly: true, ExpiryDate: '0226', Source: 'api' }, ['expired']],
    ['members of two tokens', { Crn1: 'first', CardType: 'VC' }, []],
    ['a quote', { Crn1: "' or 1=1 --" }, []],
  ])('filters by %s', async (_, input, expected) => {
    expect(await found(input)).toEqual(expected);
  });

  it('filters by DVToken, and answers what D4 answers', async () => {
    const { APIResponse, DVTokenRespList } = await api.searchTokens({ DVToken: first.DVToken });
    expect(APIResponse.ResponseCode).toBe(0);
    expect(DVTokenRespList).toEqual([(await api.token(first.DVToken)).DVTokenResp]);
  });

  it.each<[string, object, number]>([
    ['Crn1 of 51 characters', { Crn1: 'x'.repeat(51) }, 106],
    ['an expiry of letters', { ExpiryDate: 'abcd' }, 114],
    ['an expiry of 3 digits', { ExpiryDate: '123' }, 114],
    ['a masked number of 13 characters', { MaskedCardNumber: 'x'.repeat(13) }, 122],
    ['an invalid token', { DVToken: '123' }, 123],
    ['an invalid date', { FromDate: 'yesterday' }, 998],
    ['an invalid end', { ToDate: '2026-02-30' }, 998],
  ])('refuses %s', async (_, input, code) => {
    expect(await api.searchTokens(input)).toMatchObject({
      APIResponse: { ResponseCode: code },
      DVTokenRespList: null,
    });
  });
});
