import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestCaller } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MINUTE = 60;
const HOUR = 3_600;

describe.each(TARGETS)('AuthKeys, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let v2: RestCaller;
  let v3: RestCaller;

  beforeAll(async () => {
    service = await open();
    v2 = new RestCaller(service, 'v2');
    v3 = new RestCaller(service, 'v3');
  });
  afterAll(() => service.close());

  it('a payment passes T4, T5 and T8, and T2 returns the same', async () => {
    const key = await v3.key({ MerchantReference: 'a1' });
    expect(key).toMatch(GUID);
    const submitted = await v3.submit(key, {}, { StoreCard: true });
    expect(submitted.APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    expect(submitted.ResultKey).toMatch(GUID);
    expect(submitted.RedirectionUrl).toBeNull();
    const { TxnResp } = await v3.result(submitted.ResultKey);
    expect(TxnResp).toMatchObject({
      Amount: 19_900,
      Crn1: 'order 1042',
      IsTestTxn: true,
      MerchantReference: 'a1',
      ResponseCode: '0',
      Source: 'internet',
      StoreCard: true,
    });
    expect((await v3.get(TxnResp.TxnNumber)).TxnResp).toEqual(TxnResp);
  });

  it('T4 twice gives two keys: the service does not compare Crn1', async () => {
    expect(await v3.key()).not.toBe(await v3.key());
  });

  it.each([
    ['http://127.0.0.1:9/pay/return', 'http://127.0.0.1:9/pay/return?'],
    ['http://127.0.0.1:9/r?order=a%20b&x', 'http://127.0.0.1:9/r?order=a%20b&x&'],
    ['https://shop.example/r#done', 'https://shop.example/r?', '#done'],
  ])('the RedirectionUrl %s is answered with the outcome of the call', async (RedirectionUrl, before, after = '') => {
    const { ResultKey, RedirectionUrl: target } = await v3.submit(await v3.key({}, { RedirectionUrl }));
    expect(target).toBe(`${before}ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}${after}`);
  });

  it('a decline is a finished transaction: 0 to the browser, and the key is used', async () => {
    const key = await v3.key({ Amount: 10_051 });
    const { APIResponse, ResultKey } = await v3.submit(key);
    expect(APIResponse.ResponseCode).toBe(0);
    expect((await v3.result(ResultKey)).TxnResp.ResponseCode).toBe('5');
    expect(await v3.submit(key)).toEqual({
      APIResponse: { ResponseCode: 207, ResponseText: 'Invalid session' },
      RedirectionUrl: null,
      ResultKey: null,
    });
  });

  it('a key works in either version and in capitals', async () => {
    expect((await v2.submit((await v3.key()).toUpperCase())).APIResponse.ResponseCode).toBe(0);
    expect((await v3.submit(await v2.key())).APIResponse.ResponseCode).toBe(0);
  });

  it.each([
    ['braces', (key: string) => `%7B${key}%7D`],
    ['blanks', (key: string) => `%20${key}%20`],
    ['braces that are not encoded', (key: string) => `{${key}}`],
  ])('a key works with %s around it, and so does a ResultKey', async (_, write) => {
    const { APIResponse, ResultKey } = await v3.submit(write(await v3.key()));
    expect(APIResponse.ResponseCode).toBe(0);
    expect((await v3.result(write(ResultKey as string))).TxnResp.ResponseCode).toBe('0');
  });

  it.each([
    ['without hyphens', (key: string) => key.replaceAll('-', '')],
    ['with one brace', (key: string) => `%7B${key}`],
    ['in Base64', (key: string) => encodeURIComponent(Buffer.from(`${key}>>>?`).toString('base64'))],
    ['with a plus', (key: string) => key.replace('-', '+')],
  ])('a key %s is unknown', async (_, write) => {
    expect((await v3.submit(write(await v3.key()))).APIResponse.ResponseCode).toBe(206);
  });

  it('a ResultKey does not work as an AuthKey, nor an AuthKey as a ResultKey', async () => {
    const key = await v3.key();
    const { ResultKey } = await v3.submit(key);
    expect((await v3.submit(ResultKey)).APIResponse.ResponseCode).toBe(206);
    expect((await v3.result(key)).APIResponse.ResponseCode).toBe(206);
  });

  it.each([
    ['an integer is in the lowest denomination', { Amount: null }, { Amount: 500 }, 500],
    ['a string is in major units', { Amount: null }, { Amount: '5.00' }, 500],
    ['a string without a point is in major units', { Amount: null }, { Amount: '5' }, 500],
    ['yen have no decimals', { Amount: null, Currency: 'JPY' }, { Amount: '500' }, 500],
    [
      'the browser’s currency decides when none is fixed',
      { Amount: null, Currency: null },
      { Amount: '500', Currency: 'JPY' },
      500,
    ],
    ['the fixed amount may be repeated', {}, { Amount: 19_900 }, 19_900],
    ['the fixed amount may be repeated as a string', {}, { Amount: '199.00' }, 19_900],
    ['an empty string counts as absent', {}, { Amount: '' }, 19_900],
  ])('amount in a browser’s request: %s', async (_, fixed, sent, amount) => {
    const { ResultKey } = await v3.submit(await v3.key(fixed), {}, sent);
    expect((await v3.result(ResultKey)).TxnResp.Amount).toBe(amount);
  });

  it.each([
    ['no amount', {}],
    ['yen with decimals', { Amount: '5.00', Currency: 'JPY' }],
    ['nothing', { Amount: 0 }],
  ])('an amount that is not fixed is required: %s is 110', async (_, sent) => {
    const key = await v3.key({ Amount: null, Currency: null });
    expect((await v3.submit(key, {}, sent)).APIResponse.ResponseCode).toBe(110);
    expect((await v3.submit(key, {}, { Amount: 500 })).APIResponse.ResponseCode).toBe(0);
  });

  it('the browser gives references that are not fixed, and fixed ones stay', async () => {
    const key = await v3.key({ Crn2: 'fixed', EmailAddress: 'a@b.example' });
    const { ResultKey } = await v3.submit(key, {}, { Crn2: 'fixed', Crn3: 'mine', EmailAddress: 'c@d.example' });
    expect((await v3.result(ResultKey)).TxnResp).toMatchObject({
      Crn2: 'fixed',
      Crn3: 'mine',
      EmailAddress: 'a@b.example',
    });
  });

  it('a key for an unknown token gives PT_T2, with a CVN or without a card', async () => {
    const DVTokenData = { DVToken: '5999990000000004' };
    for (const body of [{ CardDetails: { Cvn: '123' } }, {}]) {
      const key = await v3.key({ DVTokenData });
      const { ResultKey } = await v3.call('POST', `/txns/withauthkey/${key}`, { TxnReq: body });
      expect((await v3.result(ResultKey)).TxnResp.ResponseCode).toBe('PT_T2');
    }
  });

  it('a live key refuses a card that is not a test card with 112, and stays usable', async () => {
    const key = await v3.key({ TestMode: false });
    const { APIResponse } = await v3.submit(key, { CardNumber: '4111111111111111' });
    expect(APIResponse.ResponseCode).toBe(112);
    expect(APIResponse.ResponseText).toMatch(/^Invalid card number \(.*test cards only/);
    expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(0);
  });

  it('a key expires after 30 minutes, a ResultKey 24 hours after the payment', async () => {
    const own = await open();
    const caller = new RestCaller(own);
    const [first, second] = [await caller.key(), await caller.key()];
    await own.control.advanceClock(30 * MINUTE - 1);
    const { ResultKey } = await caller.submit(first);
    expect(ResultKey).toMatch(GUID);
    await own.control.advanceClock(1);
    expect((await caller.submit(second)).APIResponse.ResponseCode).toBe(207);
    await own.control.advanceClock(24 * HOUR - 2);
    expect((await caller.result(ResultKey)).APIResponse.ResponseCode).toBe(0);
    await own.control.advanceClock(1);
    expect(await caller.result(ResultKey)).toEqual({
      APIResponse: { ResponseCode: 207, ResponseText: 'Invalid session' },
      TxnResp: null,
    });
    await own.close();
  });

  it('a hundred submissions of one key at once make one transaction', async () => {
    const key = await v3.key({ Crn1: 'at once' });
    const answers = await Promise.all(Array.from({ length: 100 }, () => v3.submit(key)));
    const codes = answers.map((answer) => answer.APIResponse.ResponseCode as number);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 207)).toHaveLength(99);
    expect((await v3.search({ Crn1: 'at once' })).TxnRespList).toHaveLength(1);
  });
});
