/**
 * P51: An amount is never rounded in silence, and never one of two: a client reads an answer with any 64-bit amount, the
 * sandbox says which amounts it does not take, and JSON in which a member is repeated is refused by both and by the signer.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient, type RestClient } from '../../src/service/index.js';
import { toEntry, toEntryRow } from '../../src/signer/node/rows.js';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import { createShop } from '../signer/shop.js';
import { startService, type Service } from '../signer/service-on-a-port.js';

/** An even number of JavaScript, and the odd one beside it that a number cannot hold. */
const ODD = '9007199254740993';
const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const basic = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');

describe('P51', { timeout: 60_000 }, () => {
  let sandbox: Service;
  /** Answers every call with what is set. */
  let other: Server;
  let body = '';
  let client: RestClient;
  let url: string;

  beforeAll(async () => {
    sandbox = await startService();
    other = createServer((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json').end(body);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    client = createRestClient({ ...credentials, baseUrl: url, version: 'v3' });
  });
  afterAll(async () => {
    other.closeAllConnections();
    other.close();
    await sandbox.close();
  });

  const answer = (members: string) =>
    `{"APIResponse":{"ResponseCode":0,"ResponseText":"Success"},"TxnResp":{"TxnNumber":"1042","ResponseCode":"0",${members}}}`;
  const pay = async (members: string) => {
    const response = await fetch(`${sandbox.url}/webapi/v3/txns/`, {
      method: 'POST',
      headers: { authorization: basic, 'content-type': 'application/json' },
      body: `{"TxnReq":{"Action":"payment","Crn1":"exact","TestMode":true,"CardDetails":{"CardNumber":"5123456789012346","ExpiryDate":"0542"},${members}}}`,
    });
    return (await response.json()) as { APIResponse: { ResponseCode: number; ResponseText: string }; TxnResp: object };
  };

  it('holds in a client: a large amount is a bigint, all others stay numbers', async () => {
    body = answer(`"Currency":"AUD","Amount":${ODD},"AmountSurcharge":-${ODD},"AmountOriginal":19900`);
    expect(await client.getTransaction('1042')).toMatchObject({
      Amount: BigInt(ODD),
      AmountSurcharge: -BigInt(ODD),
      AmountOriginal: 19_900,
    });
    body = answer('"Amount":9007199254740991');
    expect(await client.getTransaction('1042')).toMatchObject({ Amount: 9_007_199_254_740_991 });
  });

  it('holds in the command, for people and for programs', async () => {
    body = answer(`"Currency":"AUD","Amount":${ODD}`);
    const env = {
      FLORIN_BASE_URL: url,
      FLORIN_USERNAME: 'demo-api',
      FLORIN_PASSWORD: 'Demo-Password-1',
      FLORIN_MERCHANT_NUMBER: '5353109000000000',
    };
    const shown = await waitForEnd(spawnFlorin(['txn', 'get', '1042'], undefined, env));
    expect(shown.out).toContain('90071992547409.93 AUD');
    const json = await waitForEnd(spawnFlorin(['txn', 'get', '1042', '--json'], undefined, env));
    expect(json.out).toContain(`"Amount":${ODD},`);
  });

  it('holds in the sandbox: what it does not take it refuses, and says so', async () => {
    for (const large of [ODD, '9223372036854775807', '99999999999999999999']) {
      const { APIResponse, TxnResp } = await pay(`"Amount":${large}`);
      expect(APIResponse.ResponseCode).toBe(110);
      expect(APIResponse.ResponseText).toBe('Invalid amount (this sandbox accepts at most 9007199254740991)');
      expect(TxnResp).toBeNull();
    }
    expect((await pay('"Amount":9007199254740900')).TxnResp).toMatchObject({ Amount: 9_007_199_254_740_900 });
  });

  it('holds in the ledger of the signer: a transaction is kept with the amount that it has', () => {
    const txn = { TxnNumber: '1042', Amount: BigInt(ODD), AmountSurcharge: 5 };
    const entry = { txnNumber: '1042', claimId: 'a', order: '1042', differences: ['Amount'], current: null, txn };
    const kept = { ...entry, kind: 'mismatch', recordedAt: 1, notice: 'due', noticeAt: 1, noticeTries: 0 } as const;
    expect(toEntry(toEntryRow(kept as never)).txn).toEqual(txn);
  });

  it('holds for members that stand twice: sandbox, client and signer refuse them', async () => {
    const { APIResponse } = await pay('"Amount":19900,"Amount":1');
    expect(APIResponse.ResponseText).toBe('Invalid request payload (a member is repeated)');
    body = answer('"Amount":19900,"Amount":1');
    await expect(client.getTransaction('1042')).rejects.toMatchObject({ code: 'service_unreachable' });
    const shop = createShop({ ...credentials, baseUrl: sandbox.url });
    expect(await shop.post('authkey', '{"order":"1042"}')).toMatchObject({ status: 200 });
    expect(await shop.post('authkey', '{"order":"1","order":"1042"}')).toMatchObject({ status: 400 });
  });
});
