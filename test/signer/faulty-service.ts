/**
 * A small payment service over HTTP that can do what the sandbox cannot: lose answers, send HTML or half an answer,
 * and return false transactions. It implements T2, T3, T4, T5 and T8 of docs/wire/rest.md in memory. It checks no
 * fields: the sandbox does.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../support/listen.js';

export type Call = 'T2' | 'T3' | 'T4' | 'T5' | 'T8';

/**
 * - `lost_request`: the connection breaks before anything is done.
 * - `lost_answer`: all is done, then the connection breaks.
 * - `html`, `half`, `empty`: done, and answered with something that is no answer.
 * - `unavailable`, `unauthorised`: API code 900 or 1, nothing is done.
 */
export type Fault = 'lost_request' | 'lost_answer' | 'html' | 'half' | 'empty' | 'unavailable' | 'unauthorised';

export type Txn = Record<string, unknown> & { TxnNumber: string; MerchantReference: string; ResponseCode: unknown };

interface Key {
  readonly terms: Record<string, unknown>;
  readonly redirectionUrl: string;
  txn?: Txn;
  resultKey?: string;
}

export interface Card {
  /**
   * `DECLINED` is declined with 51, `LATE` is declined with 68, `PENDING` and `REFUSED` end without the bank, all else is
   * approved.
   */
  readonly holder?: string;
}

export interface FaultyService {
  readonly url: string;
  /** The number of calls of each kind, failed ones included. */
  readonly calls: Record<Call, number>;
  readonly txns: readonly Txn[];
  /** The bodies of T4 as they came. */
  readonly keyRequests: readonly {
    ProcessTxnData: Record<string, unknown>;
    RedirectionUrl: string;
    WebHookUrl?: string;
  }[];
  /** The clock of its `Date` headers: `createShop` sets that of the shop. */
  clock: { now(): number };
  /** Changes the headers of an answer. */
  alterHeaders: (headers: Record<string, string>, call: Call) => Record<string, string>;
  /** Decides what goes wrong with a call. */
  fault: (call: Call) => Fault | undefined;
  /** Changes a transaction in T2, T3 and T8 before it is answered. */
  alter: (txn: Txn) => Record<string, unknown>;
  /** The API code with which T4 refuses a request, if any. */
  refuseKey: (terms: Record<string, unknown>) => number | undefined;
  /** Milliseconds that T4 takes. */
  keyDelay: number;
  /** What T4 waits for besides. */
  beforeKey: () => Promise<void>;
  /** What T3 waits for after its search, before it answers. */
  beforeFound: (input: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Submits a card as a browser does (T5). Rejects when the answer is lost. */
  pay(authKey: string, card?: Card): Promise<{ code: number; resultKey: string | null; redirectionUrl: string | null }>;
  close(): Promise<void>;
}

const ACCOUNT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };

/** Options for `createSigner`: the account at this service. */
export function accountAt(service: { readonly url: string }) {
  return { baseUrl: service.url, ...ACCOUNT };
}

const running = new Map<string, FaultyService>();

/** The running service at a URL, if it is one of these. */
export function faultyServiceAt(url: string): FaultyService | undefined {
  return running.get(url);
}

export async function startFaultyService(): Promise<FaultyService> {
  const keys = new Map<string, Key>();
  const byResultKey = new Map<string, Txn>();
  const txns: Txn[] = [];
  const keyRequests: FaultyService['keyRequests'][number][] = [];
  let number = 1000;

  const answerT4 = (body: Record<string, unknown>) => {
    const request = body as unknown as FaultyService['keyRequests'][number];
    const refusal = service.refuseKey(request.ProcessTxnData);
    if (refusal !== undefined) return refusal;
    keyRequests.push(request);
    const authKey = randomUUID();
    keys.set(authKey, { terms: request.ProcessTxnData, redirectionUrl: request.RedirectionUrl });
    return { AuthKey: authKey };
  };
  const answerT5 = (authKey: string, body: Record<string, unknown>) => {
    const key = keys.get(authKey);
    if (!key) return 206;
    if (key.txn) return 207;
    const { TxnReq } = body as { TxnReq?: { CardDetails?: { CardHolderName?: string } } };
    key.txn = makeTxn(String((number += 1)), key.terms, TxnReq?.CardDetails?.CardHolderName ?? '');
    key.resultKey = randomUUID();
    txns.unshift(key.txn);
    byResultKey.set(key.resultKey, key.txn);
    return {
      ResultKey: key.resultKey,
      RedirectionUrl: `${key.redirectionUrl}&ResponseCode=0&ResponseText=Success&ResultKey=${key.resultKey}`,
    };
  };
  const answerT3 = (body: Record<string, unknown>) => {
    const { MerchantReference = null, Crn1 = null } = body['SearchInput'] as Record<string, string | null>;
    const found = txns.filter(
      (txn) =>
        (MerchantReference === null || txn.MerchantReference === MerchantReference) &&
        (Crn1 === null || txn['Crn1'] === Crn1),
    );
    return found.length > 0 ? { TxnRespList: found.map((txn) => service.alter(txn)) } : 209;
  };
  const answer = (call: Call, path: string, body: Record<string, unknown>): Record<string, unknown> | number => {
    const last = path.split('/').at(-1) ?? '';
    if (call === 'T4') return answerT4(body);
    if (call === 'T5') return answerT5(last, body);
    if (call === 'T3') return answerT3(body);
    const txn = call === 'T8' ? byResultKey.get(last) : txns.find((each) => each.TxnNumber === last);
    return txn ? { TxnResp: service.alter(txn) } : call === 'T8' ? 206 : 201;
  };

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const call = callOf(request.method ?? '', path);
    if (!call) return response.writeHead(404).end('{"Message":"no"}');
    service.calls[call] += 1;
    response.sendDate = false;
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const fault = service.fault(call);
    if (fault === 'lost_request') return response.destroy();
    if (fault === 'unavailable') return send(response, 900, {});
    if (fault === 'unauthorised') return send(response, 1, {});
    if (call === 'T4' && service.keyDelay > 0) await new Promise((resolve) => setTimeout(resolve, service.keyDelay));
    if (call === 'T4') await service.beforeKey();
    const sent = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const answered = answer(call, path, sent);
    if (call === 'T3') await service.beforeFound(sent['SearchInput'] as Record<string, unknown>);
    switch (fault) {
      case 'lost_answer':
        return response.destroy();
      case 'html':
        return response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      case 'half':
        return response.writeHead(200, { 'content-length': '5000' }).write('{"APIResponse":{"Resp', () => {
          response.destroy();
        });
      case 'empty':
        return response.writeHead(200, { 'content-type': 'application/json' }).end();
      case undefined: {
        const date = new Date(service.clock.now()).toUTCString();
        return send(response, answered, service.alterHeaders({ date }, call));
      }
    }
  };

  const url = await listenOnLoopback(server);
  const service: FaultyService = {
    url,
    calls: { T2: 0, T3: 0, T4: 0, T5: 0, T8: 0 },
    txns,
    keyRequests,
    clock: { now: () => Date.now() },
    alterHeaders: (headers) => headers,
    fault: () => undefined,
    alter: (txn) => txn,
    refuseKey: () => undefined,
    keyDelay: 0,
    beforeKey: () => Promise.resolve(),
    beforeFound: () => Promise.resolve(),
    async pay(authKey, { holder = 'A BUYER' } = {}) {
      const CardDetails = { CardHolderName: holder, CardNumber: '5123456789012346', Cvn: '123' };
      const response = await fetch(`${url}/webapi/v3/txns/withauthkey/${authKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ TxnReq: { CardDetails } }),
      });
      const body = (await response.json()) as Record<string, unknown> & { APIResponse: { ResponseCode: number } };
      return {
        code: body.APIResponse.ResponseCode,
        resultKey: (body['ResultKey'] as string | undefined) ?? null,
        redirectionUrl: (body['RedirectionUrl'] as string | undefined) ?? null,
      };
    },
    async close() {
      running.delete(url);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  running.set(url, service);
  return service;
}

/** Which call of docs/wire/rest.md a request is. */
export function callOf(method: string, path: string): Call | undefined {
  if (method === 'POST' && path.endsWith('/txns/processtxnauthkey')) return 'T4';
  if (method === 'POST' && path.endsWith('/txns/search')) return 'T3';
  if (path.includes('/txns/withauthkey/')) return method === 'POST' ? 'T5' : 'T8';
  return method === 'GET' && path.includes('/txns/') ? 'T2' : undefined;
}

function send(
  response: ServerResponse,
  answer: Record<string, unknown> | number,
  headers: Record<string, string>,
): ServerResponse {
  const code = typeof answer === 'number' ? answer : 0;
  const APIResponse = { ResponseCode: code, ResponseText: code === 0 ? 'Success' : 'Refused' };
  const body = typeof answer === 'number' ? { APIResponse } : { APIResponse, ...answer };
  const type = 'application/json; charset=utf-8';
  return response.writeHead(200, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

const CODES: Readonly<Record<string, readonly [code: string, bank: string | null, text: string]>> = {
  DECLINED: ['5', '51', 'Declined'],
  LATE: ['3', '68', 'Declined'],
  PENDING: ['P', null, 'Transaction is pending'],
  REFUSED: ['PT_V18', null, 'Payment failed anti fraud rule validation'],
};

function makeTxn(txnNumber: string, terms: Record<string, unknown>, holder: string): Txn {
  const [code, bank, text] = CODES[holder] ?? ['0', '00', 'Approved'];
  return {
    Action: terms['Action'],
    Amount: terms['Amount'],
    AmountOriginal: null,
    AmountSurcharge: null,
    AuthoriseId: code === '0' ? '123456' : null,
    BankResponseCode: bank,
    BillerCode: terms['BillerCode'] ?? null,
    CardDetails: { CardHolderName: holder, ExpiryDate: '0542', MaskedCardNumber: '512345...346' },
    CardType: 'MC',
    Crn1: terms['Crn1'],
    Crn2: terms['Crn2'] ?? null,
    Crn3: terms['Crn3'] ?? null,
    Currency: bank ? terms['Currency'] : null,
    IsTestTxn: terms['TestMode'],
    MerchantNumber: ACCOUNT.merchantNumber,
    MerchantReference: String(terms['MerchantReference']),
    OriginalTxnNumber: null,
    ProcessedDateTime: '2026-11-21T18:30:15.1230000',
    ReceiptNumber: `7000000${txnNumber}`,
    ResponseCode: code,
    ResponseText: text,
    TxnNumber: txnNumber,
    Type: 'internet',
  };
}
