/** Every route of a browser's card leads to the same challenge; three-ds.test.ts tests T5. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHOP, press } from './challenge-caller.js';
import { CARD_FIELDS, FormCaller } from './form-caller.js';
import { inProcess, type ServiceUnderTest } from './service-under-test.js';

const HOLDER = { CardHolderName: '3DS CHALLENGE' };
/** The fields of the pages' own forms. */
const TYPED = new URLSearchParams({ ...HOLDER, CardNumber: '5123456789012346', CVN: '123', ExpiryDate: '05 / 30' });
const PAGE = /^http:\/\/sandbox\.test\/3ds\/[0-9a-f-]{36}$/;

describe.each(['v2', 'v3'] as const)('a challenge by the other routes, %s', (version) => {
  let service: ServiceUnderTest;
  let api: FormCaller;

  beforeAll(async () => {
    service = await inProcess.open();
    api = new FormCaller(service, version);
  });
  afterAll(() => service.close());

  const newKey = (Crn1: string) => api.key({ Crn1 }, { RedirectionUrl: SHOP });
  const codes = async (Crn1: string) =>
    (await api.search({ Crn1 })).TxnRespList.map((txn: { ResponseCode: string }) => txn.ResponseCode);

  async function pass(address: string, resultKey: string, Crn1: string): Promise<void> {
    expect(address).toMatch(PAGE);
    expect(await codes(Crn1)).toEqual(['P']);
    const back = await press(service, new URL(address).pathname, 'approve');
    const key = new URL(back.headers.get('location') ?? '').searchParams.get('ResultKey') ?? '';
    if (resultKey) expect(key).toBe(resultKey);
    expect((await api.result(key)).TxnResp).toMatchObject({ ResponseCode: '0', ThreeDSResponse: { Eci: '05' } });
    expect(await codes(Crn1)).toEqual(['0']);
  }

  it('T6 redirects the form to the page', async () => {
    const response = await api.webform(await newKey('by T6'), HOLDER);
    expect([302, 303]).toContain(response.status);
    await pass(response.headers.get('location') ?? '', '', 'by T6');
  });

  it('T7 returns 300 and the URL of the page', async () => {
    const key = await newKey('by T7');
    const body = new URLSearchParams({ ...CARD_FIELDS, ...HOLDER }).toString();
    const said = await api.nv(`/txns/withauthkey/${key}.nv`, body);
    expect(said).toMatchObject({ ResponseCode: '300', ResponseText: 'Follow redirection' });
    await pass(said['RedirectionUrl'] ?? '', said['ResultKey'] ?? '', 'by T7');
  });

  it('T10 returns the page to the server, which redirects the browser', async () => {
    const key = await newKey('by T10');
    const typed = await service.fetch(`/webapi/${version}/txns/iframe/${key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: TYPED.toString(),
    });
    expect(await typed.json()).toEqual({ outcome: 'stored' });
    const answer = await api.processFrame(key);
    expect(answer.APIResponse.ResponseCode).toBe(300);
    await pass(answer.RedirectionUrl, answer.ResultKey, 'by T10');
  });

  it('T12 redirects the hosted page to it', async () => {
    const key = await newKey('by T12');
    const response = await service.fetch(`/pay/DEMOSHOP?in_pay_token=${key}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: TYPED.toString(),
    });
    expect(response.status).toBe(303);
    await pass(response.headers.get('location') ?? '', '', 'by T12');
  });
});
