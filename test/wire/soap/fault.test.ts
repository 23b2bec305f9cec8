import { describe, expect, test } from 'vitest';
import { unexpectedFault, writeFault } from '../../../src/wire/soap/fault.js';
import type { FaultCode } from '../../../src/wire/soap/fault.js';
import { answerMessage, answerRefusal } from '../../../src/wire/soap/http-answer.js';

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const SCHEMA = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

function fault11(code: string, text: string, header = ''): string {
  return (
    `${XML}<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ${SCHEMA}>${header}<soap:Body><soap:Fault>` +
    `<faultcode>soap:${code}</faultcode><faultstring>${text}</faultstring><detail /></soap:Fault></soap:Body></soap:Envelope>`
  );
}

function fault12(code: string, text: string): string {
  return (
    `${XML}<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" ${SCHEMA}><soap:Body><soap:Fault>` +
    `<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code>` +
    `<soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason><soap:Detail /></soap:Fault></soap:Body></soap:Envelope>`
  );
}

describe('a fault, byte for byte', () => {
  test.each([
    ['Client', 'Client', 'Sender'],
    ['Server', 'Server', 'Receiver'],
    ['MustUnderstand', 'MustUnderstand', 'MustUnderstand'],
  ] as [FaultCode, string, string][])('%s is %s in 1.1 and %s in 1.2', (code, in11, in12) => {
    const text = 'Server was unable to read request. ---> <x> & "y"';
    const escaped = 'Server was unable to read request. ---&gt; &lt;x&gt; &amp; "y"';
    expect(writeFault({ version: '1.1', code, text })).toBe(fault11(in11, escaped));
    expect(writeFault({ version: '1.2', code, text })).toBe(fault12(in12, escaped));
  });

  test('VersionMismatch lists the two supported envelopes', () => {
    const upgrade =
      '<soap:Header><soap12:Upgrade xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">' +
      '<soap12:SupportedEnvelope qname="soap:Envelope" /><soap12:SupportedEnvelope qname="soap12:Envelope" />' +
      '</soap12:Upgrade></soap:Header>';
    expect(writeFault({ version: '1.1', code: 'VersionMismatch', text: 'x' })).toBe(
      fault11('VersionMismatch', 'x', upgrade),
    );
  });

  test('an unexpected error has its message', () => {
    expect(writeFault(unexpectedFault('1.2', 'Incident 17'))).toBe(
      fault12('Receiver', 'Server was unable to process request. ---&gt; Incident 17'),
    );
    expect(writeFault(unexpectedFault('1.1', 'Incident 17'))).toBe(
      fault11('Server', 'Server was unable to process request. ---&gt; Incident 17'),
    );
  });
});

describe('as HTTP', () => {
  test('an answer is 200 with its length in bytes, and never cached', () => {
    const { status, headers, body } = answerMessage('1.1', 'Zoë');
    expect(status).toBe(200);
    expect(headers).toEqual({
      'content-type': 'text/xml; charset=utf-8',
      'content-length': '4',
      'cache-control': 'private, max-age=0,no-store,no-cache,must-revalidate,proxy-revalidate',
      pragma: 'no-cache',
    });
    expect(new TextDecoder().decode(body)).toBe('Zoë');
    expect(answerMessage('1.2', '').headers['content-type']).toBe('application/soap+xml; charset=utf-8');
  });

  test('a fault is 500, in its version', () => {
    const answer = answerRefusal({ status: 500, fault: { version: '1.2', code: 'Client', text: 'x' } });
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toBe('application/soap+xml; charset=utf-8');
    expect(new TextDecoder().decode(answer.body)).toBe(fault12('Sender', 'x'));
  });

  test.each([400, 413, 415] as const)('%d has an empty body', (status) => {
    const answer = answerRefusal({ status });
    expect([answer.status, answer.body.length, answer.headers['content-length']]).toEqual([status, 0, '0']);
    expect(answer.headers['content-type']).toBeUndefined();
  });

  test('405 has the allowed methods', () => {
    expect(answerRefusal({ status: 405 }).headers['allow']).toBe('GET, POST');
  });
});
