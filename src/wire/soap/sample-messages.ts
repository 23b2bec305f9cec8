/** Sample requests and answers of each operation, for the help page and the documentation. */
import { CONTENT_TYPES, ENVELOPE_NAMESPACES, SOAP_NAMESPACES, XSD_NAMESPACE, XSI_NAMESPACE } from './namespaces.js';
import type { SoapNamespaces, SoapVersion } from './namespaces.js';
import { actionOf, OPERATIONS, responseMembers } from './operations.js';
import type { Operation, OperationName } from './operations.js';
import { escapeAttribute } from './escape-xml.js';
import { ARRAY_TYPES, ENUMERATIONS, isArrayName, isEnumerationName, isObjectName, OBJECT_TYPES } from './types.js';
import type { Members, TypeName } from './types.js';

/** A sample exchange, with type names in place of values. */
export interface SampleMessages {
  readonly version: SoapVersion;
  /** Request line, headers, blank line, message. */
  readonly request: string;
  readonly response: string;
}

/** Address of the service, for the request line and the Host header. */
export interface SampleAddress {
  readonly host: string;
  readonly path: string;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function linesOf(name: string, type: TypeName): string[] {
  if (isObjectName(type)) return around(name, memberLines(OBJECT_TYPES[type]));
  if (isArrayName(type)) {
    const item = linesOf(ARRAY_TYPES[type], ARRAY_TYPES[type]);
    return around(name, [...item, ...item]);
  }
  const value = type === 'nillableDateTime' ? 'dateTime' : type;
  return [`<${name}>${isEnumerationName(type) ? ENUMERATIONS[type].join(' or ') : value}</${name}>`];
}

function around(name: string, content: readonly string[], attributes = ''): string[] {
  if (content.length === 0) return [`<${name}${attributes} />`];
  return [`<${name}${attributes}>`, ...indented(content), `</${name}>`];
}

function memberLines(members: Members): string[] {
  return Object.entries(members).flatMap(([name, type]) => linesOf(name, type));
}

function messageOf(version: SoapVersion, name: string, members: Members, namespaces: SoapNamespaces): string {
  const prefix = version === '1.1' ? 'soap' : 'soap12';
  const names = `xmlns:xsi="${XSI_NAMESPACE}" xmlns:xsd="${XSD_NAMESPACE}"`;
  const content = around(name, memberLines(members), ` xmlns="${escapeAttribute(namespaces.service)}"`);
  const envelope = around(
    `${prefix}:Envelope`,
    around(`${prefix}:Body`, content),
    ` ${names} xmlns:${prefix}="${ENVELOPE_NAMESPACES[version]}"`,
  );
  return ['<?xml version="1.0" encoding="utf-8"?>', ...envelope].join('\n');
}

export function writeSampleMessages(
  operation: OperationName,
  version: SoapVersion,
  { host, path }: SampleAddress,
  namespaces: SoapNamespaces = SOAP_NAMESPACES,
): SampleMessages {
  const { request }: Operation = OPERATIONS[operation];
  const action = version === '1.1' ? [`SOAPAction: "${actionOf(operation, namespaces)}"`] : [];
  const types = [`Content-Type: ${CONTENT_TYPES[version]}`, 'Content-Length: length'];
  return {
    version,
    request: [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      ...types,
      ...action,
      '',
      messageOf(version, operation, request, namespaces),
    ].join('\n'),
    response: [
      'HTTP/1.1 200 OK',
      ...types,
      '',
      messageOf(version, `${operation}Response`, responseMembers(operation), namespaces),
    ].join('\n'),
  };
}
