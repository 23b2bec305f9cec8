import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionHeaders, envelope, NS, payment, SOAP_11, SOAP_12 } from '../../wire/soap/messages.js';
import { HOSTILE_MESSAGES } from '../../wire/soap/hostile-messages.js';
import { findOutsideClients } from '../../wire/soap/outside-clients/find-clients.js';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/node/start-sandbox.js';
import type { LogEntry } from '../../../src/sandbox/log.js';
import { RestCaller } from '../rest-caller.js';
import { stoppedClock } from '../service-under-test.js';
import { CREDENTIALS, PAYMENT, SOAP_PATH, SoapCaller, textIn } from './soap-caller.js';

/** With FLORIN_OUTSIDE_CLIENTS=required, as in CI, a client that is not installed fails the test. */
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';

const MALFORMED = envelope('<a>', '1.1');
const UNKNOWN = `<Unknown xmlns="${NS}"/>`;
const MUST = '<s:Header><w:Security xmlns:w="urn:w" s:mustUnderstand="1"/></s:Header>';

describe('the SOAP address over a port', () => {
  let running: RunningSandbox;
  let soap: SoapCaller;
  let rest: RestCaller;
  const log: LogEntry[] = [];

  beforeAll(async () => {
    running = await startSandbox({ clock: stoppedClock(), log: (entry) => log.push(entry) });
    const service = {
      fetch: (path: string, init?: RequestInit) => fetch(running.url + path, init),
      control: running.control,
      clock: stoppedClock(),
      close: () => running.close(),
    };
    soap = new SoapCaller(service);
    rest = new RestCaller(service);
  });
  afterAll(() => running.close());

  it.each(['?WSDL', '?wsdl'])('answers %s with its own address', async (query) => {
    const response = await fetch(running.url + SOAP_PATH + query);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const wsdl = await response.text();
    expect(wsdl).toContain(`<soap:address location="${running.url}${SOAP_PATH}"`);
    expect(wsdl).toContain(`<soap12:address location="${running.url}${SOAP_PATH}"`);
  });

  it('answers ?disco with where the description and both bindings are', async () => {
    const response = await fetch(`${running.url + SOAP_PATH}?disco`);
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    const address = running.url + SOAP_PATH;
    expect(await response.text()).toBe(
      '<?xml version="1.0" encoding="utf-8"?><discovery xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
        ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://schemas.xmlsoap.org/disco/">' +
        `<contractRef ref="${address}?wsdl" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />` +
        `<soap address="${address}" xmlns:q1="urn:Eve_1_4_4" binding="q1:Service_1_4_4Soap" xmlns="http://schemas.xmlsoap.org/disco/soap/" />` +
        `<soap address="${address}" xmlns:q2="urn:Eve_1_4_4" binding="q2:Service_1_4_4Soap12" xmlns="http://schemas.xmlsoap.org/disco/soap/" /></discovery>`,
    );
  });

  it('says of an unknown ?op that there is no such method', async () => {
    const response = await fetch(`${running.url + SOAP_PATH}?op=<b>Pay`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Method '&lt;b&gt;Pay' was not found in service Service_1_4_4.");
  });

  it('answers ?WSDL with the scheme of a proxy on this machine, and ignores its other headers', async () => {
    const ask = async (proto: string) => {
      const response = await fetch(`${running.url + SOAP_PATH}?WSDL`, { headers: { 'X-Forwarded-Proto': proto } });
      return /<soap:address location="([^"]*)"/.exec(await response.text())?.[1];
    };
    const { host } = new URL(running.url);
    expect(await ask('https')).toBe(`https://${host}${SOAP_PATH}`);
    expect(await ask('javascript')).toBe(`http://${host}${SOAP_PATH}`);
  });

  it('answers ?WSDL and the sample messages with the publicOrigin', async () => {
    const behind = await startSandbox({ settings: { publicOrigin: 'https://pay.example' } });
    expect(await (await fetch(`${behind.url + SOAP_PATH}?WSDL`)).text()).toContain(
      `<soap12:address location="https://pay.example${SOAP_PATH}"`,
    );
    expect(await (await fetch(`${behind.url + SOAP_PATH}?op=Login`)).text()).toContain('Host: pay.example');
    await behind.close();
  });

  it('a caller who disconnects is not logged as an error', async () => {
    const before = log.length;
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${SOAP_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 500\r\n\r\n<a>`);
    await once(socket, 'connect');
    await fetch(running.url);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    await expect.poll(() => log.slice(before).some(({ event }) => event === 'caller_gone')).toBe(true);
    expect(log.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
  });

  it.each(['', ...OPERATION_NAMES.map((name) => `?op=${name}`)])('answers GET %s with a page', async (query) => {
    const response = await fetch(running.url + SOAP_PATH + query);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain(query.slice('?op='.length) || 'ProcessPayment');
  });

  it('carries the headers of section 2', async () => {
    const { status, headers } = await soap.send('ProcessPayment', {});
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=0,no-store,no-cache,must-revalidate,proxy-revalidate');
    expect(headers.get('pragma')).toBe('no-cache');
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(Number(headers.get('content-length'))).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, string>, string, number, string]>([
    ['an unknown SOAPAction', { ...SOAP_11, soapaction: '"urn:x"' }, envelope('', '1.1'), 500, 'SOAPAction: urn:x.'],
    ['an empty SOAPAction', { ...SOAP_11, soapaction: '""' }, envelope('', '1.1'), 500, 'SOAPAction: .'],
    ['1.2 and an unknown body', SOAP_12, envelope(UNKNOWN), 500, 'Please supply a valid soap action.'],
    ['1.1 and an unknown body', SOAP_11, envelope(UNKNOWN, '1.1'), 500, 'Please supply a valid soap action.'],
    [
      '1.2, an unknown action and an unknown body',
      { 'content-type': 'application/soap+xml; action="urn:x"' },
      envelope(UNKNOWN),
      500,
      "The action 'urn:x' was not recognized.",
    ],
    ['an invalid int', SOAP_12, envelope(payment('<Amount>abc</Amount>')), 500, 'not in a correct format.'],
    [
      'a blank in the namespace of the envelope',
      SOAP_11,
      envelope('', '1.1').replace('envelope/"', 'envelope/ "'),
      500,
      'SOAP version mismatch',
    ],
    ['no Envelope', SOAP_11, '<foo/>', 500, 'Missing required soap:Envelope element.'],
    [
      'no Body',
      SOAP_12,
      '<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"/>',
      500,
      'Missing required soap:Body element.',
    ],
    ['malformed, routed by header', actionHeaders('1.1'), MALFORMED, 400, ''],
    ['malformed, routed by body', SOAP_11, MALFORMED, 500, 'Server was unable to process request.'],
    ['a DTD, routed by header', actionHeaders('1.1'), `<!DOCTYPE a>${MALFORMED}`, 400, ''],
    ['a DTD, routed by body', SOAP_12, `<!DOCTYPE a>${envelope('')}`, 500, 'DTD'],
    ['a content coding', { ...actionHeaders('1.1'), 'content-encoding': 'gzip' }, envelope('', '1.1'), 415, ''],
    ['an unknown charset', { 'content-type': 'text/xml; charset=ebcdic-cp-fi' }, envelope('', '1.1'), 415, ''],
    ['another content type', { 'content-type': 'application/json' }, '{}', 415, ''],
    ['a 1.1 envelope under the type of 1.2', SOAP_12, envelope(payment(''), '1.1'), 415, ''],
    ['a root in no SOAP namespace', SOAP_11, '<Envelope xmlns="urn:x"/>', 500, 'Possible SOAP version mismatch'],
    ['a header to be understood', SOAP_12, envelope(payment(''), '1.2', MUST), 500, 'Security was not understood.'],
  ])('%s', async (_, headers, body, status, words) => {
    const response = await soap.post(body, headers);
    const text = await response.text();
    expect(response.status).toBe(status);
    if (words === '') expect(text).toBe('');
    else expect(text).toContain(words);
  });

  it.each(['PUT', 'DELETE', 'OPTIONS', 'HEAD'])('answers %s by 405', async (method) => {
    expect((await fetch(running.url + SOAP_PATH, { method })).status).toBe(405);
  });

  it('accepts longer bodies than REST, up to 32 MiB', async () => {
    const long = envelope(`<Login xmlns="${NS}"><password>${'x'.repeat(1024 * 1024)}</password></Login>`);
    expect(textIn(await (await soap.post(long, SOAP_12)).text(), 'ResponseMessage')).toBe('invalid login');
    const response = await soap.post(new Uint8Array(32 * 1024 * 1024 + 1), SOAP_12);
    expect(response.status).toBe(413);
  });

  it.each(HOSTILE_MESSAGES.map(({ name, message }) => [name, message] as const))('refuses %s', async (_, message) => {
    const response = await soap.post(message, SOAP_12);
    expect([400, 413, 500]).toContain(response.status);
    await response.text();
  });

  it('survives hundreds of broken payments: each response is a message, and no handler crashes', async () => {
    const whole = envelope(
      `<ProcessPayment xmlns="${NS}"><username>demo-api</username><password>Demo-Password-1</password>` +
        '<merchantNumber>5353109000000000</merchantNumber><txnReq><PaymentType>PAYMENT</PaymentType>' +
        '<TxnType>IVR</TxnType><CRN1>a</CRN1><Amount>1</Amount><CardNumber>5123456789012346</CardNumber>' +
        '<ExpiryDate>9900</ExpiryDate><CVC>1</CVC></txnReq></ProcessPayment>',
    );
    const odd = [
      '',
      '&#x10ffff;',
      '-1',
      '2147483647',
      '-2147483648',
      '1e9',
      '\u202e',
      "' or 1=1",
      '__proto__',
      '99999999999',
    ];
    const bodies = [
      ...Array.from({ length: 150 }, (_, index) => whole.slice(0, Math.floor((whole.length * index) / 150))),
      ...Array.from({ length: 150 }, (_, index) => {
        const at = Math.floor((whole.length * index) / 150);
        return `${whole.slice(0, at)}${'<>&"\u0001'.charAt(index % 5)}${whole.slice(at + 1)}`;
      }),
      ...[
        'PaymentType',
        'TxnType',
        'CRN1',
        'Amount',
        'CardNumber',
        'ExpiryDate',
        'CVC',
        'username',
        'merchantNumber',
      ].flatMap((name) => odd.map((text) => whole.replace(new RegExp(`<${name}>[^<]*`), `<${name}>${text}`))),
    ];
    for (const body of bodies) {
      const response = await soap.post(body, SOAP_12);
      const text = await response.text();
      expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?><soap:Envelope /);
      expect(text).not.toContain('Fatal error');
    }
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
    expect(textIn(await soap.pay(), 'ResponseCode')).toBe('0');
  }, 60_000);

  it('logs neither credentials nor cards', async () => {
    await soap.pay();
    const text = JSON.stringify(log);
    for (const secret of [CREDENTIALS.password, PAYMENT.CardNumber, 'order 1042']) expect(text).not.toContain(secret);
  });

  describe.each(findOutsideClients().map((client) => [client.name, client] as const))('%s', (name, client) => {
    const isMissing = client.call === undefined && !isRequired;
    const call = client.call ?? (() => Promise.reject(new Error(`${name} is not installed: ${client.install}`)));
    const title = isMissing ? ` (skipped: ${client.install})` : '';

    it.skipIf(isMissing).each(['Service_1_4_4Soap', 'Service_1_4_4Soap12'])(
      `pays by port %s, and REST finds the payment${title}`,
      async (port) => {
        const parameters = { ...CREDENTIALS, txnReq: PAYMENT };
        const wsdl = `${running.url}${SOAP_PATH}?WSDL`;
        const [answer] = await call({ wsdl, port, calls: [{ operation: 'ProcessPayment', parameters }] });
        const { ProcessPaymentResult: result, response } = answer as Record<string, Record<string, string>>;
        expect(response).toMatchObject({ ResponseCode: 'SUCCESS' });
        expect(result).toMatchObject({ ResponseCode: '0', AuthorisationResult: 'Approved', CardType: 'MC' });
        const { TxnResp } = await rest.get(result?.['TransactionNumber'] ?? '');
        expect(TxnResp).toMatchObject({ ReceiptNumber: result?.['ReceiptNumber'], Type: 'ecommerce', Amount: 19_900 });
      },
      60_000,
    );
  });
});
