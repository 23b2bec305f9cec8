/** Rewrites requests and answers at the HTTP edge of a facility. */
import { SOAP_PATH } from '../../sandbox/soap/soap-caller.js';
import type { Json } from '../../sandbox/rest-caller.js';
import type { Deviate, Fetch } from './deviation.js';

/** A request of REST. Its body is null unless it is valid JSON. */
export interface Call {
  readonly request: Request;
  readonly method: string;
  /** Path after the version, such as `/txns/search`. */
  readonly path: string;
  readonly body: Json;
}

const REST_PATH = /^\/webapi\/v[23](\/.*)$/i;

/** The JSON of a text; null without one. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a request; undefined when it is none of REST. The request can still be sent. */
async function readCall(request: Request): Promise<Call | undefined> {
  const path = REST_PATH.exec(new URL(request.url).pathname)?.[1];
  if (path === undefined) return undefined;
  return { request, method: request.method, path, body: parsed(await request.clone().text()) };
}

/** A copy of a request with another body or URL. */
export function resent(request: Request, change: { readonly body?: string; readonly url?: string }): Request {
  const { method, headers } = request;
  const { url = request.url, body } = change;
  return new Request(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
}

/** A copy of an answer with another body. */
export function reworded(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  if (headers.has('content-length')) headers.set('content-length', String(Buffer.byteLength(body)));
  return new Response(body || null, { status: response.status, headers });
}

/** An answer of the interface. */
export function answer(body: unknown, status = 200): Response {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': type },
  });
}

/** The payload member of a call's answer, which a refusal writes as null. */
function payloadOf({ path, method }: Call): readonly string[] {
  if (/authkey$/.test(path)) return ['AuthKey'];
  const isBrowser = method === 'POST' && /authkey\/|iframe/.test(path);
  if (isBrowser) return ['RedirectionUrl', 'ResultKey'];
  const object = path.startsWith('/dvtokens') ? 'DVTokenResp' : 'TxnResp';
  return [path.endsWith('/search') ? `${object}List` : object];
}

/** A refusal of this call. */
export function refusal(call: Call, ResponseCode: number, ResponseText: string): Response {
  const nulls = Object.fromEntries(payloadOf(call).map((name) => [name, null]));
  return answer({ APIResponse: { ResponseCode, ResponseText }, ...nulls });
}

/** A call that changes nothing and needs no credentials. */
const anyCall = ({ url }: Request): Request => new Request(new URL('/webapi/v3/status/', url));

/** Gives an answer that the facility did not write the headers that all its answers have. */
async function completed(response: Response, request: Request, fetch: Fetch): Promise<Response> {
  if (response.headers.has('date')) return response;
  const { headers } = await fetch(anyCall(request));
  for (const [name, value] of headers)
    if (!name.startsWith('content-') && !response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** A handler of calls of REST; other requests are passed on. */
export function calls(handle: (call: Call, fetch: Fetch) => Promise<Response>): Deviate {
  return (fetch) => async (request) => {
    const call = await readCall(request);
    return call === undefined ? fetch(request) : completed(await handle(call, fetch), request, fetch);
  };
}

/** Changes JSON answers of REST. */
export function answers(change: (body: Json, call: Call) => unknown): Deviate {
  return calls(async (call, fetch) => {
    const response = await fetch(call.request);
    const body = parsed(await response.clone().text());
    if (body === null) return response;
    await change(body, call);
    return reworded(response, JSON.stringify(body));
  });
}

/** Changes the JSON body of requests of REST. */
export function requests(change: (body: Json, call: Call) => unknown): Deviate {
  return calls(async (call, fetch) => {
    if (call.body === null) return fetch(call.request);
    change(call.body, call);
    return fetch(resent(call.request, { body: JSON.stringify(call.body) }));
  });
}

/** Answers some calls instead of the facility; undefined passes a call on. */
export function instead(
  decide: (call: Call, fetch: Fetch) => Response | undefined | Promise<Response | undefined>,
): Deviate {
  return calls(async (call, fetch) => (await decide(call, fetch)) ?? fetch(call.request));
}

/** Changes the code and text of a refusal. */
export function recoded(from: number, code: number, text: string, applies = (_: Call): boolean => true): Deviate {
  return answers(({ APIResponse }, call) => {
    if (APIResponse?.ResponseCode !== from || !applies(call)) return;
    Object.assign(APIResponse, { ResponseCode: code, ResponseText: text });
  });
}

/** Changes every transaction of every answer. */
export function transactions(change: (txn: Json, call: Call) => void): Deviate {
  return answers((body, call) => {
    for (const txn of [body.TxnResp, ...(body.TxnRespList ?? [])]) if (txn) change(txn, call);
  });
}

/** Replaces a pattern in the answers of REST, and the reverse in paths and bodies of requests. */
export function spelled(outward: readonly [RegExp, string], inward?: readonly [RegExp, string]): Deviate {
  return calls(async ({ request }, fetch) => {
    const read = (text: string): string => (inward ? text.replace(...inward) : text);
    const body = await request.clone().text();
    const response = await fetch(resent(request, { url: read(request.url), ...(body && { body: read(body) }) }));
    return reworded(response, (await response.text()).replace(...outward));
  });
}

/** Changes the headers of the answers of REST. */
export function headers(change: (headers: Headers, response: Response) => void): Deviate {
  return calls(async ({ request }, fetch) => {
    const response = await fetch(request);
    const copy = new Response(response.body, response);
    change(copy.headers, response);
    return copy;
  });
}

/** The facility's time: the Date header of its answers. */
export async function timeOf(fetch: Fetch, request: Request): Promise<number> {
  const response = await fetch(anyCall(request));
  return Date.parse(response.headers.get('date') ?? '');
}

/** Changes the answers of SOAP. `request` is the text of the request. */
export function soapAnswers(
  change: (xml: string, request: string) => string,
  status: (given: number) => number = (given) => given,
): Deviate {
  return (fetch) => async (request) => {
    if (new URL(request.url).pathname.toLowerCase() !== SOAP_PATH) return fetch(request);
    const asked = await request.clone().text();
    const response = await fetch(request);
    const changed = reworded(response, change(await response.text(), asked));
    return new Response(changed.body, { status: status(changed.status), headers: changed.headers });
  };
}

/** Answers some requests of SOAP instead of the facility; undefined passes one on. */
export function soapInstead(decide: (request: Request) => Response | undefined): Deviate {
  return (fetch) => async (request) => {
    const isSoap = new URL(request.url).pathname.toLowerCase() === SOAP_PATH;
    return (isSoap ? decide(request) : undefined) ?? fetch(request);
  };
}
