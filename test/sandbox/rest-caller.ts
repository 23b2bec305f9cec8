/** Calls the REST interface like a merchant's server and a browser, with valid bodies. */
import { expect } from 'vitest';
import type { ServiceUnderTest } from './service-under-test.js';

export function credentials(user = 'demo-api', merchant = '5353109000000000', password = 'Demo-Password-1'): string {
  return Buffer.from(`${user}|${merchant}:${password}`).toString('base64');
}

/** A parsed JSON body of any shape. */
export type Json = ReturnType<typeof JSON.parse>;

export const CARD = {
  CardHolderName: 'Jane Citizen',
  CardNumber: '5123456789012346',
  Cvn: '123',
  ExpiryDate: '0530',
};

export const BROWSER_CARD = {
  CardHolderName: 'Jane Citizen',
  CardNumber: '5123456789012346',
  Cvn: '123',
  ExpiryDateMonth: '05',
  ExpiryDateYear: '30',
};

export const PAYMENT = {
  Action: 'payment',
  TestMode: true,
  Amount: 19_900,
  Currency: 'AUD',
  Crn1: 'order 1042',
  Type: 'internet',
  SubType: 'single',
  CardDetails: CARD,
};

export const TERMS = {
  Action: 'payment',
  TestMode: true,
  Amount: 19_900,
  Currency: 'AUD',
  Crn1: 'order 1042',
  Type: 'internet',
  SubType: 'single',
};

/** A caller of one version of the interface. */
export class RestCaller {
  readonly #service: ServiceUnderTest;
  readonly #base: string;
  readonly authorization: string;

  constructor(service: ServiceUnderTest, version: 'v2' | 'v3' = 'v3', authorization = credentials()) {
    this.#service = service;
    this.#base = `/webapi/${version}`;
    this.authorization = authorization;
  }

  /** Any call. A string body is sent unchanged, any other as JSON. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Json> {
    const response = await this.send(method, path, body, headers);
    expect(response.status).toBe(200);
    return response.json();
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    init: RequestInit = {},
  ): Promise<Response> {
    return this.#service.fetch(this.#base + path, {
      ...init,
      method,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  server(method: string, path: string, body?: unknown): Promise<Json> {
    return this.call(method, path, body, { Authorization: this.authorization });
  }

  /** T1 with a valid payment and the given members. */
  process(members: object = {}): Promise<Json> {
    return this.server('POST', '/txns/', { TxnReq: { ...PAYMENT, ...members } });
  }

  /** T1. Returns the transaction; fails without one. */
  async made(members: object = {}): Promise<Json> {
    const { APIResponse, TxnResp } = await this.process(members);
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return TxnResp;
  }

  /** T1 on an earlier transaction. */
  follow(
    Action: string,
    original: { readonly TxnNumber: string },
    Amount: number,
    members: object = {},
  ): Promise<Json> {
    return this.made({ Action, Amount, OriginalTxnNumber: original.TxnNumber, CardDetails: null, ...members });
  }

  get(txnNumber: string): Promise<Json> {
    return this.server('GET', `/txns/${txnNumber}`);
  }

  search(SearchInput: object = {}): Promise<Json> {
    return this.server('POST', '/txns/search', { SearchInput });
  }

  /** T4. Returns the whole response. */
  askKey(members: object = {}, others: object = {}): Promise<Json> {
    return this.server('POST', '/txns/processtxnauthkey', { ProcessTxnData: { ...TERMS, ...members }, ...others });
  }

  /** T4. Returns the key; fails without one. */
  async key(members: object = {}, others: object = {}): Promise<string> {
    const { APIResponse, AuthKey } = await this.askKey(members, others);
    expect(APIResponse).toEqual({ ResponseCode: 0, ResponseText: 'Success' });
    return AuthKey as string;
  }

  /** T5 like a browser, without credentials. */
  submit(authKey: string, card: object | null = {}, members: object = {}): Promise<Json> {
    const CardDetails = card && { ...BROWSER_CARD, ...card };
    return this.call('POST', `/txns/withauthkey/${authKey}`, { TxnReq: { CardDetails, ...members } });
  }

  result(resultKey: string): Promise<Json> {
    return this.server('GET', `/txns/withauthkey/${resultKey}`);
  }
}
