import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { capture, createRestClient, refund, reverse, searchAllTransactions } from '../../src/service/index.js';
import type { PaymentReq, RestClient } from '../../src/service/index.js';

const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

function payment(Crn1: string, more: Partial<PaymentReq> = {}): PaymentReq {
  const CardDetails = { CardNumber: '4987654321098769', Cvn: '123', ExpiryDate: '0539' };
  return { Action: 'payment', Amount: 20_000, Currency: 'AUD', CardDetails, Crn1, TestMode: true, ...more };
}

describe.each(['v2', 'v3'] as const)('the sandbox, by version %s,', (version) => {
  const client = () =>
    createRestClient({ baseUrl: sandbox.url, version, timeoutSeconds: 60, ...credentials }) as RestClient;
  const followUp = (originalTxnNumber: string | undefined, minor: number, reference: string) => ({
    originalTxnNumber: originalTxnNumber ?? '',
    amount: { minor, currency: 'AUD' },
    reference: `${reference} ${version}`,
    testMode: true,
  });

  it('returns its status', async () => {
    expect(await client().status()).toBeUndefined();
  });

  it('makes a payment, finds it by number and by search, and refunds a part', async () => {
    const paid = await client().processTransaction(payment(`paid ${version}`));
    expect(paid).toMatchObject({ ResponseCode: '0', Amount: 20_000, Currency: 'AUD', IsTestTxn: true });
    expect(await client().getTransaction(paid.TxnNumber ?? '')).toEqual(paid);
    expect(await client().searchTransactions({ Crn1: `paid ${version}` })).toEqual([paid]);

    const refunded = await refund(client(), followUp(paid.TxnNumber, 5_000, 'refund'));
    expect(refunded).toMatchObject({ ResponseCode: '0', Action: 'refund', OriginalTxnNumber: paid.TxnNumber });
    // The reference finds it when the answer is lost.
    const [found] = await client().searchTransactions({ MerchantReference: `refund ${version}` });
    expect(found?.TxnNumber).toBe(refunded.TxnNumber);
    const tooMuch = await refund(client(), followUp(paid.TxnNumber, 15_100, 'too much'));
    expect(tooMuch.ResponseCode).toBe('PT_R5');
  });

  it('captures a preauth once, and reverses a payment once', async () => {
    const held = await client().processTransaction(payment(`held ${version}`, { Action: 'preauth' }));
    expect((await capture(client(), followUp(held.TxnNumber, 15_000, 'capture'))).ResponseCode).toBe('0');
    expect((await capture(client(), followUp(held.TxnNumber, 5_000, 'capture 2'))).ResponseCode).toBe('PT_R6');

    const paid = await client().processTransaction(payment(`undone ${version}`));
    expect((await reverse(client(), followUp(paid.TxnNumber, 20_000, 'reverse'))).ResponseCode).toBe('0');
    expect((await reverse(client(), followUp(paid.TxnNumber, 20_000, 'reverse 2'))).ResponseCode).toBe('PT_R8');
  });

  it('declines by an answer, and refuses by an error', async () => {
    expect(await client().processTransaction(payment('declined', { Amount: 20_051 }))).toMatchObject({
      ResponseCode: '5',
      BankResponseCode: '51',
    });
    const CardDetails = { CardNumber: '1234567890', ExpiryDate: '0539' };
    const refused = client().processTransaction(payment('refused', { CardDetails }));
    await expect(refused).rejects.toMatchObject({ code: 'api_rejected', apiCode: 112 });
    await expect(client().getTransaction('999999999')).rejects.toMatchObject({ code: 'api_rejected' });
  });

  it('creates an AuthKey without a result before a browser uses it', async () => {
    const ProcessTxnData = { Action: 'payment', Amount: 100, Crn1: 'key', Currency: 'AUD', TestMode: true } as const;
    const key = await client().createAuthKey({ ProcessTxnData, RedirectionUrl: 'https://shop.example/return' });
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    await expect(client().getResult(key)).rejects.toMatchObject({ code: 'api_rejected', apiCode: 206 });
  });

  it('returns an empty list when nothing is found', async () => {
    expect(await client().searchTransactions({ Crn1: 'nobody' })).toEqual([]);
  });

  it('refuses a wrong password with code 1', async () => {
    const stranger = createRestClient({ baseUrl: sandbox.url, version, ...credentials, password: 'wrong' });
    await expect(stranger.status()).rejects.toMatchObject({ code: 'api_rejected', apiCode: 1 });
  });
});

it('a search for everything continues past the first 1,000 of the sandbox', async () => {
  const client = createRestClient({ baseUrl: sandbox.url, version: 'v3', timeoutSeconds: 60, ...credentials });
  const made = new Set<string | undefined>();
  for (let minute = 0; minute < 6; minute += 1) {
    const burst = Array.from({ length: 200 }, () => client.processTransaction(payment('many')));
    for (const { TxnNumber } of await Promise.all(burst)) made.add(TxnNumber);
    await sandbox.control.advanceClock(60);
  }
  expect(await client.searchTransactions({ Crn1: 'many' })).toHaveLength(1_000);

  const now = Date.now();
  const range = {
    FromDate: new Date(now - 3_600_000).toISOString(),
    ToDate: new Date(now + 3_600_000).toISOString(),
  };
  const found: (string | undefined)[] = [];
  for await (const { TxnNumber } of searchAllTransactions(client, { ...range, Crn1: 'many' })) found.push(TxnNumber);
  expect(found).toHaveLength(1_200);
  expect(new Set(found)).toEqual(made);
});
