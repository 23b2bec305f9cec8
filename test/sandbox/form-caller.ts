/** Posts forms like a browser, with the calls of the server and the frame. */
import { expect } from 'vitest';
import { BROWSER_CARD, type Json } from './rest-caller.js';
import type { ServiceUnderTest } from './service-under-test.js';
import { TokenCaller } from './token-caller.js';

/** The return URL, with the merchant's own query. */
export const RETURN_URL = 'https://shop.example/pay/return?order=a%20b&x';

const { Cvn, ...card } = BROWSER_CARD;
/** Section 4 of docs/wire/rest.md: a form has `CVN`. */
export const CARD_FIELDS: Readonly<Record<string, string>> = { ...card, CVN: Cvn };

/** How a form is encoded. */
export type Encoding = 'urlencoded' | 'multipart';

/** Names and values; a name may be repeated. */
export type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

const BOUNDARY = '----florin7MA4YWxkTrZu0gW';

/** Encodes a form like a browser. Returns body and content type. */
export function encodeForm(fields: Fields, encoding: Encoding): { readonly body: string; readonly type: string } {
  const pairs = Array.isArray(fields) ? (fields as readonly (readonly [string, string])[]) : Object.entries(fields);
  if (encoding === 'urlencoded') {
    return {
      body: new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString(),
      type: 'application/x-www-form-urlencoded',
    };
  }
  const parts = pairs.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--${BOUNDARY}--\r\n`, type: `multipart/form-data; boundary=${BOUNDARY}` };
}

/** A browser that posts forms, and the merchant's server beside it. */
export class FormCaller extends TokenCaller {
  /** Posts a raw body. */
  post(path: string, body: string, type: string): Promise<Response> {
    return this.send('POST', path, body, { 'Content-Type': type }, { redirect: 'manual' });
  }

  /** Posts a form below the version's prefix. */
  form(path: string, fields: Fields, encoding: Encoding = 'urlencoded'): Promise<Response> {
    const { body, type } = encodeForm(fields, encoding);
    return this.post(path, body, type);
  }

  /** T6 with a valid card and the given fields. */
  webform(key: string, fields: Readonly<Record<string, string>> = {}, encoding?: Encoding): Promise<Response> {
    return this.form(`/txns/withauthkey/${key}`, { ...CARD_FIELDS, ...fields }, encoding);
  }

  /** T7. Returns the pairs of the text. */
  async nv(path: string, body: string, type = ''): Promise<Readonly<Record<string, string>>> {
    const response = await this.post(path, body, type);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    return Object.fromEntries(text.split('&').map((pair) => pair.split('=').map(decodeURIComponent)));
  }

  /** T10 by the merchant's server. */
  processFrame(key: string, members: object = {}): Promise<Json> {
    return this.server('POST', `/txns/processiframetxn/${key}`, { TxnReq: members });
  }

  /** D11. */
  processTokenFrame(task: 'add' | 'update', key: string, members: object = {}): Promise<Json> {
    return this.server('POST', `/dvtokens/iframe/${task}/${key}`, { DVTokenReq: members });
  }
}

/** Reads a redirect: checks the merchant's URL and returns the parameters that the service added. */
export function readRedirect(response: Response, before = `${RETURN_URL}&`): Readonly<Record<string, string>> {
  expect(response.status).toBe(302);
  const location = response.headers.get('location') ?? '';
  expect(location.slice(0, before.length)).toBe(before);
  return Object.fromEntries(new URLSearchParams(location.slice(before.length)));
}

/** Posts input to the service's own frame like its page (T9, D13). Returns the result. */
export async function typeIntoFrame(
  { fetch }: Pick<ServiceUnderTest, 'fetch'>,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Json> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
  });
  expect(response.status).toBe(200);
  return response.json();
}
