/** Names that every SOAP file needs: envelope versions and XML namespaces. wire/soap.md section 1. */

/** A version of the envelope. One URL serves both; the answer follows the request. */
export type SoapVersion = '1.1' | '1.2';

/** What stands in `xmlns:soap` of each version. */
export const ENVELOPE_NAMESPACES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** The media type of each version, as requests and answers carry it. */
export const CONTENT_TYPES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

/** The namespace of `xsi:nil`. */
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** The namespace of the schema language. */
export const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

/** The two namespaces that a service of this interface has; both are configurable. Section 1. */
export interface SoapNamespaces {
  /** Of every element in a Body, and the first part of every SOAPAction. */
  readonly service: string;
  /** Of the type TxnSource; stands in the WSDL only, never in a message. */
  readonly common: string;
}

/** The namespaces of the real service; the common one is not public and our choice. Section 1. */
export const SOAP_NAMESPACES: SoapNamespaces = { service: 'urn:Eve_1_4_4', common: 'urn:Eve_Common' };

/** The version whose envelope has this namespace, or undefined when none has. */
export function versionOfNamespace(uri: string): SoapVersion | undefined {
  if (uri === ENVELOPE_NAMESPACES['1.1']) return '1.1';
  return uri === ENVELOPE_NAMESPACES['1.2'] ? '1.2' : undefined;
}
