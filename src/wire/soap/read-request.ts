import { SOAP_NAMESPACES, type SoapNamespaces } from './namespaces.js';
import { OPERATIONS, type Operation, type OperationName, type RequestOf } from './operations.js';
import type { XmlElement } from './read-envelope.js';
import { readMembers } from './read-members.js';

/**
 * Reads the parameters of an operation from the first child of Body. If that has another name or namespace than the
 * operation, every parameter is null, and the operation refuses them. docs/wire/soap.md section 2.
 *
 * @throws SoapError `value` when an element's text is not a value of its type.
 */
export function readRequest<O extends OperationName>(
  operation: O,
  body: XmlElement | null,
  namespaces: SoapNamespaces = SOAP_NAMESPACES,
): RequestOf<O> {
  const { request }: Operation = OPERATIONS[operation];
  const isWrapper = body?.local === operation && body.uri === namespaces.service;
  return readMembers(isWrapper ? body : null, request, namespaces.service) as RequestOf<O>;
}
