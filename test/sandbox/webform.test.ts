/**
 * T6 and T7: a payment by a plain form, with a redirect or a text as the response. docs/wire/rest.md sections 2 to 5
 * and 11.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CARD_FIELDS,
  FormCaller,
  RETURN_URL,
  encodeForm,
  readRedirect,
  type Encoding,
  type Fields,
} from './form-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNKNOWN_KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const HOUR = 3_600;
const LIMIT = 256 * 1024;
const RETURNING = { RedirectionUrl: RETURN_URL };
const VERSIONS = ['v2', 'v3'] as const;
const CASES = TARGETS.flatMap((target) => VERSIONS.map((version) => ({ ...target, version })));

describe.each(CASES)('a payment by form, $target, $version', ({ open, version }) => {
  let service: ServiceUnderTest;
  let shop: FormCaller;

  beforeAll(async () => {
    service = await open();
    shop = new FormCaller(service, version);
  });
  afterAll(() => service.close());

  const keyOf = (members: object = {}): Promise<string> => shop.key(members, RETURNING);

  async function expectPaidOnce(key: string): Promise<void> {
    const { ResponseCode } = readRedirect(await shop.webform(key));
    expect(ResponseCode).toBe('0');
    expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(207);
  }

  it.each<Encoding>(['urlencoded', 'multipart'])(
    '%s: pays, and sends the browser back with a ResultKey',
    async (encoding) => {
      const key = await keyOf({ Crn1: `by ${encoding}` });
      const response = await shop.webform(key, { CardHolderName: 'José + Co & Söhne' }, encoding);
      const { ResponseCode, ResponseText, ResultKey } = readRedirect(response);
      expect({ ResponseCode, ResponseText }).toEqual({ ResponseCode: '0', ResponseText: 'Success' });
      expect(ResultKey).toMatch(GUID);
      const { TxnResp } = await shop.result(ResultKey!);
      expect(TxnResp).toMatchObject({
        Amount: 19_900,
        Crn1: `by ${encoding}`,
        ResponseCode: '0',
        Source: 'internet',
        IsCVNPresent: true,
        CardDetails: { CardHolderName: 'José + Co & Söhne', ExpiryDate: '0530', MaskedCardNumber: '512345...346' },
      });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('cache-control')).toContain('no-store');
    },
  );

  it('a decline is a finished payment: 0 to the browser, and the key is used', async () => {
    const key = await keyOf({ Amount: 10_051 });
    const { ResponseCode, ResultKey } = readRedirect(await shop.webform(key));
    expect(ResponseCode).toBe('0');
    expect((await shop.result(ResultKey!)).TxnResp.ResponseCode).toBe('5');
    expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(207);
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['5.00', { Currency: 'AUD' }, 500],
    ['5', {}, 500],
    ['1,234.50', {}, 123_450],
    ['500', { Currency: 'JPY' }, 500],
  ])('an amount is in major units: %s %o is %i', async (Amount, fields, minor) => {
    const key = await keyOf({ Amount: null, Currency: null });
    const { ResultKey } = readRedirect(await shop.webform(key, { Amount, ...fields }));
    expect((await shop.result(ResultKey!)).TxnResp.Amount).toBe(minor);
  });

  it('reads the other fields, ignores empty ones, and reads a ticked box like browsers send it', async () => {
    const key = await keyOf({ TokenisationMode: 2, Crn1: null, Currency: 'AUD' });
    const fields = {
      Crn1: 'mine',
      Crn2: '',
      Currency: '',
      AmountSurcharge: '1.50',
      AmountOriginal: '197.50',
      StoreCard: 'on',
    };
    const { ResultKey } = readRedirect(await shop.webform(key, { ...fields, EmailAddress: 'a@b.example', More: 'x' }));
    expect((await shop.result(ResultKey!)).TxnResp).toMatchObject({
      AmountOriginal: 19_750,
      AmountSurcharge: 150,
      Crn1: 'mine',
      DVToken: expect.stringMatching(/^599999/),
      EmailAddress: 'a@b.example',
      StoreCard: true,
    });
  });

  it('a key that pays with a stored card needs no card, and a bare key needs nothing else', async () => {
    const { DVToken } = await shop.added();
    const key = await keyOf({ DVTokenData: { DVToken } });
    const { ResultKey } = readRedirect(await shop.form(`/txns/withauthkey/${key}`, { CVN: '123' }));
    expect((await shop.result(ResultKey!)).TxnResp).toMatchObject({ ResponseCode: '0', IsCVNPresent: true });
  });

  it.each<[number, Readonly<Record<string, string>>]>([
    [105, { BillerCode: 'x'.repeat(51) }],
    [106, { Crn1: 'another order' }],
    [107, { Crn2: 'x'.repeat(51) }],
    [109, { Currency: 'NZD' }],
    [109, { Currency: 'AU' }],
    [110, { Amount: '1.00' }],
    [110, { Amount: '199,00' }],
    [110, { Amount: '19900' }],
    [112, { CardNumber: '' }],
    [112, { CardNumber: '5123456789012345' }],
    [113, { CardHolderName: 'x'.repeat(51) }],
    [114, { ExpiryDateMonth: '13' }],
    [114, { ExpiryDateYear: '20' }],
    [115, { CVN: '12' }],
    [127, { EmailAddress: 'nobody' }],
    [128, { StoreCard: 'perhaps' }],
    [130, { AmountOriginal: 'x' }],
    [131, { AmountSurcharge: '-1' }],
  ])('a field error %i redirects without a ResultKey, and the key still pays', async (code, fields) => {
    const key = await keyOf();
    const answer = readRedirect(await shop.webform(key, fields));
    expect(answer).toEqual({ ResponseCode: String(code), ResponseText: expect.stringMatching(/^Invalid /) });
    await expectPaidOnce(key);
  });

  it.each<[number, string, Fields]>([
    [112, 'CardNumber', [...Object.entries(CARD_FIELDS), ['CardNumber', '4987654321098769']]],
    [112, 'CardNumber, the same one', [...Object.entries(CARD_FIELDS), ['CardNumber', CARD_FIELDS['CardNumber']!]]],
    [110, 'Amount', [...Object.entries(CARD_FIELDS), ['Amount', '199.00'], ['Amount', '1.00']]],
    [115, 'CVN and Cvn', [...Object.entries(CARD_FIELDS), ['Cvn', '123']]],
    [106, 'Crn1', [['Crn1', 'order 1042'], ['Crn1', ''], ...Object.entries(CARD_FIELDS)]],
    [128, 'StoreCard', [...Object.entries(CARD_FIELDS), ['StoreCard', 'false'], ['StoreCard', 'true']]],
    [
      105,
      'BillerCode three times',
      [...Object.entries(CARD_FIELDS), ['BillerCode', 'a'], ['BillerCode', 'a'], ['BillerCode', 'a']],
    ],
  ])('pollution is %i: %s sent twice', async (code, _, fields) => {
    for (const encoding of ['urlencoded', 'multipart'] as const) {
      const key = await keyOf();
      const answer = readRedirect(await shop.form(`/txns/withauthkey/${key}`, fields, encoding));
      expect(answer['ResponseCode']).toBe(String(code));
      await expectPaidOnce(key);
    }
  });

  it('fields in the URL are ignored', async () => {
    const key = await keyOf({ Amount: null });
    const path = `/txns/withauthkey/${key}?Amount=5.00`;
    expect(readRedirect(await shop.form(path, CARD_FIELDS))['ResponseCode']).toBe('110');
  });

  it.each([
    ['a broken escape', 'CardNumber=%zz', 'application/x-www-form-urlencoded'],
    ['another character set', 'CardHolderName=Jos%E9', 'application/x-www-form-urlencoded'],
    ['a NUL', 'CardHolderName=%00', 'application/x-www-form-urlencoded'],
    ['a multipart without a boundary', 'x', 'multipart/form-data'],
    ['an invalid multipart body', 'CardNumber=1', 'multipart/form-data; boundary=b'],
    [
      'a truncated multipart body',
      encodeForm(CARD_FIELDS, 'multipart').body.slice(0, 90),
      encodeForm({}, 'multipart').type,
    ],
  ])('%s is 998, and the key still pays', async (_, body, type) => {
    const key = await keyOf();
    const answer = readRedirect(await shop.post(`/txns/withauthkey/${key}`, body, type));
    expect(answer['ResponseCode']).toBe('998');
    await expectPaidOnce(key);
  });

  it('invalid UTF-8 is 998', async () => {
    const key = await keyOf();
    const response = await service.fetch(`/webapi/${version}/txns/withauthkey/${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new Uint8Array([0x43, 0x3d, 0xff]),
      redirect: 'manual',
    });
    expect(readRedirect(response)['ResponseCode']).toBe('998');
    await expectPaidOnce(key);
  });

  it('a file in place of the number is 112', async () => {
    const key = await keyOf();
    const { body, type } = encodeForm(CARD_FIELDS, 'multipart');
    const file = body.replace('name="CardNumber"', 'name="CardNumber"; filename="card.txt"');
    expect(readRedirect(await shop.post(`/txns/withauthkey/${key}`, file, type))['ResponseCode']).toBe('112');
  });

  it('a form that is too long is 413, and a hundred thousand fields are read', async () => {
    const key = await keyOf();
    const tooLong = await shop.webform(key, { More: 'x'.repeat(LIMIT) });
    expect(tooLong.status).toBe(413);
    const many = encodeForm(CARD_FIELDS, 'urlencoded').body + '&a'.repeat(100_000);
    const answer = await shop.post(`/txns/withauthkey/${key}`, many, 'application/x-www-form-urlencoded');
    expect(readRedirect(answer)['ResponseCode']).toBe('0');
  });

  it.each([
    ['http://127.0.0.1:9/r', 'http://127.0.0.1:9/r?', ''],
    ['https://shop.example/r?a=%2F;b&a#done', 'https://shop.example/r?a=%2F;b&a&', '#done'],
    ['https://shop.example/zurück?größe=ä', 'https://shop.example/zur%C3%BCck?gr%C3%B6%C3%9Fe=%C3%A4&', ''],
  ])('a return URL stays unchanged where a header can contain it: %s', async (RedirectionUrl, before, after) => {
    const response = await shop.webform(await shop.key({}, { RedirectionUrl }));
    const location = response.headers.get('location')!;
    expect(location.endsWith(after)).toBe(true);
    const trimmed = new Response(null, {
      status: 302,
      headers: { Location: location.slice(0, location.length - after.length) },
    });
    expect(readRedirect(trimmed, before)).toMatchObject({ ResponseCode: '0', ResultKey: expect.stringMatching(GUID) });
  });

  async function expectPage(response: Response, status: number): Promise<string> {
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).not.toMatch(/\bat .*\.(ts|js)\b|Error:|5123456789012346/);
    return page;
  }

  it.each([UNKNOWN_KEY, 'no-key', '%3Cscript%3Ealert(1)%3C%2Fscript%3E', "'; drop table auth_key; --"])(
    'an unknown key gets a page: %s',
    async (key) => {
      const page = await expectPage(await shop.webform(encodeURI(key)), 400);
      expect(page).toContain('206: Session not found');
      expect(page).not.toContain('script');
    },
  );

  it('a used or expired key redirects to the shop, which can look up the result', async () => {
    const key = await keyOf();
    readRedirect(await shop.webform(key));
    const late = await keyOf();
    await service.control.advanceClock(HOUR);
    for (const dead of [key, late]) {
      const answer = readRedirect(await shop.webform(dead));
      expect(answer).toEqual({ ResponseCode: '207', ResponseText: 'Invalid session' });
    }
  });

  it('a key without a return URL gets pages: after success, a field error and its expiry', async () => {
    const key = await shop.key();
    expect(await expectPage(await shop.webform(key, { CVN: '1' }), 400)).toContain('115: Invalid');
    expect(await expectPage(await shop.webform(key), 200)).toContain('0: Success');
    const late = await shop.key();
    await service.control.advanceClock(HOUR);
    expect(await expectPage(await shop.webform(late), 400)).toContain('207: Invalid session');
  });

  it('a key for a token does not work for a payment', async () => {
    const key = await shop.addKey({}, RETURNING);
    expect(await expectPage(await shop.webform(key), 400)).toContain('206: Session not found');
    expect((await shop.submitToken(key)).APIResponse.ResponseCode).toBe(0);
  });

  it('3-D Secure: the form redirects to the challenge of the key’s one payment', async () => {
    const key = await keyOf();
    const response = await shop.webform(key, { CardHolderName: '3DS CHALLENGE' });
    expect(response.status).toBe(302);
    const location = response.headers.get('location') ?? '';
    expect(location).not.toContain('shop.example');
    expect(new URL(location).pathname).not.toContain(key);
    const inText = await shop.nv(
      `/txns/withauthkey/${await keyOf()}.nv`,
      encodeForm({ ...CARD_FIELDS, CardHolderName: '3DS CHALLENGE' }, 'urlencoded').body,
    );
    expect(inText).toMatchObject({ ResponseCode: '300', RedirectionUrl: expect.stringMatching(/^http/) });
    expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(207);
  });

  it('an unavailable service redirects with 900, and the key still pays', async () => {
    const key = await keyOf();
    service.control.setUnavailable(true);
    try {
      expect(readRedirect(await shop.webform(key))['ResponseCode']).toBe('900');
      expect((await shop.nv(`/txns/withauthkey/${key}.nv`, ''))['ResponseCode']).toBe('900');
    } finally {
      service.control.setUnavailable(false);
    }
    await expectPaidOnce(key);
  });

  it('queues the webhook as T5 does', async () => {
    const WebHookUrl = 'http://127.0.0.1:9/hook';
    const key = await shop.key({}, { ...RETURNING, WebHookUrl });
    readRedirect(await shop.webform(key, { CVN: '1' }));
    readRedirect(await shop.webform(key));
    const another = await shop.key({}, { ...RETURNING, WebHookUrl });
    await shop.nv(`/txns/withauthkey/${another}.nv`, encodeForm(CARD_FIELDS, 'urlencoded').body);
    expect((await service.control.listWebhooks()).filter(({ url }) => url === WebHookUrl)).toHaveLength(2);
  });

  describe('.nv', () => {
    const body = encodeForm(CARD_FIELDS, 'urlencoded').body;

    it.each(['', 'text/plain', 'application/json', 'application/x-www-form-urlencoded', 'nonsense'])(
      'reads the form whatever the type says: %j',
      async (type) => {
        const answer = await shop.nv(`/txns/withauthkey/${await keyOf()}.nv`, body, type);
        const { ResultKey } = answer;
        expect(ResultKey).toMatch(GUID);
        expect(answer).toEqual({
          ResponseCode: '0',
          ResponseText: 'Success',
          RedirectionUrl: `${RETURN_URL}&ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}`,
          ResultKey,
        });
        expect((await shop.result(ResultKey!)).TxnResp.ResponseCode).toBe('0');
      },
    );

    it('reads multipart too, and a key in capitals', async () => {
      const { body: parts, type } = encodeForm(CARD_FIELDS, 'multipart');
      const key = (await keyOf()).toUpperCase();
      expect((await shop.nv(`/txns/withauthkey/${key}.nv/`, parts, type))['ResponseCode']).toBe('0');
    });

    it.each([
      ['112', 'CardNumber=1', 'Invalid card number'],
      ['998', 'CardNumber=%', 'Invalid request payload (invalid: form, urlencoded or multipart in UTF-8)'],
      ['112', '{"TxnReq":{}}', 'Invalid card number'],
      ['112', '', 'Invalid card number'],
    ])('returns %s as text for %j, and the key still pays', async (code, wrong, ResponseText) => {
      const key = await keyOf();
      const answer = await shop.nv(`/txns/withauthkey/${key}.nv`, wrong);
      expect(answer).toEqual({ ResponseCode: code, ResponseText, RedirectionUrl: '', ResultKey: '' });
      await expectPaidOnce(key);
    });

    it('gives 206 and 207 as text', async () => {
      expect((await shop.nv(`/txns/withauthkey/${UNKNOWN_KEY}.nv`, body))['ResponseCode']).toBe('206');
      const key = await keyOf();
      await shop.nv(`/txns/withauthkey/${key}.nv`, body);
      expect((await shop.nv(`/txns/withauthkey/${key}.nv`, body))['ResponseCode']).toBe('207');
    });

    it('answers a preflight, and no other method', async () => {
      const options = await shop.send('OPTIONS', '/txns/withauthkey/k.nv');
      expect(options.status).toBe(204);
      expect(options.headers.get('access-control-allow-origin')).toBe('*');
      expect((await shop.send('GET', '/txns/withauthkey/k.nv')).status).toBe(405);
    });
  });
});
