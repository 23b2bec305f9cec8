/** The discovery document of the service, `?disco`: its description and bindings. docs/wire/soap.md section 5. */
import { escapeAttribute } from './escape-xml.js';
import type { SoapNamespaces } from './namespaces.js';

/** @param url the service's address without a query */
export function writeDiscovery(url: string, { service }: SoapNamespaces): string {
  const address = escapeAttribute(url);
  const soap = (binding: string, prefix: string) =>
    `<soap address="${address}" xmlns:${prefix}="${escapeAttribute(service)}" binding="${prefix}:${binding}"` +
    ' xmlns="http://schemas.xmlsoap.org/disco/soap/" />';
  return (
    '<?xml version="1.0" encoding="utf-8"?><discovery xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/disco/">' +
    `<contractRef ref="${address}?wsdl" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />` +
    `${soap('Service_1_4_4Soap', 'q1')}${soap('Service_1_4_4Soap12', 'q2')}</discovery>`
  );
}
