import { describe, expect, test } from 'vitest';
import { readResponse } from '../../../src/wire/soap/read-response.js';
import { writeFault } from '../../../src/wire/soap/fault.js';
import { writeRequest } from '../../../src/wire/soap/write-request.js';
import { envelope, NS, read } from './messages.js';

describe('a request that a client writes', () => {
  test('has its required members, also those that the caller left out', () => {
    const xml = writeRequest(
      'ProcessPayment',
      { username: 'u', txnReq: { PaymentType: 'PAYMENT', Amount: 5 } },
      { version: '1.2' },
    );
    expect(xml).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"' +
        ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
        '<ProcessPayment xmlns="urn:Eve_1_4_4"><username>u</username><txnReq><PaymentType>PAYMENT</PaymentType>' +
        '<TxnType>NOT_SPECIFIED</TxnType><Amount>5</Amount></txnReq></ProcessPayment></soap:Body></soap:Envelope>',
    );
  });

  test('of an operation without parameters is an empty element', () => {
    expect(writeRequest('Logout', {}, { version: '1.1' })).toContain(
      '<soap:Body><Logout xmlns="urn:Eve_1_4_4" /></soap:Body>',
    );
  });

  test.each(['a\u0000b', 'a\ud83d', '\uffff'])('refuses %j, which XML cannot carry, and names the member', (CRN1) => {
    expect(() => writeRequest('ProcessPayment', { txnReq: { CRN1 } }, { version: '1.1' })).toThrow(
      new TypeError('CRN1 has a character that XML cannot carry'),
    );
  });

  test('does not quote a wrong value, which may be a card number', () => {
    const draft = { txnReq: { CardNumber: 5123456789012346 } } as never;
    expect(() => writeRequest('ProcessPayment', draft, { version: '1.1' })).toThrow(
      /^CardNumber must be a value of the type string$/,
    );
  });
});

describe('an answer that a client reads', () => {
  const response = '<response><ResponseCode>SUCCESS</ResponseCode></response>';
  const answer = (content: string) =>
    read(envelope(`<x:LoginResponse xmlns:x="${NS}" xmlns="${NS}">${content}</x:LoginResponse>`, '1.1'));

  test('may have any prefix and what the table does not know', () => {
    expect(readResponse('Login', answer(`<New>1</New>${response}<LoginResult>true</LoginResult>`))).toEqual({
      kind: 'response',
      response: { LoginResult: true, response: { ResponseCode: 'SUCCESS' } },
    });
  });

  test.each([
    ['without response', answer('<LoginResult>true</LoginResult>')],
    ['with an empty response, which must not pass for SUCCESS', answer('<LoginResult>true</LoginResult><response/>')],
    [
      'with a response of another namespace',
      answer('<response xmlns=""><ResponseCode>SUCCESS</ResponseCode></response>'),
    ],
    ['of another operation', read(envelope(`<LogoutResponse xmlns="${NS}">${response}</LogoutResponse>`))],
    ['of another namespace', read(envelope(`<LoginResponse xmlns="urn:x">${response}</LoginResponse>`))],
    ['that is empty', read(envelope(''))],
  ])('%s is refused', (_, message) => {
    expect(() => readResponse('Login', message)).toThrow(expect.objectContaining({ problem: { kind: 'answer' } }));
  });

  test('for a wrong value names it', () => {
    expect(() => readResponse('Login', answer(`<LoginResult>maybe</LoginResult>${response}`))).toThrow(
      "The string 'maybe' is not",
    );
  });
});

describe('a fault that a client reads', () => {
  test.each(['Client', 'Server', 'VersionMismatch', 'MustUnderstand'] as const)(
    '%s, as we write it, in both versions',
    (code) => {
      for (const version of ['1.1', '1.2'] as const) {
        const fault = { version, code, text: 'a <b> & c' };
        expect(readResponse('Login', read(writeFault(fault)))).toEqual({ kind: 'fault', fault });
      }
    },
  );

  test.each([
    ['<faultcode>soapenv:Client.Authentication</faultcode><faultstring>x</faultstring>', 'Client', 'x'],
    ['<faultstring>x</faultstring><faultcode>Server</faultcode>', 'Server', 'x'],
    ['<faultcode>s:Strange</faultcode>', 'Server', ''],
    ['', 'Server', ''],
  ])('%s', (content, code, text) => {
    const message = read(envelope(`<s:Fault>${content}</s:Fault>`, '1.1'));
    expect(readResponse('Login', message)).toEqual({ kind: 'fault', fault: { version: '1.1', code, text } });
  });
});
