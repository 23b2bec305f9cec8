/** HTTP responses: headers, and the bodies of calls without a row. docs/wire/rest.md section 1. */
import { messageAnswer } from '../../wire/rest/answers.js';
import { writeAnswer, type WireJson } from '../../wire/rest/write-wire.js';

const CORS = {
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Max-Age': '1728000',
};

const EVERY_ANSWER = {
  ...CORS,
  'Cache-Control': 'private,no-store,no-cache,must-revalidate,proxy-revalidate',
  Pragma: 'no-cache',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-XSS-Protection': '1; mode=block',
};

const JSON_ANSWER = { ...EVERY_ANSWER, 'Content-Type': 'application/json; charset=utf-8' };

/** The response of a row: always HTTP 200. `cookie` as for {@link withCookie}. */
export function jsonAnswer(body: WireJson, cookie: string | undefined): Response {
  const headers = cookie === undefined ? JSON_ANSWER : { ...JSON_ANSWER, 'Set-Cookie': cookie };
  return new Response(JSON.stringify(body), { headers });
}

/** Adds the service's session cookie. */
export function withCookie(response: Response, cookie: string | undefined): Response {
  if (cookie !== undefined) response.headers.set('Set-Cookie', cookie);
  return response;
}

/** A text response, for browsers without JSON. */
export function textAnswer(text: string): Response {
  return new Response(text, { headers: { ...EVERY_ANSWER, 'Content-Type': 'text/plain; charset=utf-8' } });
}

/** A page of plain HTML without resources or scripts. It may be framed, because merchants post forms into frames. */
export function pageAnswer(html: string, status: number): Response {
  const headers = {
    ...EVERY_ANSWER,
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'",
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
  };
  return new Response(html, { status, headers });
}

const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Redirects a browser. The URL is sent unchanged unless it has characters that a header cannot contain. */
export function redirectAnswer(address: string): Response {
  const Location = HEADER_TEXT.test(address) ? address : new URL(address).href;
  // The URL of the referring page contains the key.
  return new Response(null, { status: 302, headers: { ...EVERY_ANSWER, 'Referrer-Policy': 'no-referrer', Location } });
}

function message(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const body = JSON.stringify(writeAnswer(messageAnswer, { Message: text }));
  return new Response(body, { status, headers: { ...JSON_ANSWER, ...headers } });
}

/** 404: unknown path. */
export function notFound(): Response {
  return message(404, 'No HTTP resource was found that matches the request URI.');
}

/** 405: the path does not support this method. */
export function wrongVerb(verbs: readonly string[]): Response {
  return message(405, `The requested resource does not support this HTTP method. It supports ${verbs.join(', ')}.`, {
    Allow: [...verbs, 'OPTIONS'].join(', '),
  });
}

/** 413: the body is too long. The rest of it is not read, so the connection closes. */
export function tooLarge(limitBytes: number): Response {
  return message(413, `The request body is longer than ${limitBytes} bytes.`, { Connection: 'close' });
}

/** 415: unsupported content coding or charset. The rest of the body is not read, so the connection closes. */
export function unsupported(what: string): Response {
  return message(415, `${what}. Send the body in UTF-8 without a content coding.`, { Connection: 'close' });
}

/** The response to a CORS preflight. */
export function preflight(verbs: readonly string[]): Response {
  return new Response(null, { status: 204, headers: { ...EVERY_ANSWER, Allow: [...verbs, 'OPTIONS'].join(', ') } });
}
