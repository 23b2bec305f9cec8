/** D9 and D10 as forms and as text: a token of a card or a bank account. docs/wire/rest.md sections 2 to 5. */
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

const RETURNING = { RedirectionUrl: RETURN_URL };
const ACCOUNT_FIELDS = {
  AccountName: 'Jane Citizen',
  AccountNumber: '123 456 789',
  BSBNumber: '063-000',
  AcceptBADirectDebitTC: 'true',
};
const CASES = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

describe.each(CASES)('a token by form, $target, $version', ({ open, version }) => {
  let service: ServiceUnderTest;
  let shop: FormCaller;

  beforeAll(async () => {
    service = await open();
    shop = new FormCaller(service, version);
  });
  afterAll(() => service.close());

  const addKey = (members: object = {}): Promise<string> => shop.addKey(members, RETURNING);
  const addPath = async (members?: object): Promise<string> => `/dvtokens/withauthkey/${await addKey(members)}`;

  async function updatePath(dvToken: string): Promise<string> {
    return `/dvtokens/withauthkey/update/${(await shop.askUpdateKey({ DVToken: dvToken }, RETURNING)).AuthKey}`;
  }

  async function tokenOf(response: Response) {
    const { ResponseCode, ResultKey } = readRedirect(response);
    expect(ResponseCode).toBe('0');
    return (await shop.tokenResult(ResultKey!)).DVTokenResp;
  }

  it.each<Encoding>(['urlencoded', 'multipart'])('%s: stores a card', async (encoding) => {
    const response = await shop.form(await addPath({ Crn1: 'customer 7' }), { ...CARD_FIELDS, Crn2: 'two' }, encoding);
    const token = await tokenOf(response);
    expect(token).toMatchObject({ CardType: 'MC', Crn1: 'customer 7', Crn2: 'two' });
    expect(token.CardDetails).toMatchObject({ ExpiryDate: '0530', MaskedCardNumber: '512345...346' });
    expect('Issuer' in token.CardDetails).toBe(version === 'v3');
  });

  it.each<Encoding>(['urlencoded', 'multipart'])(
    '%s: stores a bank account whose terms are accepted',
    async (encoding) => {
      const token = await tokenOf(await shop.form(await addPath(), ACCOUNT_FIELDS, encoding));
      expect(token.BankAccountDetails).toMatchObject({ AccountNumber: '123456789', BSBNumber: '063000' });
      const ticked = { ...ACCOUNT_FIELDS, AcceptBADirectDebitTC: 'on' };
      expect((await tokenOf(await shop.form(await addPath(), ticked, encoding))).DVToken).toMatch(/^599999/);
    },
  );

  it('changes a card: absent and empty fields stay unchanged', async () => {
    const { DVToken } = await shop.added();
    const fields = { ExpiryDateMonth: '11', ExpiryDateYear: '31', CardNumber: '', CardHolderName: '' };
    const token = await tokenOf(await shop.form(await updatePath(DVToken), fields));
    expect(token).toMatchObject({ DVToken, Crn1: 'customer 7' });
    expect(token.CardDetails).toMatchObject({
      CardHolderName: 'Jane Citizen',
      ExpiryDate: '1131',
      MaskedCardNumber: '512345...346',
    });
  });

  it('changes a bank account', async () => {
    const { DVToken } = await tokenOf(await shop.form(await addPath(), ACCOUNT_FIELDS));
    const fields = { AccountNumber: '987654321', AcceptBADirectDebitTC: 'true' };
    const token = await tokenOf(await shop.form(await updatePath(DVToken), fields));
    expect(token.BankAccountDetails).toMatchObject({ AccountName: 'Jane Citizen', AccountNumber: '987654321' });
  });

  it.each<[number, Fields]>([
    [106, { ...CARD_FIELDS, Crn1: 'x'.repeat(51) }],
    [112, {}],
    [112, { ...CARD_FIELDS, CardNumber: '4111111111111111' }],
    [112, [...Object.entries(CARD_FIELDS), ['CardNumber', '4987654321098769']]],
    [113, { ...CARD_FIELDS, CardHolderName: 'x'.repeat(51) }],
    [114, { ...CARD_FIELDS, ExpiryDateYear: '20' }],
    [115, { ...CARD_FIELDS, CVN: 'abc' }],
    [124, { ...ACCOUNT_FIELDS, AccountNumber: '12' }],
    [124, [...Object.entries(ACCOUNT_FIELDS), ['AccountNumber', '1234']]],
    [125, { ...ACCOUNT_FIELDS, BSBNumber: '063' }],
    [126, { ...ACCOUNT_FIELDS, AccountName: 'x'.repeat(33) }],
    [127, { ...CARD_FIELDS, EmailAddress: 'nobody' }],
    [129, { ...ACCOUNT_FIELDS, AcceptBADirectDebitTC: '' }],
    [129, { ...ACCOUNT_FIELDS, AcceptBADirectDebitTC: 'maybe' }],
    [129, [...Object.entries(ACCOUNT_FIELDS), ['AcceptBADirectDebitTC', 'false']]],
    [998, { ...CARD_FIELDS, ...ACCOUNT_FIELDS }],
  ])('%i redirects without a ResultKey, and the key stays usable', async (code, fields) => {
    const path = await addPath();
    const answer = readRedirect(await shop.form(path, fields));
    expect(answer).toEqual({ ResponseCode: String(code), ResponseText: expect.any(String) });
    expect((await tokenOf(await shop.form(path, CARD_FIELDS))).DVToken).toMatch(/^599999/);
    expect(readRedirect(await shop.form(path, CARD_FIELDS))).toMatchObject({ ResponseCode: '207' });
  });

  it('an unknown key, or one for another task or a payment, gets a page', async () => {
    const { DVToken } = await shop.added();
    const updateKey = (await shop.askUpdateKey({ DVToken }, RETURNING)).AuthKey;
    const paths = [
      `/dvtokens/withauthkey/${updateKey}`,
      `/dvtokens/withauthkey/update/${await addKey()}`,
      `/dvtokens/withauthkey/${await shop.key({}, RETURNING)}`,
      '/dvtokens/withauthkey/0f8fad5b-d9cb-469f-a165-70867728950e',
    ];
    for (const path of paths) {
      const response = await shop.form(path, CARD_FIELDS);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('206: Session not found');
    }
    expect((await tokenOf(await shop.form(`/dvtokens/withauthkey/update/${updateKey}`, CARD_FIELDS))).DVToken).toBe(
      DVToken,
    );
  });

  it('.nv adds and updates, and returns the error', async () => {
    const body = encodeForm(CARD_FIELDS, 'urlencoded').body;
    const path = `${await addPath()}.nv`;
    expect(await shop.nv(path, 'CardNumber=1')).toEqual({
      ResponseCode: '112',
      ResponseText: 'Invalid card number',
      RedirectionUrl: '',
      ResultKey: '',
    });
    const { ResultKey, RedirectionUrl } = await shop.nv(path, body, 'text/plain');
    expect(RedirectionUrl).toBe(`${RETURN_URL}&ResponseCode=0&ResponseText=Success&ResultKey=${ResultKey}`);
    const { DVToken } = (await shop.tokenResult(ResultKey!)).DVTokenResp;
    const update = `${await updatePath(DVToken)}.nv`;
    const changed = await shop.nv(update, 'ExpiryDateMonth=12&ExpiryDateYear=33');
    const { DVTokenResp } = await shop.tokenResult(changed['ResultKey']!);
    expect(DVTokenResp).toMatchObject({ DVToken, CardDetails: { ExpiryDate: '1233' } });
    expect((await shop.nv(path, body))['ResponseCode']).toBe('207');
  });

  it('queues the webhook as D9 does', async () => {
    const WebHookUrl = 'http://127.0.0.1:9/hook';
    const key = await shop.addKey({}, { ...RETURNING, WebHookUrl });
    const { DVToken } = await tokenOf(await shop.form(`/dvtokens/withauthkey/${key}`, CARD_FIELDS));
    const hooks = (await service.control.listWebhooks()).filter(({ url }) => url === WebHookUrl);
    expect(hooks.map(({ kind, subject }) => [kind, subject])).toEqual([['token', DVToken]]);
  });
});
