/** Writes the envelope of a message. docs/wire/soap.md section 2. */
import { escapeAttribute } from './escape-xml.js';
import { ENVELOPE_NAMESPACES, XSD_NAMESPACE, XSI_NAMESPACE } from './namespaces.js';
import type { SoapNamespaces, SoapVersion } from './namespaces.js';
import { writeElement } from './write-members.js';

/** Version and namespaces of a message. */
export interface SoapEnvelopeOptions {
  readonly version: SoapVersion;
  /** Default: those of the real service. */
  readonly namespaces?: SoapNamespaces | undefined;
}

/** Writes an envelope with the prefix `soap`, without white space between elements. */
export function writeEnvelope(version: SoapVersion, body: string, header = ''): string {
  const names = `xmlns:soap="${ENVELOPE_NAMESPACES[version]}" xmlns:xsi="${XSI_NAMESPACE}" xmlns:xsd="${XSD_NAMESPACE}"`;
  const head = header === '' ? '' : `<soap:Header>${header}</soap:Header>`;
  const content = `${head}<soap:Body>${body}</soap:Body>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope ${names}>${content}</soap:Envelope>`;
}

/** Writes the only element of a Body: it declares the service's namespace, its children have no prefix. */
export function writeBodyElement(name: string, content: string, namespace: string): string {
  return writeElement(name, content, ` xmlns="${escapeAttribute(namespace)}"`);
}
