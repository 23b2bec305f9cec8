import { isXmlText } from './escape-xml.js';
import { SOAP_NAMESPACES } from './namespaces.js';
import { OPERATIONS, type Operation, type OperationName, type RequestOf } from './operations.js';
import type { Draft } from './types.js';
import { writeBodyElement, writeEnvelope, type SoapEnvelopeOptions } from './write-envelope.js';
import { writeMembers } from './write-members.js';

/** Parameters for the writer: required members may be left out and are written with their defaults. */
export type RequestDraft<O extends OperationName> = Draft<RequestOf<O>>;

/** Refuses characters that XML cannot contain: replacing them would change a reference of a payment. */
function assertXmlText(value: unknown, name: string): void {
  if (typeof value === 'string' && !isXmlText(value)) {
    throw new TypeError(`${name} has a character that XML cannot carry`);
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  for (const [member, child] of Object.entries(value)) assertXmlText(child, member);
}

/**
 * Writes the request of an operation, as a client does.
 *
 * @throws TypeError naming a member that has another type, or a character that XML cannot contain.
 */
export function writeRequest<O extends OperationName>(
  operation: O,
  draft: RequestDraft<O>,
  { version, namespaces = SOAP_NAMESPACES }: SoapEnvelopeOptions,
): string {
  assertXmlText(draft, operation);
  const { request }: Operation = OPERATIONS[operation];
  const content = writeMembers(draft, request);
  return writeEnvelope(version, writeBodyElement(operation, content, namespaces.service));
}
