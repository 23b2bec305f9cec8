/** Reads the service's answer in a client, by the same table as it is written. */
import type { FaultCode, SoapFault } from './fault.js';
import { ENVELOPE_NAMESPACES, SOAP_NAMESPACES, type SoapNamespaces } from './namespaces.js';
import { responseMembers, type OperationName, type ResponseOf } from './operations.js';
import type { Envelope, XmlElement } from './read-envelope.js';
import { readMembers, type AnswerReading } from './read-members.js';
import { SoapError } from './soap-error.js';

/** The operation's answer, which may be an ERROR, or a fault. */
export type SoapAnswer<O extends OperationName> =
  | { readonly kind: 'response'; readonly response: ResponseOf<O> }
  | { readonly kind: 'fault'; readonly fault: SoapFault };

/** Fault codes of both versions by who caused them. An unknown code means the server. */
const CODES: ReadonlyMap<string, FaultCode> = new Map([
  ['Client', 'Client'],
  ['Sender', 'Client'],
  ['DataEncodingUnknown', 'Client'],
  ['VersionMismatch', 'VersionMismatch'],
  ['MustUnderstand', 'MustUnderstand'],
]);

function childText(element: XmlElement, ...path: string[]): string {
  let found: XmlElement | undefined = element;
  for (const name of path) found = found?.children.find(({ local }) => local === name);
  return found?.text ?? '';
}

function readFault(fault: XmlElement, { version }: Envelope): SoapFault {
  const is11 = version === '1.1';
  const name = is11 ? childText(fault, 'faultcode') : childText(fault, 'Code', 'Value');
  const text = is11 ? childText(fault, 'faultstring') : childText(fault, 'Reason', 'Text');
  // `soap:Client.Authentication`: any prefix, and version 1.1 allows detail after a point.
  const code = name.trim().split(':').at(-1)?.split('.')[0] ?? '';
  return { version, code: CODES.get(code) ?? 'Server', text };
}

function hasCode(body: XmlElement, service: string): boolean {
  const isMember = (name: string) => (child: XmlElement) => child.local === name && child.uri === service;
  return body.children.find(isMember('response'))?.children.some(isMember('ResponseCode')) ?? false;
}

/**
 * Reads the answer to an operation.
 *
 * @throws SoapError `answer` when it is neither a fault nor the operation's answer with its `response`; `value` when an
 * element's text is not a value of its type.
 */
export function readResponse<O extends OperationName>(
  operation: O,
  envelope: Envelope,
  { service }: SoapNamespaces = SOAP_NAMESPACES,
  reading: AnswerReading = { note: () => undefined },
): SoapAnswer<O> {
  const { body, version } = envelope;
  if (body?.local === 'Fault' && body.uri === ENVELOPE_NAMESPACES[version]) {
    return { kind: 'fault', fault: readFault(body, envelope) };
  }
  if (body?.local !== `${operation}Response` || body.uri !== service) {
    throw new SoapError({ kind: 'answer' }, `The answer is not ${operation}Response in the namespace ${service}.`);
  }
  // A missing enumeration reads as its first value, which here is SUCCESS.
  if (!hasCode(body, service)) {
    throw new SoapError({ kind: 'answer' }, `${operation}Response has no response with a ResponseCode.`);
  }
  const response = readMembers(body, responseMembers(operation), service, reading);
  return { kind: 'response', response: response as ResponseOf<O> };
}
