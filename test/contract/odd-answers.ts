/**
 * Answers in another form than documented, one change at a time, for any call of a server: `stand.test.ts` asks whether clients,
 * signer and command line stand them. Unlike `deviations.ts`, none is a rule that a facility could have on purpose.
 */
import { gzipSync } from 'node:zlib';
import type { Deviate } from './deviations/deviation.js';

export interface OddAnswer {
  readonly fact: string;
  readonly deviate: Deviate;
}

/** What of an answer may be replaced. The body is bytes: some changes are none of text. */
interface Draft {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const PAGE = '<!doctype html><title>Error</title><h1>Service unavailable</h1>';
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

function odd(fact: string, change: (draft: Draft) => Partial<Draft> | Response, isOf = /./): OddAnswer {
  return {
    fact,
    deviate: (fetch) => async (request) => {
      const { pathname } = new URL(request.url);
      const response = await fetch(request);
      // A browser's own call is left alone: how the signer stands its answer is another test's matter.
      const isBrowsers = request.method === 'POST' && /\/withauthkey\//i.test(pathname);
      if (isBrowsers || !isOf.test(pathname)) return response;
      const draft = {
        status: response.status,
        headers: new Headers(response.headers),
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
      draft.headers.delete('content-length');
      const changed = change(draft);
      if (changed instanceof Response) return changed;
      const { status, headers, bytes } = { ...draft, ...changed };
      return new Response(status === 204 ? null : bytes, { status, headers });
    },
  };
}

const retyped = (type: string, { headers }: Draft) => {
  const copy = new Headers(headers);
  copy.set('content-type', type);
  return copy;
};
const page = (status: number) =>
  odd(`an HTML page with ${status}`, (draft) => ({
    status,
    headers: retyped('text/html', draft),
    bytes: bytesOf(PAGE),
  }));

/** An answer whose connection breaks after half of its bytes. */
function half({ status, headers, bytes }: Draft): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.subarray(0, bytes.length / 2));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status, headers });
}

/** One byte after another. */
function slow({ status, headers, bytes }: Draft): Response {
  let at = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (at === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += 1)));
    },
  });
  return new Response(body, { status, headers });
}

const HTTP: readonly OddAnswer[] = [
  page(200),
  page(403),
  page(500),
  page(503),
  odd('an empty answer with 200', () => ({ bytes: bytesOf('') })),
  odd('204 without a body', () => ({ status: 204 })),
  odd(
    'a redirect to another host',
    () => new Response(null, { status: 302, headers: { location: 'https://other.test/' } }),
  ),
  odd('a redirect to itself', () => new Response(null, { status: 307, headers: { location: '/webapi/v3/txns/' } })),
  odd('the right answer with 500', () => ({ status: 500 })),
  odd('the right answer with 201', () => ({ status: 201 })),
  odd('gzip that was not asked for', ({ bytes, headers }) => {
    const copy = new Headers(headers);
    copy.set('content-encoding', 'gzip');
    return { headers: copy, bytes: new Uint8Array(gzipSync(bytes)) };
  }),
  odd('a byte order mark', ({ bytes }) => ({ bytes: bytesOf(`\uFEFF${textOf(bytes)}`) })),
  odd('UTF-16', (draft) => ({
    headers: retyped(`${draft.headers.get('content-type')?.split(';')[0] ?? ''}; charset=utf-16`, draft),
    bytes: new Uint8Array(Buffer.from(`\uFEFF${textOf(draft.bytes)}`, 'utf16le')),
  })),
  odd('latin-1 with a name of Zoë', (draft) => ({
    headers: retyped(`${draft.headers.get('content-type')?.split(';')[0] ?? ''}; charset=iso-8859-1`, draft),
    bytes: new Uint8Array(Buffer.from(textOf(draft.bytes).replace('Zoe', 'Zo\u00EB'), 'latin1')),
  })),
  odd('the type text/plain', (draft) => ({ headers: retyped('text/plain', draft) })),
  odd('no type', ({ headers }) => {
    const copy = new Headers(headers);
    copy.delete('content-type');
    return { headers: copy };
  }),
  odd('blanks and line ends around it', ({ bytes }) => ({ bytes: bytesOf(`\r\n  ${textOf(bytes)}\r\n\r\n`) })),
  odd('the answer twice', ({ bytes }) => ({ bytes: bytesOf(textOf(bytes).repeat(2)) })),
  odd('a connection that breaks half way', half),
  odd('one byte after another', slow),
];

type Json = Record<string, unknown>;

/** Changes each value of an answer, members first. */
function eachValue(value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value))
    return change(
      value.map((item) => eachValue(item, change)),
      name,
    );
  if (typeof value !== 'object' || value === null) return change(value, name);
  const entries = Object.entries(value).map(([key, item]) => [key, eachValue(item, change, key)]);
  return change(Object.fromEntries(entries), name);
}

const json = (fact: string, change: (body: Json) => unknown): OddAnswer =>
  odd(
    fact,
    ({ bytes }) => ({ bytes: bytesOf(JSON.stringify(change(JSON.parse(textOf(bytes)) as Json))) }),
    /\/webapi\//,
  );
const values = (fact: string, change: (value: unknown, name: string) => unknown): OddAnswer =>
  json(fact, (body) => eachValue(body, change));
const named = (fact: string, rename: (name: string) => string): OddAnswer =>
  values(fact, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [rename(name), item]))
      : value,
  );
const without = (names: RegExp): OddAnswer =>
  values(`without ${names.source.slice(1, -1)}`, (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.test(name)))
      : value,
  );
const member = (fact: string, of: RegExp, change: (value: unknown) => unknown): OddAnswer =>
  values(fact, (value, name) => (of.test(name) ? change(value) : value));

const REST: readonly OddAnswer[] = [
  named('members with a small first letter', (name) => name.charAt(0).toLowerCase() + name.slice(1)),
  named('members in capitals', (name) => name.toUpperCase()),
  named('members with a blank at the end', (name) => `${name} `),
  named('members in another object', (name) => (name === 'TxnResp' ? 'TxnResponse' : name)),
  values('numbers as texts', (value) => (typeof value === 'number' ? String(value) : value)),
  values('texts of digits as numbers', (value) =>
    typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value,
  ),
  values('booleans as texts', (value) => (typeof value === 'boolean' ? String(value) : value)),
  values('booleans as 0 and 1', (value) => (typeof value === 'boolean' ? Number(value) : value)),
  values('null as an empty text', (value) => value ?? ''),
  values('empty lists as null', (value) => (Array.isArray(value) && value.length === 0 ? null : value)),
  values('lists as their first item', (value) => (Array.isArray(value) ? (value[0] as unknown) : value)),
  values('lists as an object', (value) => (Array.isArray(value) ? { item: value } : value)),
  values('more members', (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, Extra: { a: [1] } } : value,
  ),
  values('texts with blanks around', (value) => (typeof value === 'string' ? ` ${value} ` : value)),
  member('ResponseCode with a blank', /^ResponseCode$/, (value) => (typeof value === 'string' ? `${value} ` : value)),
  member('ResponseCode as 00', /^ResponseCode$/, (value) => (value === '0' ? '00' : value)),
  member('ResponseCode as null', /^ResponseCode$/, (value) => (typeof value === 'string' ? null : value)),
  member('ResponseCode of no table', /^ResponseCode$/, (value) => (typeof value === 'string' ? 'ZZ9' : value)),
  member('API code as a text', /^APIResponse$/, (value) => ({ ...(value as Json), ResponseCode: '0' })),
  member('API code 900 with a transaction', /^APIResponse$/, (value) => ({ ...(value as Json), ResponseCode: 900 })),
  member('no API code', /^APIResponse$/, (value) => ({ ...(value as Json), ResponseCode: undefined })),
  member('times as /Date(ms)/', /DateTime$/, (value) => (value ? '/Date(1772586000000)/' : value)),
  member('times with a zone', /DateTime$/, (value) => (typeof value === 'string' ? `${value}+11:00` : value)),
  member('times as day/month/year', /DateTime$/, (value) => (value ? '04/03/2026 12:00:00' : value)),
  member('Amount in dollars', /^Amount$/, (value) => (typeof value === 'number' ? value / 100 : value)),
  member('another Amount', /^Amount$/, (value) => (typeof value === 'number' ? value + 1 : value)),
  member('another Currency', /^Currency$/, (value) => (value ? 'USD' : value)),
  member('another reference', /^MerchantReference$/, (value) => (typeof value === 'string' ? `${value}x` : value)),
  without(/^(ResponseCode)$/),
  without(/^(Amount)$/),
  without(/^(TxnNumber)$/),
  without(/^(MerchantReference)$/),
  without(/^(APIResponse)$/),
  without(/^(BankResponseCode|ResponseText|CardDetails|ProcessedDateTime|ReceiptNumber)$/),
  json('a list around it', (body) => [body]),
  json('a text with JSON in it', (body) => JSON.stringify(body)),
  json('null', () => null),
  json('an error of ASP.NET', () => ({ Message: 'An error has occurred.' })),
];

const xml = (fact: string, change: (text: string) => string, status?: number): OddAnswer =>
  odd(
    fact,
    ({ bytes, status: given }) => ({ status: status ?? given, bytes: bytesOf(change(textOf(bytes))) }),
    /\.asmx$/,
  );
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const fault = (fact: string, content: string, namespace = ENVELOPE): OddAnswer =>
  xml(
    fact,
    () => `<s:Envelope xmlns:s="${namespace}"><s:Body><s:Fault>${content}</s:Fault></s:Body></s:Envelope>`,
    500,
  );

const SOAP: readonly OddAnswer[] = [
  xml('no XML declaration', (text) => text.replace(/^<\?xml[^>]*>\s*/, '')),
  xml('comments and line ends', (text) => text.replaceAll('><', '>\n<!-- a --><')),
  xml('an instruction', (text) => text.replace('><', '><?php a?><')),
  xml('CDATA', (text) => text.replace(/>([^<>]+)</g, '><![CDATA[$1]]><')),
  xml('a document type', (text) => text.replace(/(<\?xml[^>]*>)?/, '$1<!DOCTYPE a>')),
  xml('values with blanks around', (text) => text.replace(/>([^<>\s][^<>]*)</g, '> $1 <')),
  xml('empty values as nil', (text) =>
    text.replace(/<(\w+)\s*\/>/g, '<$1 xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>'),
  ),
  xml('another namespace', (text) => text.replaceAll('urn:Eve_1_4_4', 'urn:Eve_1_5')),
  xml('no namespace', (text) => text.replace(/ xmlns="urn:[^"]*"/g, '')),
  xml('elements with a small first letter', (text) =>
    text.replace(/<(\/?)([A-Z])(?=\w*[ />])/g, (_all, end: string, first: string) => `<${end}${first.toLowerCase()}`),
  ),
  xml('without ResponseCode', (text) => text.replace(/<ResponseCode>[^<]*<\/ResponseCode>/g, '')),
  xml('half of it', (text) => text.slice(0, text.length / 2)),
  xml('a multipart answer', (text) => `--a\r\nContent-Type: text/xml\r\n\r\n${text}\r\n--a--`),
  fault('a fault of the server', '<faultcode>s:Server</faultcode><faultstring>Timeout expired</faultstring>'),
  fault('a fault of the caller', '<faultcode>s:Client</faultcode><faultstring>Bad request</faultstring>'),
  fault(
    'a fault of SOAP 1.2',
    '<s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>Busy</s:Text></s:Reason>',
    'http://www.w3.org/2003/05/soap-envelope',
  ),
  fault('an empty fault', ''),
];

export const ODD_ANSWERS: readonly OddAnswer[] = [...HTTP, ...REST, ...SOAP];
