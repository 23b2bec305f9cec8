/**
 * P51: an amount is never rounded silently, and never ambiguous: a client reads an answer with any 64-bit amount, the sandbox
 * refuses amounts that it cannot store, and both and the signer refuse JSON with a repeated member.
 */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestClient, type RestClient } from '../../src/service/index.js';
import { toEntry, toEntryRow } from '../../src/signer/sql/rows.js';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import {
  CARD_FIELDS,
  encodeForm,
  FormCaller,
  readRedirect,
  RETURN_URL,
  typeIntoFrame,
} from '../sandbox/form-caller.js';
import { BROWSER_CARD } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createShop } from '../signer/shop.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { listenOnLoopback } from '../support/listen.js';

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
    });
    url = await listenOnLoopback(other);
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

  it('in a client: a large amount is a bigint, all others are numbers', async () => {
    body = answer(`"Currency":"AUD","Amount":${ODD},"AmountSurcharge":-${ODD},"AmountOriginal":19900`);
    expect(await client.getTransaction('1042')).toMatchObject({
      Amount: BigInt(ODD),
      AmountSurcharge: -BigInt(ODD),
      AmountOriginal: 19_900,
    });
    body = answer('"Amount":9007199254740991');
    expect(await client.getTransaction('1042')).toMatchObject({ Amount: 9_007_199_254_740_991 });
  });

  it('in the command, as text and as JSON', async () => {
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

  it('in the sandbox: it refuses amounts that it cannot store, and says so', async () => {
    for (const large of [ODD, '9223372036854775807', '99999999999999999999']) {
      const { APIResponse, TxnResp } = await pay(`"Amount":${large}`);
      expect(APIResponse.ResponseCode).toBe(110);
      expect(APIResponse.ResponseText).toBe('Invalid amount (this sandbox accepts at most 9007199254740991)');
      expect(TxnResp).toBeNull();
    }
    expect((await pay('"Amount":9007199254740900')).TxnResp).toMatchObject({ Amount: 9_007_199_254_740_900 });
  });

  it('for the amount of a browser, in every call', async () => {
    const service = await inProcess.open();
    const shop = new FormCaller(service, 'v3');
    const keyOf = (Amount: number | null = null) => shop.key({ Amount }, { RedirectionUrl: RETURN_URL });
    const send = async (path: string, member: string, headers = {}) => {
      const CardDetails = JSON.stringify(BROWSER_CARD);
      return (await shop.call('POST', path, `{"TxnReq":{"CardDetails":${CardDetails},${member}}}`, headers))
        .APIResponse;
    };
    const limit = ' (this sandbox accepts at most 9007199254740991)';
    // Texts and forms have major units.
    const texts = ['90071992547409.92', '90,071,992,547,409.92', '99999999999999999999', '99999999999999999999.00'];
    for (const [member, text] of [
      ['Amount', 'Invalid amount'],
      ['AmountOriginal', 'Invalid original amount'],
      ['AmountSurcharge', 'Invalid surcharge amount'],
    ] as const) {
      for (const large of [ODD, '9223372036854775807', '1e300', ...texts.map((each) => JSON.stringify(each))]) {
        const key = await keyOf(member === 'Amount' ? null : 19_900);
        const { ResponseText } = await send(`/txns/withauthkey/${key}`, `"${member}":${large}`);
        expect(ResponseText, `${member} ${large}`).toBe(text + limit);
      }
    }
    for (const Amount of texts) {
      const key = await keyOf();
      const redirected = { ResponseCode: '110', ResponseText: `Invalid amount${limit}` };
      expect(readRedirect(await shop.webform(key, { Amount }))).toEqual(redirected);
      const { body } = encodeForm({ ...CARD_FIELDS, Amount }, 'urlencoded');
      expect(await shop.nv(`/txns/withauthkey/${key}.nv`, body)).toMatchObject(redirected);
    }
    for (const wrong of ['"90071992547409.9x"', '"12.345"', '1.5', '-1']) {
      const { ResponseText } = await send(`/txns/withauthkey/${await keyOf()}`, `"Amount":${wrong}`);
      expect(ResponseText, wrong).toBe('Invalid amount');
    }
    const framed = await keyOf();
    const typed = { CardNumber: '5123456789012346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
    await typeIntoFrame(service, `/webapi/v3/txns/iframe/${framed}`, typed);
    const headers = { Authorization: shop.authorization };
    const { ResponseText } = await send(`/txns/processiframetxn/${framed}`, `"Amount":${ODD}`, headers);
    expect(ResponseText).toBe(`Invalid amount${limit}`);
    const { ResponseCode } = await send(`/txns/withauthkey/${await keyOf()}`, '"Amount":"90071992547409.00"');
    expect(ResponseCode).toBe(0);
    await service.close();
  });

  it('in the ledger of the signer: a transaction keeps its amount', () => {
    const txn = { TxnNumber: '1042', Amount: BigInt(ODD), AmountSurcharge: 5 };
    const entry = { txnNumber: '1042', claimId: 'a', order: '1042', differences: ['Amount'], current: null, txn };
    const kept = { ...entry, kind: 'mismatch', recordedAt: 1, notice: 'due', noticeAt: 1, noticeTries: 0 } as const;
    expect(toEntry(toEntryRow(kept as never)).txn).toEqual(txn);
  });

  it('for repeated members: sandbox, client and signer refuse them', async () => {
    const { APIResponse } = await pay('"Amount":19900,"Amount":1');
    expect(APIResponse.ResponseText).toBe('Invalid request payload (a member is repeated)');
    body = answer('"Amount":19900,"Amount":1');
    await expect(client.getTransaction('1042')).rejects.toMatchObject({ code: 'service_unreachable' });
    const shop = createShop({ ...credentials, baseUrl: sandbox.url });
    expect(await shop.post('authkey', '{"order":"1042"}')).toMatchObject({ status: 200 });
    expect(await shop.post('authkey', '{"order":"1","order":"1042"}')).toMatchObject({ status: 400 });
  });
});
