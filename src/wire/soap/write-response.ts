import { SOAP_NAMESPACES } from './namespaces.js';
import { responseMembers, type OperationName, type ResponseOf } from './operations.js';
import { writeBodyElement, writeEnvelope, type SoapEnvelopeOptions } from './write-envelope.js';
import { writeMembers } from './write-members.js';

/** Writes the answer of an operation in the version of its request. docs/wire/soap.md section 2. */
export function writeResponse<O extends OperationName>(
  operation: O,
  response: ResponseOf<O>,
  { version, namespaces = SOAP_NAMESPACES }: SoapEnvelopeOptions,
): string {
  const content = writeMembers(response, responseMembers(operation));
  return writeEnvelope(version, writeBodyElement(`${operation}Response`, content, namespaces.service));
}
