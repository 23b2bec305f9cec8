import { describe, expect, test } from 'vitest';
import { ENVELOPE_NAMESPACES } from '../../../src/wire/soap/namespaces.js';
import type { SoapVersion } from '../../../src/wire/soap/namespaces.js';
import { readCall } from '../../../src/wire/soap/read-call.js';
import { routeMethod } from '../../../src/wire/soap/route.js';
import { actionHeaders, envelope, NS, payment, send, sendCall, sendRefused, SOAP_11, SOAP_12 } from './messages.js';

const OK = payment('<Amount>1</Amount>');
const ACTION = `${NS}/ProcessPayment`;
const unknownBody = `<Unknown xmlns="${NS}"/>`;

/** The answer to a caller: status, and the fault's version, code and text. */
async function seen(headers: Record<string, string>, message: string | Uint8Array) {
  const { status, type, body } = await sendRefused(headers, message);
  if (body === '') return `${status}`;
  const version = body.includes(`xmlns:soap="${ENVELOPE_NAMESPACES['1.1']}"`) ? '1.1' : '1.2';
  expect(type).toBe(version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8');
  const code = /<(?:faultcode|soap:Value)>soap:(\w+)</.exec(body)?.[1];
  const text = /<(?:faultstring|soap:Text xml:lang="en")>(.*?)<\//s
    .exec(body)?.[1]
    ?.replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<');
  return `${status} ${version} ${code}: ${text}`;
}

const unsupplied = 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';

describe('routing, docs/wire/soap.md section 5', () => {
  test.each([
    ['1.1, SOAPAction quoted', { ...SOAP_11, soapaction: `"${ACTION}"` }, '1.1', '1.1'],
    ['1.1, SOAPAction unquoted', { ...SOAP_11, soapaction: ACTION }, '1.1', '1.1'],
    ['1.1, no SOAPAction: by the body', SOAP_11, '1.1', '1.1'],
    ['1.1, encoded action', { ...SOAP_11, soapaction: encodeURIComponent(ACTION) }, '1.1', '1.1'],
    ['1.1, no charset', { 'content-type': 'text/xml', soapaction: ACTION }, '1.1', '1.1'],
    ['1.1, media type in capitals', { 'content-type': 'TEXT/XML; CHARSET=UTF-8' }, '1.1', '1.1'],
    ['1.2, neither action nor SOAPAction', SOAP_12, '1.2', '1.2'],
    ['1.2, action', { 'content-type': `application/soap+xml;charset=utf-8;action="${ACTION}"` }, '1.2', '1.2'],
    ['1.2, action unquoted', { 'content-type': `application/soap+xml; action=${ACTION}` }, '1.2', '1.2'],
    [
      '1.2, an action that is not known: by the body',
      { 'content-type': 'application/soap+xml; action="urn:x"' },
      '1.2',
      '1.2',
    ],
    ['1.2, an empty action: by the body', { 'content-type': 'application/soap+xml; action=""' }, '1.2', '1.2'],
    [
      '1.2 with a SOAPAction, even an unknown one: it does not count',
      { ...SOAP_12, soapaction: 'urn:x' },
      '1.2',
      '1.2',
    ],
    ['a 1.2 envelope under text/xml with SOAPAction', { ...SOAP_11, soapaction: ACTION }, '1.2', '1.2'],
    ['a 1.2 envelope under text/xml without SOAPAction', SOAP_11, '1.2', '1.2'],
  ] as [string, Record<string, string>, SoapVersion, SoapVersion][])('%s', async (_, headers, version, answered) => {
    expect(await sendCall(headers, envelope(OK, version))).toMatchObject({
      operation: 'ProcessPayment',
      version: answered,
      parameters: { txnReq: { Amount: 1 } },
    });
  });

  test('the header takes precedence over the body, whose parameters are then null', async () => {
    const body = `<AddToken xmlns="${NS}"><username>u</username></AddToken>`;
    for (const version of ['1.1', '1.2'] as const) {
      expect(await sendCall(actionHeaders(version), envelope(body, version))).toEqual({
        version,
        operation: 'ProcessPayment',
        parameters: {},
      });
      expect(await sendCall(actionHeaders(version), envelope('', version))).toMatchObject({ parameters: {} });
    }
  });

  test('header names count in any case', async () => {
    const headers = new Headers([
      ['CONTENT-TYPE', 'text/xml'],
      ['SoapAction', ACTION],
    ]);
    expect(await readCall(headers, new Response(envelope(OK, '1.1')).body)).toMatchObject({
      operation: 'ProcessPayment',
    });
  });

  test('another namespace is another service', async () => {
    const namespaces = { service: 'urn:mine', common: 'urn:c' };
    const headers = new Headers({ ...SOAP_11, soapaction: 'urn:mine/Logout' });
    expect(
      await readCall(headers, new Response(envelope('<Logout xmlns="urn:mine"/>', '1.1')).body, { namespaces }),
    ).toMatchObject({ operation: 'Logout' });
    expect(await readCall(new Headers(SOAP_12), new Response(envelope(OK)).body, { namespaces })).toMatchObject({
      status: 500,
    });
  });
});

describe('the table of faults, row by row', () => {
  describe('an unknown SOAPAction', () => {
    test.each([
      ['"urn:x"', 'urn:x'],
      ['urn:Eve_1_4_4/processpayment', 'urn:Eve_1_4_4/processpayment'],
      [`"${ACTION}/"`, `${ACTION}/`],
      ['""', ''],
      ['', ''],
      ['a<b>&', 'a<b>&amp;'],
    ])('SOAPAction: %s', async (value, shown) => {
      const words = `Server did not recognize the value of HTTP Header SOAPAction: ${shown}.`;
      expect(await seen({ ...SOAP_11, soapaction: value }, envelope(OK, '1.1'))).toBe(`500 1.1 Client: ${words}`);
    });

    test('is answered before the body is read', async () => {
      expect(await seen({ ...SOAP_11, soapaction: 'urn:x' }, 'no XML at all')).toMatch(
        /^500 1.1 Client: Server did not recognize/,
      );
    });
  });

  describe('an unknown action and an unknown body', () => {
    test.each([
      ['1.2', SOAP_12, unknownBody, `500 1.2 Sender: ${unsupplied}`],
      ['1.2 with an empty Body', SOAP_12, '', `500 1.2 Sender: ${unsupplied}`],
      [
        '1.2 with the right name in another namespace',
        SOAP_12,
        '<ProcessPayment xmlns="urn:x"/>',
        `500 1.2 Sender: ${unsupplied}`,
      ],
      [
        '1.2 with the name of a type',
        SOAP_12,
        `<ProcessPaymentResponse xmlns="${NS}"/>`,
        `500 1.2 Sender: ${unsupplied}`,
      ],
      [
        '1.2 with an empty action',
        { 'content-type': 'application/soap+xml; action=""' },
        unknownBody,
        `500 1.2 Sender: ${unsupplied}`,
      ],
      ['1.1', SOAP_11, unknownBody, `500 1.1 Client: ${unsupplied}`],
      [
        '1.2 with an action',
        { 'content-type': 'application/soap+xml; action="urn:x/Y"' },
        unknownBody,
        "500 1.2 Sender: Unable to handle request. The action 'urn:x/Y' was not recognized.",
      ],
    ] as [string, Record<string, string>, string, string][])('%s', async (_, headers, body, expected) => {
      const version = expected.includes('1.2') ? '1.2' : '1.1';
      expect(await seen(headers, envelope(body, version))).toBe(expected);
    });
  });

  describe.each([
    ['1.1', 'Client'],
    ['1.2', 'Sender'],
  ] as const)('in %s', (version, client) => {
    const server = version === '1.1' ? 'Server' : 'Receiver';
    const byHeader = actionHeaders(version);
    const byBody = version === '1.1' ? SOAP_11 : SOAP_12;
    const length = envelope('', version).length - '</s:Body></s:Envelope>'.length;

    test.each([
      ['<Amount>abc</Amount>', 'Input string was not in a correct format.'],
      ['<Amount />', 'Input string was not in a correct format.'],
      ['<Amount>99999999999</Amount>', 'Value was either too large or too small for an Int32.'],
      ['<PaymentType>FOO</PaymentType>', "Instance validation error: 'FOO' is not a valid value for PaymentType."],
    ])('a value that does not parse: %s', async (element, detail) => {
      const before = payment(element).indexOf('</txnReq>') + length + 1;
      const words = `Server was unable to read request. ---> There is an error in XML document (1, ${before}). ---> ${detail}`;
      expect(await seen(byHeader, envelope(payment(element), version))).toBe(`500 ${version} ${client}: ${words}`);
      expect(await seen(byBody, envelope(payment(element), version))).toBe(`500 ${version} ${client}: ${words}`);
    });

    test.each([
      ['SearchTokens', 'search', '<FromDate>x</FromDate>', "The string 'x' is not a valid AllXsd value."],
      [
        'SearchTokens',
        'search',
        '<ExpiredCardsOnly>x</ExpiredCardsOnly>',
        "The string 'x' is not a valid Boolean value.",
      ],
    ])('a value that does not parse: %s %s %s', async (operation, object, element, detail) => {
      const body = `<${operation} xmlns="${NS}"><${object}>${element}</${object}></${operation}>`;
      expect(await seen(byBody, envelope(body, version))).toMatch(
        new RegExp(`^500 ${version} ${client}: .* ---> ${detail}$`),
      );
    });

    test('batchFileId beyond 64 bits', async () => {
      const body = `<DownloadBatchById xmlns="${NS}"><batchFileId>9223372036854775808</batchFileId></DownloadBatchById>`;
      expect(await seen(byBody, envelope(body, version))).toMatch(
        /---> Value was either too large or too small for an Int64\.$/,
      );
    });

    test('no Envelope and no Body', async () => {
      const words = (name: string) =>
        `Server was unable to read request. ---> Request format is invalid: Missing required soap:${name} element.`;
      const bare = `<Envelope xmlns="${ENVELOPE_NAMESPACES[version]}"><Header/></Envelope>`;
      for (const headers of [byHeader, byBody]) {
        expect(await seen(headers, '<foo/>')).toBe(`500 ${version} ${client}: ${words('Envelope')}`);
        expect(await seen(headers, bare)).toBe(`500 ${version} ${client}: ${words('Body')}`);
      }
    });

    test.each([
      ['not well-formed', envelope('<a>', version)],
      ['truncated', envelope(OK, version).slice(0, -30)],
      ['a DTD', `<!DOCTYPE a>${envelope(OK, version)}`],
      ['empty', ''],
      ['with a character that XML does not have', envelope(payment('<CRN1>\u0001</CRN1>'), version)],
    ])('%s: 400 when routed by header, a fault when routed by body', async (_, message) => {
      expect(await seen(byHeader, message)).toBe('400');
      expect(await seen(byBody, message)).toMatch(
        new RegExp(
          `^500 ${version} ${server}: Server was unable to process request\\. ---> .*Line \\d+, position \\d+\\.$`,
        ),
      );
    });

    test('a header that must be understood', async () => {
      const header = '<s:Header><w:Security xmlns:w="urn:w" s:mustUnderstand="1"/></s:Header>';
      const words = `500 ${version} MustUnderstand: SOAP header Security was not understood.`;
      expect(await seen(byBody, envelope(OK, version, header))).toBe(words);
      // The fault comes before the values are read: a request with an unknown mandatory header must have no effect.
      expect(await seen(byHeader, envelope(payment('<Amount>x</Amount>'), version, header))).toBe(words);
      const optional = header.replace('"1"', '"0"');
      expect(await sendCall(byBody, envelope(OK, version, optional))).toMatchObject({ operation: 'ProcessPayment' });
    });

    test('an Envelope in no SOAP namespace: answered in 1.1', async () => {
      const words =
        'Possible SOAP version mismatch: Envelope namespace urn:x was unexpected. Expecting http://schemas.xmlsoap.org/soap/envelope/.';
      const message = `<Envelope xmlns="urn:x"><Body>${OK}</Body></Envelope>`;
      expect(await seen(byHeader, message)).toBe(`500 1.1 VersionMismatch: ${words}`);
      expect(await seen(byBody, message)).toBe(`500 1.1 VersionMismatch: ${words}`);
    });
  });

  test.each([
    'application/json',
    'text/plain',
    'application/xml',
    'multipart/related; type="application/xop+xml"',
    'application/x-www-form-urlencoded',
    '',
    'text/xmlx',
  ])('content type %j: 415', async (type) => {
    expect(await seen({ 'content-type': type }, envelope(OK))).toBe('415');
    expect(await seen({ 'content-type': type, soapaction: ACTION }, envelope(OK))).toBe('415');
  });

  test('no content type: 415', async () => {
    expect(await seen({}, envelope(OK))).toBe('415');
  });

  test('a 1.1 envelope under the media type of 1.2: 415', async () => {
    for (const headers of [SOAP_12, actionHeaders('1.2')]) {
      expect(await seen(headers, envelope(OK, '1.1'))).toBe('415');
      expect(await seen(headers, envelope(unknownBody, '1.1'))).toBe('415');
    }
    expect(await seen(SOAP_12, `<Envelope xmlns="${ENVELOPE_NAMESPACES['1.1']}"/>`)).toBe('415');
    expect(await seen(SOAP_12, envelope('<a>', '1.1'))).toBe('415');
  });

  test('a message over the limit: 413, at once when its length is declared', async () => {
    const limits = { bytes: 1_000, depth: 64, nodes: 100, attributes: 64 };
    const large = envelope(payment(`<CRN1>${'x'.repeat(2_000)}</CRN1>`));
    expect(await readCall(new Headers(SOAP_12), new Response(large).body, { limits })).toEqual({ status: 413 });
    const declared = new Headers({ ...SOAP_12, 'content-length': String(33 * 1024 * 1024) });
    const body = new ReadableStream<Uint8Array>(
      { pull: () => Promise.reject(new Error('the body was read')) },
      { highWaterMark: 0 },
    );
    expect(await readCall(declared, body)).toEqual({ status: 413 });
  });

  test('a sender that closes the connection is not a fault: the error passes', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
    await expect(readCall(new Headers(SOAP_12), body)).rejects.toThrow('gone');
  });

  test('an absent body is an empty one', async () => {
    expect(await readCall(new Headers(SOAP_12), null)).toMatchObject({ status: 500 });
    expect(await readCall(new Headers(actionHeaders('1.1')), null)).toEqual({ status: 400 });
  });
});

describe('methods and pages', () => {
  test.each([
    ['POST', '', { page: 'call' }],
    ['POST', '?WSDL', { page: 'call' }],
    ['GET', '', { page: 'operations' }],
    ['GET', '?WSDL', { page: 'wsdl' }],
    ['GET', '?wsdl', { page: 'wsdl' }],
    ['GET', '?WsDl=', { page: 'wsdl' }],
    ['GET', '?op=AddToken', { page: 'operation', operation: 'AddToken' }],
    ['GET', '?OP=AddToken', { page: 'operation', operation: 'AddToken' }],
    ['GET', '?op=addtoken', { page: 'unknown_operation', name: 'addtoken' }],
    ['GET', '?op=<script>', { page: 'unknown_operation', name: '<script>' }],
    ['GET', '?op=toString', { page: 'unknown_operation', name: 'toString' }],
    ['GET', '?op=', { page: 'operations' }],
    ['GET', '?disco', { page: 'disco' }],
    ['GET', '?DISCO=', { page: 'disco' }],
    ['GET', '?x=1', { page: 'operations' }],
    ['PUT', '', { status: 405 }],
    ['DELETE', '?WSDL', { status: 405 }],
    ['HEAD', '', { status: 405 }],
    ['OPTIONS', '', { status: 405 }],
    ['get', '', { status: 405 }],
  ] as const)('%s %s', (method, query, expected) => {
    expect(routeMethod(method, new URLSearchParams(query))).toEqual(expected);
  });
});

describe('content types', () => {
  test.each([
    ['application/soap+xml ; charset = "utf-8" ; ACTION = "urn:x"', '500'],
    ['application/soap+xml; a="; action=urn:x"; action=urn:y', "'urn:y'"],
    ['application/soap+xml; action="a\\"b"', "'a\"b'"],
    ['application/soap+xml; action=urn:first; action=urn:second', "'urn:first'"],
    [`application/soap+xml; action="${'x'.repeat(10_000)}"`, 'xxx...'],
  ])('%.60s is read', async (type, expected) => {
    expect(await seen({ 'content-type': type }, envelope(unknownBody))).toContain(expected);
  });

  test('the charset of the header is used', async () => {
    const bytes = new Uint8Array(Buffer.from(envelope(payment('<CRN1>Zoë</CRN1>'), '1.1'), 'latin1'));
    expect(await send({ 'content-type': 'text/xml; charset=ISO-8859-1' }, bytes)).toMatchObject({
      parameters: { txnReq: { CRN1: 'Zoë' } },
    });
  });
});
