/** Messages and refusals as HTTP answers. docs/wire/soap.md sections 2 and 5. */
import { writeFault } from './fault.js';
import { CONTENT_TYPES, type SoapVersion } from './namespaces.js';
import type { Refusal } from './route.js';

/** An answer, ready for `new Response(body, { status, headers })`. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** As the real service writes it, blanks included. Section 2. */
const NO_STORE = {
  'cache-control': 'private, max-age=0,no-store,no-cache,must-revalidate,proxy-revalidate',
  pragma: 'no-cache',
};

/** A message: 200 for every business outcome, also a decline or a refused login; 500 for a fault. */
export function answerMessage(version: SoapVersion, message: string, status: 200 | 500 = 200): HttpAnswer {
  const body = new TextEncoder().encode(message);
  const headers = { ...NO_STORE, 'content-type': CONTENT_TYPES[version], 'content-length': String(body.length) };
  return { status, headers, body };
}

/** A refusal: a fault, or a status with an empty body. */
export function answerRefusal(refusal: Refusal): HttpAnswer {
  if (refusal.status === 500) return answerMessage(refusal.fault.version, writeFault(refusal.fault), 500);
  const allow = refusal.status === 405 ? { allow: 'GET, POST' } : {};
  return { status: refusal.status, headers: { ...NO_STORE, ...allow, 'content-length': '0' }, body: new Uint8Array() };
}
