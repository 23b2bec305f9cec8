import { describe, expect, test } from 'vitest';
import { createEnvelopeReader } from '../../../src/wire/soap/read-envelope.js';
import type { XmlElement } from '../../../src/wire/soap/read-envelope.js';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { RESPONSE_LIMITS } from '../../../src/wire/soap/xml-limits.js';
import { writeWsdl } from '../../../src/wire/soap/wsdl.js';
import { writeOperationPage, writeOperationsPage } from '../../../src/wire/soap/help-page.js';
import { writeSampleMessages } from '../../../src/wire/soap/sample-messages.js';
import { envelope, read } from './messages.js';

const ADDRESS = 'http://127.0.0.1:4010/evolve/service_1_4_4.asmx';
const wsdl = writeWsdl(ADDRESS);
const lines = wsdl.split('\n').map((line) => line.trim());

/** The lines of one element, without their indentation. */
function block(start: string): string[] {
  const from = lines.indexOf(start);
  expect(from, start).toBeGreaterThan(-1);
  const name = /^<([\w:]+)/.exec(start)?.[1];
  return lines.slice(from, lines.indexOf(`</${name}>`, from) + 1);
}

/** The WSDL as elements: it is parsed as the content of an envelope. */
function elements(): XmlElement[] {
  const reader = createEnvelopeReader({ charset: null, limits: RESPONSE_LIMITS });
  reader.write(new TextEncoder().encode(envelope(wsdl.replace(/^<\?xml.*\?>/, ''))));
  return [...(reader.end().body?.children ?? [])];
}

describe('the WSDL', () => {
  test('is well-formed and has types, 50 messages, one port type, two bindings and one service', () => {
    const names = elements().map(({ local }) => local);
    const messages = names.filter((name) => name === 'message');
    expect(messages).toHaveLength(50);
    expect(names).toEqual(['types', ...messages, 'portType', 'binding', 'binding', 'service']);
    const [port, ...bindings] = elements().filter(({ local }) => local === 'portType' || local === 'binding');
    expect(port?.children).toHaveLength(25);
    // Each binding also has its transport.
    expect(bindings.map(({ children }) => children.length)).toEqual([26, 26]);
  });

  test('names the service, its ports and the address that was asked for', () => {
    expect(block('<wsdl:service name="Service_1_4_4">')).toEqual([
      '<wsdl:service name="Service_1_4_4">',
      '<wsdl:port name="Service_1_4_4Soap" binding="tns:Service_1_4_4Soap">',
      `<soap:address location="${ADDRESS}" />`,
      '</wsdl:port>',
      '<wsdl:port name="Service_1_4_4Soap12" binding="tns:Service_1_4_4Soap12">',
      `<soap12:address location="${ADDRESS}" />`,
      '</wsdl:port>',
      '</wsdl:service>',
    ]);
    expect(writeWsdl('https://a.example/x?a=1&b="').match(/location="[^ ]*"/g)).toEqual([
      'location="https://a.example/x?a=1&amp;b=&quot;"',
      'location="https://a.example/x?a=1&amp;b=&quot;"',
    ]);
  });

  test.each(OPERATION_NAMES)('%s has messages, and its action in both bindings', (name) => {
    expect(block(`<wsdl:message name="${name}SoapIn">`)[1]).toBe(
      `<wsdl:part name="parameters" element="tns:${name}" />`,
    );
    expect(block(`<wsdl:message name="${name}SoapOut">`)[1]).toBe(
      `<wsdl:part name="parameters" element="tns:${name}Response" />`,
    );
    for (const prefix of ['soap', 'soap12']) {
      expect(wsdl).toContain(`<${prefix}:operation soapAction="urn:Eve_1_4_4/${name}" style="document" />`);
    }
  });

  test('has inline schemas: the first imports the common one without a location', () => {
    expect(lines.filter((line) => line.startsWith('<s:schema') || line.startsWith('<s:import'))).toEqual([
      '<s:schema elementFormDefault="qualified" targetNamespace="urn:Eve_1_4_4">',
      '<s:import namespace="urn:Eve_Common" />',
      '<s:schema elementFormDefault="qualified" targetNamespace="urn:Eve_Common">',
    ]);
    const common = wsdl.slice(wsdl.indexOf('targetNamespace="urn:Eve_Common"'));
    expect(common).toContain('<s:simpleType name="TxnSource">');
    expect(wsdl).toContain('<s:element minOccurs="1" maxOccurs="1" name="TxnSource" type="s1:TxnSource" />');
  });

  test('states which elements are required and which can be null', () => {
    for (const line of [
      '<s:element minOccurs="1" maxOccurs="1" name="Amount" type="s:int" />',
      '<s:element minOccurs="1" maxOccurs="1" name="batchFileId" type="s:long" />',
      '<s:element minOccurs="1" maxOccurs="1" name="LoginResult" type="s:boolean" />',
      '<s:element minOccurs="1" maxOccurs="1" name="PaymentType" type="tns:PaymentType" />',
      '<s:element minOccurs="1" maxOccurs="1" name="UpdatedDate" type="s:dateTime" />',
      '<s:element minOccurs="1" maxOccurs="1" name="DOB" nillable="true" type="s:dateTime" />',
      '<s:element minOccurs="0" maxOccurs="1" name="username" type="s:string" />',
      '<s:element minOccurs="0" maxOccurs="1" name="txnReq" type="tns:TxnRequest" />',
      '<s:element minOccurs="0" maxOccurs="1" name="Content" type="s:base64Binary" />',
      '<s:element minOccurs="0" maxOccurs="1" name="SearchTokensResult" type="tns:ArrayOfDataVaultToken" />',
      '<s:element minOccurs="0" maxOccurs="1" name="GetAnonymousTokenResult" type="tns:AnonymousTokenResponse_1_4_3" />',
      '<s:element minOccurs="0" maxOccurs="unbounded" name="Txn" nillable="true" type="tns:Txn" />',
      '<s:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="s:string" />',
    ]) {
      expect(lines).toContain(line);
    }
    expect(block('<s:element name="Logout">')).toEqual([
      '<s:element name="Logout">',
      '<s:complexType />',
      '</s:element>',
    ]);
  });

  test('has no fault messages', () => {
    expect(wsdl).not.toContain('<wsdl:fault');
  });

  test('accepts other namespaces', () => {
    const other = writeWsdl(ADDRESS, { service: 'urn:mine', common: 'urn:mine-common' });
    expect(other).toContain('soapAction="urn:mine/Login"');
    expect(other).not.toContain('urn:Eve');
  });
});

describe('the help page', () => {
  test('lists every operation with a link, and the WSDL', () => {
    const html = writeOperationsPage('/evolve/service_1_4_4.asmx');
    for (const name of OPERATION_NAMES)
      expect(html).toContain(`<a href="/evolve/service_1_4_4.asmx?op=${name}">${name}</a>`);
    expect(html).toContain('href="/evolve/service_1_4_4.asmx?WSDL"');
  });

  test('escapes markup in its path', () => {
    expect(writeOperationsPage('/"><script>')).not.toContain('<script>');
    expect(writeOperationPage('Login', new URL('http://a/"><script>x</script>'))).not.toContain('<script>');
  });

  test.each(OPERATION_NAMES)('shows messages of %s that parse, in both versions', (name) => {
    for (const version of ['1.1', '1.2'] as const) {
      const sample = writeSampleMessages(name, version, { host: 'h', path: '/p' });
      const [head = '', message = ''] = sample.request.split('\n\n');
      expect(head).toContain('POST /p HTTP/1.1\nHost: h\n');
      expect(head.includes('SOAPAction: "urn:Eve_1_4_4/')).toBe(version === '1.1');
      expect(read(message)).toMatchObject({ version, body: { local: name, uri: 'urn:Eve_1_4_4' } });
      expect(read(sample.response.split('\n\n')[1] ?? '')).toMatchObject({ body: { local: `${name}Response` } });
      expect(writeOperationPage(name, new URL(ADDRESS))).toContain(`&lt;${name} xmlns="urn:Eve_1_4_4"`);
    }
  });

  test('shows values as the names of their types', () => {
    const { request } = writeSampleMessages('ProcessPayment', '1.1', { host: 'h', path: '/p' });
    expect(request).toContain('<PaymentType>NOT_SPECIFIED or PAYMENT or REFUND');
    expect(request).toContain('<Amount>int</Amount>');
  });
});
