import { describe, expect, expectTypeOf, it } from 'vitest';
import { capture, createRestClient, refund, reverse, tokenise } from '../../src/service/index.js';
import type { FollowUp, RestClient, Tokenisation, TxnResp, TxnRespV2 } from '../../src/service/index.js';
import process from '../vectors/rest-process-txn.json' with { type: 'json' };
import { answerJson, pretendService } from './pretend-service.js';

const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };

function clientOf(baseUrl: string): RestClient {
  return createRestClient({ baseUrl, version: 'v3', ...credentials });
}

const followUp: FollowUp = {
  originalTxnNumber: '1042',
  amount: { minor: 500, currency: 'AUD' },
  reference: 'refund 1 of order 1042',
  testMode: true,
};

const tokenisation: Tokenisation = {
  action: 'verify_only',
  amount: { minor: 0, currency: 'NZD' },
  card: { CardNumber: '4987654321098769', ExpiryDate: '0528' },
  crn1: 'customer 7',
  reference: 'card of customer 7, try 1',
  testMode: true,
};

describe.each([
  ['refund', 'refund', refund],
  ['capture', 'capture', capture],
  ['reverse', 'reversal', reverse],
] as const)('%s', (_name, Action, act) => {
  it(`sends one ${Action} with amount, currency and reference`, async () => {
    const service = await pretendService(answerJson(process.v3.answer));
    const txn = await act(clientOf(service.url), followUp);
    expectTypeOf(txn).toEqualTypeOf<TxnResp>();
    expect(txn).toMatchObject({ ResponseCode: '2', TxnNumber: '1043' });
    expect(service.received.map(({ body }) => body)).toEqual([
      `{"TxnReq":{"Action":"${Action}","Amount":500,"Currency":"AUD","MerchantReference":"refund 1 of order 1042","OriginalTxnNumber":"1042","TestMode":true}}`,
    ]);
  });

  it('sends an amount of a currency without decimals as it is', async () => {
    const service = await pretendService(answerJson(process.v3.answer));
    await act(clientOf(service.url), { ...followUp, amount: { minor: 1_500, currency: 'JPY' }, testMode: false });
    expect(service.received[0]?.body).toContain('"Amount":1500,"Currency":"JPY"');
    expect(service.received[0]?.body).toContain('"TestMode":false');
  });

  it('is not repeated when the answer is lost', async () => {
    const service = await pretendService((_response, request) => request.socket.destroy());
    await expect(act(clientOf(service.url), followUp)).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(service.received).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['nothing', { amount: { minor: 0, currency: 'AUD' } }],
    ['less than nothing', { amount: { minor: -500, currency: 'AUD' } }],
    ['half a cent', { amount: { minor: 0.5, currency: 'AUD' } }],
    ['no number', { amount: { minor: Number.NaN, currency: 'AUD' } }],
    ['a currency that is none', { amount: { minor: 500, currency: 'XXZ' } }],
    ['no currency', { amount: { minor: 500 } }],
    ['no reference', { reference: '' }],
    ['a blank reference', { reference: ' ' }],
    ['a long reference', { reference: 'x'.repeat(51) }],
    ['no original', { originalTxnNumber: '' }],
    ['no word on test mode', { testMode: undefined }],
  ])('refuses %s before anything is sent', async (_what, wrong) => {
    const service = await pretendService(answerJson(process.v3.answer));
    const outcome: unknown = await act(clientOf(service.url), { ...followUp, ...wrong }).catch(
      (error: unknown) => error,
    );
    expect(outcome instanceof TypeError || outcome instanceof RangeError).toBe(true);
    expect(service.received).toHaveLength(0);
  });

  it("returns version 2's transaction with a client of version 2, and stops by a signal", async () => {
    const service = await pretendService(answerJson(process.v2.answer));
    const client = createRestClient({ baseUrl: service.url, version: 'v2', ...credentials });
    const txn = await act(client, followUp);
    expectTypeOf(txn).toEqualTypeOf<TxnRespV2>();
    expect(txn).toMatchObject({ TxnNumber: process.v2.answer.TxnResp.TxnNumber });
    await expect(act(client, followUp, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });
});

describe('tokenise', () => {
  it.each(['payment', 'preauth', 'verify_only'] as const)('sends one %s that asks for a token', async (action) => {
    const service = await pretendService(answerJson(process.v3.answer));
    const minor = action === 'verify_only' ? 0 : 100;
    await tokenise(clientOf(service.url), { ...tokenisation, action, amount: { minor, currency: 'NZD' } });
    expect(service.received.map(({ body }) => body)).toEqual([
      `{"TxnReq":{"Action":"${action}","Amount":${minor},"CardDetails":{"CardNumber":"4987654321098769","ExpiryDate":"0528"},"Crn1":"customer 7","Currency":"NZD","MerchantReference":"card of customer 7, try 1","TestMode":true,"TokenisationMode":3}}`,
    ]);
  });

  it.each<[string, object]>([
    ['a verification that takes money', { amount: { minor: 1, currency: 'NZD' } }],
    ['a payment of nothing', { action: 'payment' }],
    ['no currency', { amount: { minor: 0 } }],
    ['no reference', { reference: '' }],
    ['no word on test mode', { testMode: undefined }],
    ['a member of the card that the wire does not know', { card: { Number: '4987654321098769' } }],
  ])('refuses %s before anything is sent', async (_what, wrong) => {
    const service = await pretendService(answerJson(process.v3.answer));
    const outcome: unknown = await tokenise(clientOf(service.url), { ...tokenisation, ...wrong }).catch(
      (error: unknown) => error,
    );
    expect(outcome instanceof TypeError || outcome instanceof RangeError).toBe(true);
    expect(String(outcome)).not.toContain('4987654321098769');
    expect(service.received).toHaveLength(0);
  });
});
