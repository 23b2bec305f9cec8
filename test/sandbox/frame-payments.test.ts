/**
 * T9 and T10: a card from the service's frame is stored, and a server has it charged. docs/wire/rest.md sections 2, 3
 * and 11.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { CARD_FIELDS, FormCaller, RETURN_URL, encodeForm, typeIntoFrame } from './form-caller.js';
import { BROWSER_CARD, credentials, type Json } from './rest-caller.js';
import { TARGETS, overPort, type ServiceUnderTest } from './service-under-test.js';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UNKNOWN_KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const HOUR = 3_600;
const TYPED = { CardNumber: '5123 4567 8901 2346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
const OTHER = {
  ...DEMO_MERCHANT,
  number: '5353109000000009',
  shortName: 'OTHERSHOP',
  users: [
    { username: 'other-api', password: 'Other-Password-1', permissions: ['API' as const] },
    { username: 'no-api', password: 'Other-Password-1', permissions: [] },
  ],
};
const CASES = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

describe.each(CASES)('a payment by the service’s frame, $target, $version', ({ open, version }) => {
  let service: ServiceUnderTest;
  let shop: FormCaller;

  beforeAll(async () => {
    service = await open({ seed: [DEMO_MERCHANT, OTHER] });
    shop = new FormCaller(service, version);
  });
  afterAll(() => service.close());

  const type = (key: string, fields: Readonly<Record<string, string>> = {}): Promise<Json> =>
    typeIntoFrame(service, `/webapi/${version}/txns/iframe/${key}`, { ...TYPED, ...fields });

  async function keyWithCard(members: object = {}, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const key = await shop.key(members, { RedirectionUrl: RETURN_URL });
    expect(await type(key, fields)).toEqual({ outcome: 'stored' });
    return key;
  }

  async function paid(key: string, members: object = {}): Promise<Json> {
    const { APIResponse, ResultKey } = await shop.processFrame(key, members);
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return (await shop.result(ResultKey)).TxnResp;
  }

  const codeOf = async (answer: Promise<Json>): Promise<number> => (await answer).APIResponse.ResponseCode;

  it('waits for a correction in progress, and charges the corrected card', async () => {
    // Month 99 selects a decline.
    const key = await keyWithCard({ TestMode: true }, { ExpiryDate: '99/51' });
    const corrected = new TextEncoder().encode(new URLSearchParams(TYPED).toString());
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const saving = service.fetch(`/webapi/${version}/txns/iframe/${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: readable,
      duplex: 'half',
    } as RequestInit);
    await writer.write(corrected.slice(0, 20));
    // Over a port the save comes by its own connection; each of these calls looks the same key up after it.
    for (let round = 0; round < 5; round += 1) await service.fetch(`/webapi/${version}/txns/iframe/${key}`);
    const charging = paid(key);
    await service.fetch(`/webapi/${version}/txns/iframe/${key}`);
    await writer.write(corrected.slice(20));
    await writer.close();
    expect(await (await saving).json()).toEqual({ outcome: 'stored' });
    expect(await charging).toMatchObject({ ResponseCode: '0', CardDetails: { ExpiryDate: '0530' } });
  });

  it('charges the stored card, and responds as to a browser', async () => {
    const key = await keyWithCard({ Crn1: 'frame 1' });
    const { APIResponse, ResultKey, RedirectionUrl } = await shop.processFrame(key.toUpperCase());
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    expect(ResultKey).toMatch(GUID);
    expect(RedirectionUrl).toBe(`${RETURN_URL}&ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}`);
    expect((await shop.result(ResultKey)).TxnResp).toMatchObject({
      Amount: 19_900,
      CardType: 'MC',
      Crn1: 'frame 1',
      CVNResult: { CVNResultCode: 'M' },
      IsCVNPresent: true,
      ResponseCode: '0',
      Source: 'internet',
      CardDetails: { CardHolderName: 'Jane Citizen', ExpiryDate: '0530', MaskedCardNumber: '512345...346' },
    });
  });

  it('number and CVN are stored alone, and the server’s members complete them', async () => {
    const key = await shop.key({}, { RedirectionUrl: RETURN_URL });
    const card = { CardHolderName: 'J. Citizen', ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    for (const ExpiryDate of ['05/30', '', '13/41', '01/20']) {
      expect(await type(key, { ExpiryDate, CardHolderName: '' })).toMatchObject({ outcome: 'stored' });
    }
    // The cleared expiry is not used again.
    expect(await codeOf(shop.processFrame(key))).toBe(114);
    const transaction = await paid(key, { CardDetails: card });
    expect(transaction).toMatchObject({ ResponseCode: '0', CVNResult: { CVNResultCode: 'M' } });
    expect(transaction.CardDetails).toMatchObject({ CardHolderName: 'J. Citizen', ExpiryDate: '1131' });
  });

  it('without a number, or with half a CVN, nothing is stored, whatever the server adds', async () => {
    const CardDetails = { ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    for (const wrong of [{ CardNumber: '' }, { CardNumber: '5123 4567' }, { CVN: '7' }]) {
      const key = await shop.key();
      await type(key);
      expect(await type(key, { ...wrong, ExpiryDate: '' })).toMatchObject({ outcome: 'refused' });
      expect(await codeOf(shop.processFrame(key, { CardDetails }))).toBe(112);
    }
  });

  it.each([
    ['987', 'N', '05'],
    ['876', 'P', '00'],
    ['765', 'U', '00'],
    ['4321', 'M', '00'],
  ])('the CVN %s is stored as the result %s, and the bank answers %s', async (CVN, CVNResultCode, BankResponseCode) => {
    const transaction = await paid(await keyWithCard({}, { CVN }));
    expect(transaction).toMatchObject({ CVNResult: { CVNResultCode }, BankResponseCode, IsCVNPresent: true });
  });

  it('expiry month 99 and a card holder’s scenario are stored too', async () => {
    expect((await paid(await keyWithCard({}, { ExpiryDate: '99/51' }))).BankResponseCode).toBe('51');
    expect((await paid(await keyWithCard({}, { CardHolderName: 'Do Not Honor' }))).BankResponseCode).toBe('05');
  });

  it('a number that is not a test card is declined in test mode without being stored, and refused in live mode', async () => {
    const CardNumber = '4111111111111111';
    expect(await paid(await keyWithCard({}, { CardNumber }))).toMatchObject({
      BankResponseCode: '14',
      CardDetails: { MaskedCardNumber: null, CardHolderName: null },
    });
    const live = await shop.key({ TestMode: false });
    expect(await type(live, { CardNumber })).toMatchObject({
      outcome: 'refused',
      errors: { number: expect.any(String) },
    });
    expect(await codeOf(shop.processFrame(live))).toBe(112);
  });

  it('the server’s members take precedence, and are checked', async () => {
    const key = await keyWithCard({ Crn2: null });
    const wrong = { CardDetails: { ExpiryDateMonth: '13', ExpiryDateYear: '31' } };
    expect(await codeOf(shop.processFrame(key, wrong))).toBe(114);
    const CardDetails = { CardHolderName: 'J. Citizen', ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    const transaction = await paid(key, { CardDetails, Crn2: 'two', StoreCard: true, Amount: 19_900 });
    expect(transaction).toMatchObject({ Crn2: 'two', StoreCard: true });
    expect(transaction.CardDetails).toMatchObject({ CardHolderName: 'J. Citizen', ExpiryDate: '1131' });
  });

  it('null members count as absent, and a number or CVN from the server is ignored', async () => {
    const nulls = { CardHolderName: null, ExpiryDateMonth: null, ExpiryDateYear: null };
    const CardDetails = { ...nulls, CardNumber: '4987654321098769', Cvn: '987' };
    const transaction = await paid(await keyWithCard(), { CardDetails, Amount: null, Crn1: null, StoreCard: null });
    expect(transaction).toMatchObject({ CardType: 'MC', ResponseCode: '0' });
  });

  it('the last card that was typed is charged', async () => {
    const key = await keyWithCard();
    expect(await type(key, { CardNumber: '4987654321098769' })).toEqual({ outcome: 'stored' });
    expect((await paid(key)).CardType).toBe('VC');
  });

  it('a missing input is 112, and the key still pays later', async () => {
    const key = await shop.key();
    expect(await shop.processFrame(key)).toEqual({
      APIResponse: { ResponseCode: 112, ResponseText: 'Invalid card number' },
      RedirectionUrl: null,
      ResultKey: null,
    });
    await type(key);
    expect((await paid(key)).ResponseCode).toBe('0');
  });

  it.each<[number, object]>([
    [105, { BillerCode: 'x'.repeat(51) }],
    [106, { Crn1: 'another order' }],
    [109, { Currency: 'NZD' }],
    [110, { Amount: 1 }],
    [110, { Amount: '199.00' }],
    [113, { CardDetails: { CardHolderName: 'x'.repeat(51) } }],
    [114, { CardDetails: { ExpiryDateMonth: '01', ExpiryDateYear: '20' } }],
    [127, { EmailAddress: 'nobody' }],
    [128, { StoreCard: 7 }],
  ])('a field error %i keeps the key and the card', async (code, members) => {
    const key = await keyWithCard();
    expect(await codeOf(shop.processFrame(key, members))).toBe(code);
    expect((await paid(key)).ResponseCode).toBe('0');
  });

  it('one key, one payment: T10 twice, T5 first, T10 first', async () => {
    const key = await keyWithCard();
    await paid(key);
    expect(await codeOf(shop.processFrame(key))).toBe(207);
    expect(await codeOf(shop.submit(key))).toBe(207);
    const another = await keyWithCard();
    expect(await codeOf(shop.submit(another))).toBe(0);
    expect(await codeOf(shop.processFrame(another))).toBe(207);
  });

  it('a key’s card is charged once, by the first of T5, T6, T7 and T10', async () => {
    for (let round = 0; round < 5; round += 1) {
      const Crn1 = `${version} race ${round}`;
      const key = await keyWithCard({ Crn1 });
      const { body } = encodeForm(CARD_FIELDS, 'urlencoded');
      const codes = await Promise.all(
        Array.from({ length: 24 }, async (_, index) => {
          if (index % 4 === 0) return codeOf(shop.submit(key));
          if (index % 4 === 1) return codeOf(shop.processFrame(key));
          if (index % 4 === 2) return Number((await shop.nv(`/txns/withauthkey/${key}.nv`, body))['ResponseCode']);
          const { headers } = await shop.webform(key);
          return Number(new URL(headers.get('location') ?? '').searchParams.get('ResponseCode'));
        }),
      );
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === 207)).toHaveLength(23);
      expect((await shop.search({ Crn1 })).TxnRespList).toHaveLength(1);
    }
  });

  it('a key that pays with a stored card accepts a CVN, or nothing', async () => {
    const { DVToken } = await shop.added();
    const members = { DVTokenData: { DVToken } };
    const withCvn = await shop.key(members);
    expect(await typeIntoFrame(service, `/webapi/${version}/txns/iframe/${withCvn}`, { CVN: '987' })).toEqual({
      outcome: 'stored',
    });
    expect(await paid(withCvn)).toMatchObject({ BankResponseCode: '05', IsCVNPresent: true, CardType: 'MC' });
    const bare = await paid(await shop.key(members));
    expect(bare).toMatchObject({ ResponseCode: '0', IsCVNPresent: false, CardType: 'MC' });
  });

  it('a key of another merchant or kind is 206, and stays unused', async () => {
    const key = await keyWithCard();
    const other = new FormCaller(service, version, credentials('other-api', OTHER.number, 'Other-Password-1'));
    expect(await codeOf(other.processFrame(key))).toBe(206);
    expect(await codeOf(shop.processFrame(UNKNOWN_KEY))).toBe(206);
    expect(await codeOf(shop.processFrame('no-key'))).toBe(206);
    expect(await codeOf(shop.processFrame(await shop.addKey()))).toBe(206);
    expect(await codeOf(shop.processTokenFrame('add', key))).toBe(206);
    expect((await paid(key)).ResponseCode).toBe('0');
  });

  it('is a server’s call: 1 without credentials, 2 without the permission', async () => {
    const key = await keyWithCard();
    const path = `/txns/processiframetxn/${key}`;
    expect(await codeOf(shop.call('POST', path, { TxnReq: {} }))).toBe(1);
    const wrong = new FormCaller(service, version, credentials('demo-api', undefined, 'wrong'));
    expect(await codeOf(wrong.processFrame(key))).toBe(1);
    const noApi = new FormCaller(service, version, credentials('no-api', OTHER.number, 'Other-Password-1'));
    expect(await codeOf(noApi.processFrame(key))).toBe(2);
    expect((await shop.send('GET', path)).status).toBe(405);
    expect((await paid(key)).ResponseCode).toBe('0');
  });

  it.each(['', '[]', 'null', '{', '{"TxnReq":7}', '{"DVTokenReq":{}}', 'CardNumber=1'])(
    'the body %j is 998',
    async (body) => {
      const key = await keyWithCard();
      expect(await codeOf(shop.server('POST', `/txns/processiframetxn/${key}`, body))).toBe(998);
      const form = await shop.call('POST', `/txns/processiframetxn/${key}`, 'CardNumber=1', {
        Authorization: shop.authorization,
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect(form.APIResponse.ResponseCode).toBe(998);
    },
  );

  it('queues the webhook as T5 does', async () => {
    const WebHookUrl = `http://127.0.0.1:9/${version}`;
    const key = await shop.key({}, { WebHookUrl });
    await type(key);
    const { TxnNumber } = await paid(key);
    const hooks = (await service.control.listWebhooks()).filter(({ url }) => url === WebHookUrl);
    expect(hooks.map(({ kind, subject }) => [kind, subject])).toEqual([['transaction', TxnNumber]]);
  });

  it('an expired key is 207', async () => {
    const key = await keyWithCard();
    await service.control.advanceClock(HOUR);
    expect(await codeOf(shop.processFrame(key))).toBe(207);
  });
});

it('the frame posts to one replica, the shop calls another, and the database file contains no number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-frame-'));
  const database = join(folder, 'sandbox.sqlite');
  const [first, second] = [await overPort.open({ database }), await overPort.open({ database })];
  try {
    const key = await new FormCaller(first).key();
    expect(await typeIntoFrame(first, `/webapi/v3/txns/iframe/${key}`, TYPED)).toEqual({ outcome: 'stored' });
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(files.join('')).toContain(key);
    expect(files.join('')).not.toContain(BROWSER_CARD.CardNumber);
    const shop = new FormCaller(second);
    const { APIResponse, ResultKey } = await shop.processFrame(key);
    expect(APIResponse.ResponseCode).toBe(0);
    expect((await shop.result(ResultKey)).TxnResp.ResponseCode).toBe('0');
  } finally {
    await Promise.all([first.close(), second.close()]);
    rmSync(folder, { recursive: true });
  }
}, 60_000);
