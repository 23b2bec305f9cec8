/** Creates messages and sends them to the reader. */
import { createEnvelopeReader } from '../../../src/wire/soap/read-envelope.js';
import type { Envelope } from '../../../src/wire/soap/read-envelope.js';
import { ENVELOPE_NAMESPACES } from '../../../src/wire/soap/namespaces.js';
import type { SoapVersion } from '../../../src/wire/soap/namespaces.js';
import { readCall } from '../../../src/wire/soap/read-call.js';
import type { SoapCall } from '../../../src/wire/soap/read-call.js';
import { answerRefusal } from '../../../src/wire/soap/http-answer.js';
import { isRefusal } from '../../../src/wire/soap/route.js';
import type { Refusal } from '../../../src/wire/soap/route.js';
import { REQUEST_LIMITS } from '../../../src/wire/soap/xml-limits.js';
import type { XmlLimits } from '../../../src/wire/soap/xml-limits.js';

export const NS = 'urn:Eve_1_4_4';

/** An envelope around the content of its Body. */
export function envelope(body: string, version: SoapVersion = '1.2', header = ''): string {
  return `<s:Envelope xmlns:s="${ENVELOPE_NAMESPACES[version]}">${header}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** A ProcessPayment whose txnReq has this content. */
export function payment(txnReq: string): string {
  return `<ProcessPayment xmlns="${NS}"><txnReq>${txnReq}</txnReq></ProcessPayment>`;
}

/** Reads a message in one piece. */
export function read(
  message: string | Uint8Array,
  charset: string | null = null,
  limits: XmlLimits = REQUEST_LIMITS,
): Envelope {
  const reader = createEnvelopeReader({ charset, limits });
  reader.write(typeof message === 'string' ? new TextEncoder().encode(message) : message);
  return reader.end();
}

export const SOAP_11 = { 'content-type': 'text/xml; charset=utf-8' };
export const SOAP_12 = { 'content-type': 'application/soap+xml; charset=utf-8' };

/** Headers that route by header, in each version. */
export function actionHeaders(version: SoapVersion, operation = 'ProcessPayment'): Record<string, string> {
  return version === '1.1'
    ? { ...SOAP_11, soapaction: `"${NS}/${operation}"` }
    : { 'content-type': `application/soap+xml; charset=utf-8; action="${NS}/${operation}"` };
}

/** Sends a message, in pieces of some size. */
export async function send(
  headers: Record<string, string>,
  message: string | Uint8Array,
  pieceSize = 1_000,
): Promise<SoapCall | Refusal> {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceSize));
      at += pieceSize;
    },
  });
  return readCall(new Headers(headers), body);
}

/** Sends a message that must be answered by an operation. */
export async function sendCall(headers: Record<string, string>, message: string | Uint8Array): Promise<SoapCall> {
  const call = await send(headers, message);
  if (isRefusal(call)) throw new Error(`refused: ${JSON.stringify(call)}`);
  return call;
}

/** Sends a message that must be refused: status, content type and body of the answer. */
export async function sendRefused(headers: Record<string, string>, message: string | Uint8Array) {
  const call = await send(headers, message);
  if (!isRefusal(call)) throw new Error(`${call.operation} took the message`);
  const answer = answerRefusal(call);
  return { status: answer.status, type: answer.headers['content-type'], body: new TextDecoder().decode(answer.body) };
}
