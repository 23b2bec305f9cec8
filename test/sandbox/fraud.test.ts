import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, RestCaller, type Json } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const NONE = { ReDResponse: null, ResponseCode: '', ResponseMessage: '', TxnRejected: false };
const RED_MEMBERS = [
  'FRAUD_NEURAL',
  'FRAUD_RCF',
  'FRAUD_REC_ID',
  'FRAUD_RSP_CD',
  'FRAUD_STAT_CD',
  'ORD_ID',
  'REQ_ID',
  'STAT_CD',
];
const ROUTES = ['T1', 'T4'] as const;

describe.each(EVERY_WAY)('fraud screening, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: RestCaller;

  beforeAll(async () => {
    service = await open();
    api = new RestCaller(service, version);
  });
  afterAll(() => service.close());

  async function paid(route: (typeof ROUTES)[number], holder: string, members: object): Promise<Json> {
    if (route === 'T1') return api.made({ ...members, CardDetails: { ...CARD, CardHolderName: holder } });
    const { ResultKey } = await api.submit(await api.key(members), { CardHolderName: holder });
    return (await api.result(ResultKey)).TxnResp;
  }

  const asked = (perform: unknown = true) => ({ FraudScreeningRequest: { PerformFraudScreening: perform } });

  it.each(ROUTES)('%s: a requested screening accepts, with its result in the response', async (route) => {
    const txn = await paid(route, 'Jane Citizen', asked());
    expect(txn).toMatchObject({
      ResponseCode: '0',
      FraudScreeningResponse: { ...NONE, ReDResponse: expect.anything() },
    });
    const { ReDResponse } = txn.FraudScreeningResponse;
    expect(Object.keys(ReDResponse as object)).toEqual(RED_MEMBERS);
    for (const member of RED_MEMBERS) expect(ReDResponse[member]).toEqual(expect.any(String));
    expect(ReDResponse).toMatchObject({ FRAUD_STAT_CD: 'ACCEPT', ORD_ID: txn.TxnNumber });
    // The result is the same in both versions, and a refund has none of its own.
    for (const other of ['v2', 'v3'] as const) {
      const again = (await new RestCaller(service, other).get(txn.TxnNumber)).TxnResp;
      expect(again.FraudScreeningResponse).toEqual(txn.FraudScreeningResponse);
    }
    expect((await api.follow('refund', txn, 100)).FraudScreeningResponse).toEqual(NONE);
  });

  it.each(ROUTES)('%s: PerformFraudScreening may be text', async (route) => {
    expect((await paid(route, 'FRAUD REVIEW', asked('True'))).FraudScreeningResponse.ReDResponse).not.toBeNull();
    expect((await paid(route, 'FRAUD REVIEW', asked('false'))).FraudScreeningResponse).toEqual(NONE);
  });

  it.each(ROUTES)('%s: FRAUD REVIEW asks for a manual review, and the bank is asked anyway', async (route) => {
    const txn = await paid(route, 'FRAUD REVIEW', asked());
    expect(txn).toMatchObject({
      ResponseCode: '0',
      FraudScreeningResponse: { TxnRejected: false, ReDResponse: { FRAUD_STAT_CD: 'CHALLENGE' } },
    });
  });

  it.each(ROUTES)('%s: FRAUD REJECT is refused before the bank', async (route) => {
    const txn = await paid(route, 'fraud reject', asked());
    expect(txn).toMatchObject({
      ResponseCode: 'PT_V18',
      ResponseText: 'Payment failed anti fraud rule validation',
      BankResponseCode: null,
      AuthoriseId: null,
      RRN: null,
      CardDetails: { MaskedCardNumber: '512345...346' },
      FraudScreeningResponse: { TxnRejected: true, ReDResponse: { FRAUD_STAT_CD: 'DENY' } },
    });
    expect((await api.follow('refund', txn, 100)).ResponseCode).toBe('PT_R2');
  });

  it.each(ROUTES)('%s: without a request nothing is screened and nothing is rejected', async (route) => {
    for (const members of [{}, { FraudScreeningRequest: null }, { FraudScreeningRequest: {} }, asked(false)]) {
      expect((await paid(route, 'FRAUD REVIEW', members)).FraudScreeningResponse).toEqual(NONE);
      expect(await paid(route, 'FRAUD REJECT', members)).toMatchObject({
        ResponseCode: '0',
        FraudScreeningResponse: NONE,
      });
    }
  });

  it.each(ROUTES)('%s: a merchant’s own anti-fraud rule refuses with or without a screening', async (route) => {
    const refused = { ResponseCode: 'PT_V18', BankResponseCode: null, AuthoriseId: null };
    expect(await paid(route, 'ANTI FRAUD RULE', {})).toMatchObject({ ...refused, FraudScreeningResponse: NONE });
    expect(await paid(route, 'anti fraud rule', asked())).toMatchObject({
      ...refused,
      CardDetails: { MaskedCardNumber: '512345...346' },
      FraudScreeningResponse: { TxnRejected: false, ReDResponse: { FRAUD_STAT_CD: 'ACCEPT' } },
    });
  });

  it('FraudScreeningDeviceFingerPrint alone in the key’s terms requests a screening in version 2 only', async () => {
    const txn = await paid('T4', 'FRAUD REVIEW', { FraudScreeningDeviceFingerPrint: 'device-1' });
    expect(txn.FraudScreeningResponse.ReDResponse === null).toBe(version === 'v3');
  });

  it('a token with the holder FRAUD REJECT is refused too, with its card', async () => {
    const card = { ...CARD, CardHolderName: 'FRAUD REJECT' };
    const { DVTokenResp } = await api.server('POST', '/dvtokens/', { DVTokenReq: { Crn1: 'c', CardDetails: card } });
    const txn = await api.made({ ...asked(), CardDetails: { CardNumber: DVTokenResp.DVToken } });
    expect(txn).toMatchObject({
      ResponseCode: 'PT_V18',
      CardDetails: { CardHolderName: 'FRAUD REJECT', MaskedCardNumber: '512345...346' },
      FraudScreeningResponse: { TxnRejected: true, ReDResponse: { FRAUD_STAT_CD: 'DENY' } },
    });
  });
});
