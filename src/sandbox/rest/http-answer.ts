/** HTTP around the answers: headers, and the bodies of calls that no row answers. wire/rest.md section 1. */
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

/** An answer of a row: HTTP 200, whatever became of the call. `cookie` as for {@link withCookie}. */
export function jsonAnswer(body: WireJson, cookie: string | undefined): Response {
  const headers = cookie === undefined ? JSON_ANSWER : { ...JSON_ANSWER, 'Set-Cookie': cookie };
  return new Response(JSON.stringify(body), { headers });
}

/** Adds the service's session cookie. */
export function withCookie(response: Response, cookie: string | undefined): Response {
  if (cookie !== undefined) response.headers.set('Set-Cookie', cookie);
  return response;
}

/** Text, for browsers that read no JSON. */
export function textAnswer(text: string): Response {
  return new Response(text, { headers: { ...EVERY_ANSWER, 'Content-Type': 'text/plain; charset=utf-8' } });
}

/** A page of plain HTML that loads and runs nothing. It may be framed: merchants post forms into frames. */
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

/** Sends a browser on. An address is sent to the letter, unless a header cannot hold its letters. */
export function redirectAnswer(address: string): Response {
  const Location = HEADER_TEXT.test(address) ? address : new URL(address).href;
  // The address that is left has the key in it.
  return new Response(null, { status: 302, headers: { ...EVERY_ANSWER, 'Referrer-Policy': 'no-referrer', Location } });
}

function message(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  const body = JSON.stringify(writeAnswer(messageAnswer, { Message: text }));
  return new Response(body, { status, headers: { ...JSON_ANSWER, ...headers } });
}

/** There is nothing at this path. */
export function notFound(): Response {
  return message(404, 'No HTTP resource was found that matches the request URI.');
}

/** There is something, but not for this verb. */
export function wrongVerb(verbs: readonly string[]): Response {
  return message(405, `The requested resource does not support this HTTP method. It supports ${verbs.join(', ')}.`, {
    Allow: [...verbs, 'OPTIONS'].join(', '),
  });
}

/** The body is longer than any real one. The rest of it is not read, so the connection ends. */
export function tooLarge(limitBytes: number): Response {
  return message(413, `The request body is longer than ${limitBytes} bytes.`, { Connection: 'close' });
}

/** A browser asks whether it may call. */
export function preflight(verbs: readonly string[]): Response {
  return new Response(null, { status: 204, headers: { ...EVERY_ANSWER, Allow: [...verbs, 'OPTIONS'].join(', ') } });
}
