/** Envelope versions and XML namespaces. docs/wire/soap.md section 1. */

/** A version of the envelope. One URL serves both; the answer has the version of the request. */
export type SoapVersion = '1.1' | '1.2';

export const ENVELOPE_NAMESPACES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** The media type of each version, for requests and answers. */
export const CONTENT_TYPES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** The namespace of XML Schema. */
export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** The two namespaces of a service, both configurable. Section 1. */
export interface SoapNamespaces {
  /** Namespace of every element in a Body, and the prefix of every SOAPAction. */
  readonly service: string;
  /** Namespace of the type TxnSource; only in the WSDL, never in a message. */
  readonly common: string;
}

/** The namespaces of the real service; the common one is not public, so it is a choice. Section 1. */
export const SOAP_NAMESPACES: SoapNamespaces = { service: 'urn:Eve_1_4_4', common: 'urn:Eve_Common' };

/** The version of an envelope namespace, or undefined. */
export function versionOfNamespace(uri: string): SoapVersion | undefined {
  if (uri === ENVELOPE_NAMESPACES['1.1']) return '1.1';
  return uri === ENVELOPE_NAMESPACES['1.2'] ? '1.2' : undefined;
}
