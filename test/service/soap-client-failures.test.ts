import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FlorinError } from '../../src/core/errors.js';
import { createSoapClient, type SoapClient, type SoapClientOptions } from '../../src/service/index.js';
import { readSoapAnswer } from '../../src/service/soap-answer.js';
import { SOAP_NAMESPACES } from '../../src/wire/soap/namespaces.js';
import { RESPONSE_LIMITS } from '../../src/wire/soap/xml-limits.js';
import { CARD, CREDENTIALS, payment } from './soap-calls.js';
import { NOWHERE } from '../support/free-port.js';
import { pretendService, type PretendService } from './pretend-service.js';

const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
const NS = 'urn:Eve_1_4_4';
const PAID = '<ResponseCode>0</ResponseCode><TransactionNumber>1043</TransactionNumber>';
const OK = '<response><ResponseCode>SUCCESS</ResponseCode></response>';

const envelope = (body: string, namespace = SOAP_11) =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body></s:Envelope>`;
const answerOf = (operation: string, content: string, namespace = NS) =>
  envelope(`<${operation}Response xmlns="${namespace}">${content}</${operation}Response>`);
const result = (content: string) => `<ProcessPaymentResult>${content}</ProcessPaymentResult>`;
const error = (words: string) =>
  `<response><ResponseCode>ERROR</ResponseCode><ResponseMessage>${words}</ResponseMessage></response>`;
const whole = answerOf('ProcessPayment', result(PAID) + OK);

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

function xml(text: string | Buffer, status = 200, type = 'text/xml; charset=utf-8'): Answer {
  return (response) => response.writeHead(status, { 'content-type': type }).end(text);
}

function clientOf(url: string, more: Partial<SoapClientOptions> = {}): SoapClient {
  return createSoapClient({ endpoint: `${url}/service.asmx`, credentials: CREDENTIALS, ...more });
}

function expectNoSecret(failed: unknown): void {
  const text = inspect(failed, { depth: Infinity, showHidden: true });
  expect(text).not.toContain(CARD);
  expect(text).not.toContain(CREDENTIALS.password);
  expect(text).not.toMatch(/CVC.{0,5}123/);
}

async function failure(call: Promise<unknown>): Promise<FlorinError> {
  const outcome: unknown = await call.then(
    () => 'it resolved',
    (failed: unknown) => failed,
  );
  if (!(outcome instanceof FlorinError)) throw new Error('this was to fail with a FlorinError', { cause: outcome });
  expectNoSecret(outcome);
  return outcome;
}

const pay = (service: PretendService, more: Partial<SoapClientOptions> = {}) =>
  clientOf(service.url, more).processPayment({ txnReq: payment('order 1042') });

const unusable: readonly (readonly [string, Answer])[] = [
  ['HTML with 200', xml(`<!doctype html><html><body>${CARD}</body></html>`, 200, 'text/html')],
  ['XHTML with 200', xml(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${CARD}</body></html>`)],
  ['HTML with 502', xml(`<html><body>${CARD} Bad gateway<br></body></html>`, 502, 'text/html')],
  ['nothing', (response) => response.end()],
  ['nothing with 415', (response) => response.writeHead(415).end()],
  ['JSON', xml(`{"card":"${CARD}"}`, 200, 'application/json')],
  ['half a body, then the end', xml(whole.slice(0, -30))],
  [
    'half a body, then a reset',
    (response, request) => {
      response.writeHead(200, { 'content-length': String(whole.length) }).write(whole.slice(0, 200));
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    },
  ],
  ['a reset', (_response, request) => request.socket.resetAndDestroy()],
  ['a closed connection', (_response, request) => request.socket.destroy()],
  ['bytes that are no HTTP', (_response, request) => request.socket.end(`SSH-2.0 ${CARD}\r\n`)],
  ['SUCCESS and no result', xml(answerOf('ProcessPayment', OK))],
  ['SUCCESS and an empty result', xml(answerOf('ProcessPayment', `<ProcessPaymentResult />${OK}`))],
  ['a result and no response', xml(answerOf('ProcessPayment', result(PAID)))],
  ['a response without a code', xml(answerOf('ProcessPayment', `${result(PAID)}<response />`))],
  ['a code of tomorrow', xml(answerOf('ProcessPayment', result(PAID) + OK.replace('SUCCESS', CARD)))],
  ["another operation's answer", xml(answerOf('AddToken', `<AddTokenResult><Token>1</Token></AddTokenResult>${OK}`))],
  ['an answer in another namespace', xml(answerOf('ProcessPayment', result(PAID) + OK, 'urn:Eve_1_4_3'))],
  ['an Envelope of no SOAP', xml(whole.replace(SOAP_11, 'urn:soap'))],
  ['an Envelope without Body', xml(`<s:Envelope xmlns:s="${SOAP_11}" />`)],
  ['an empty Body', xml(envelope(''))],
  ['a good message with 500', xml(whole, 500)],
  ['a DTD', xml(`<!DOCTYPE x [<!ENTITY a "${CARD}">]>${whole.slice(whole.indexOf('?>') + 2)}`)],
  ['no UTF-8', xml(Buffer.concat([Buffer.from(whole.slice(0, 200)), Buffer.from([0xff, 0xfe])]))],
  ['an unknown encoding', xml(whole, 200, 'text/xml; charset=x-none')],
  ['a deep document', xml(envelope('<a>'.repeat(100_000) + '</a>'.repeat(100_000)))],
  [
    'a fault of the server',
    xml(envelope(`<s:Fault><faultcode>s:Server</faultcode><faultstring>card ${CARD}</faultstring></s:Fault>`), 500),
  ],
  [
    'a fault of the receiver, in SOAP 1.2',
    xml(
      envelope(
        '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text>no</s:Text></s:Reason></s:Fault>',
        SOAP_12,
      ),
      500,
    ),
  ],
  ['ERROR with the words of 999', xml(answerOf('ProcessPayment', error('Fatal error')))],
];

describe('processPayment is unknown, after one request, when the answer is', () => {
  it.each(unusable)('%s', async (_name, answer) => {
    const service = await pretendService(answer);
    expect((await failure(pay(service))).code).toBe('service_unreachable');
    expect(service.received).toHaveLength(1);
  });

  it('more bytes than the limit, and the transfer ends', async () => {
    const limits = { ...RESPONSE_LIMITS, bytes: 1024 * 1024 };
    const service = await pretendService((response) => {
      response.writeHead(200, { 'content-type': 'text/xml' });
      response.write(whole.slice(0, whole.indexOf('<s:Body>')));
      const piece = ' '.repeat(64 * 1024);
      const send = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', send);
      send();
    });
    const read = readSoapAnswer('ProcessPayment', await fetch(service.url), {
      call: 'processPayment',
      namespaces: SOAP_NAMESPACES,
      limits,
    });
    expect((await failure(read)).message).toContain(`more than ${limits.bytes} bytes`);
  });

  it.each([301, 302, 307, 308])('a redirect (%i), which is not followed', async (status) => {
    const elsewhere = await pretendService(xml(whole));
    const service = await pretendService((response) => {
      response.writeHead(status, { location: elsewhere.url }).end();
    });
    expect((await failure(pay(service))).message).toContain('redirect');
    expect(elsewhere.received).toHaveLength(0);
  });

  it('missing, because nothing listens', async () => {
    const call = clientOf(NOWHERE).processPayment({ txnReq: payment('order 1042') });
    expect((await failure(call)).code).toBe('service_unreachable');
  });

  it.each<[string, Answer]>([
    ['never begun', () => undefined],
    ['begun and never ended', (response) => response.writeHead(200).write(whole.slice(0, 200))],
    [
      'dripping',
      (response) => {
        response.writeHead(200).write(whole.slice(0, whole.indexOf('<s:Body>')));
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('%s', async (_name, answer) => {
    const service = await pretendService(answer);
    expect((await failure(pay(service, { timeoutSeconds: 0.3 }))).code).toBe('service_timeout');
    expect(service.received).toHaveLength(1);
    const { processPayment } = clientOf(service.url);
    const call = processPayment({ txnReq: payment('order 1042') }, { timeoutSeconds: 0.3 });
    expect((await failure(call)).code).toBe('service_timeout');
  });
});

describe('processPayment is refused when the answer is', () => {
  it.each([
    ['ERROR', xml(answerOf('ProcessPayment', `<ProcessPaymentResult />${error('invalid login')}`)), 'invalid login'],
    [
      'a fault of the client',
      xml(envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>Bad</faultstring></s:Fault>'), 500),
      'Bad',
    ],
    [
      'a fault of the sender',
      xml(
        envelope(
          '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>Bad</s:Text></s:Reason></s:Fault>',
          SOAP_12,
        ),
        500,
        'application/soap+xml; charset=utf-8',
      ),
      'Bad',
    ],
  ] as const)('%s', async (_name, answer, apiText) => {
    const service = await pretendService(answer);
    expect(await failure(pay(service))).toMatchObject({ code: 'api_rejected', apiText, apiCode: undefined });
    expect(service.received).toHaveLength(1);
  });

  it('not by an ERROR without words', async () => {
    const answer = answerOf('ProcessPayment', '<response><ResponseCode>ERROR</ResponseCode></response>');
    const service = await pretendService(xml(answer));
    expect((await failure(pay(service))).code).toBe('result_unknown');
  });

  it('not by an ERROR of SubmitBatch without a list, unless its text is documented', async () => {
    for (const [text, code] of [
      ['invalid login', 'api_rejected'],
      ['file is being processed', 'result_unknown'],
    ] as const) {
      const service = await pretendService(xml(answerOf('SubmitBatch', error(text))));
      const call = clientOf(service.url).submitBatch({ filename: 'a.csv', content: '' });
      expect((await failure(call)).code).toBe(code);
    }
  });

  it('a text with a possible card number, which is masked', async () => {
    const service = await pretendService(xml(answerOf('ProcessPayment', error(`invalid card ${CARD}\nnext line`))));
    expect((await failure(pay(service))).apiText).toBe('invalid card [digits] next line');
  });
});

describe('other answers', () => {
  it('a boolean that is missing is not false', async () => {
    const service = await pretendService(xml(answerOf('IsBankAvailable', OK)));
    expect((await failure(clientOf(service.url).isBankAvailable({ bankId: 1 }))).code).toBe('service_unreachable');
  });

  it('a list that is missing is not "nothing found"', async () => {
    const service = await pretendService(xml(answerOf('SearchTransactions', OK)));
    const call = clientOf(service.url).searchTransactions({ search: {} });
    expect((await failure(call)).code).toBe('service_unreachable');
  });

  it('a login that is SUCCESS and false is refused', async () => {
    const service = await pretendService(xml(answerOf('Login', `<LoginResult>false</LoginResult>${OK}`)));
    expect((await failure(clientOf(service.url).login())).code).toBe('api_rejected');
  });

  it('is read with any prefix, encoding and order, without null items', async () => {
    const text =
      `<?xml version="1.0" encoding="iso-8859-1"?><E:Envelope xmlns:E='${SOAP_12}' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>` +
      `<E:Header/><E:Body><q:SearchTransactionsResponse xmlns:q='${NS}'><q:response><q:ResponseCode>SUCCESS</q:ResponseCode>` +
      `</q:response><q:SearchTransactionsResult><q:Txn i:nil="true"/><q:Txn><q:Amount>7</q:Amount><q:CRN1>caf\u00e9</q:CRN1>` +
      '</q:Txn></q:SearchTransactionsResult></q:SearchTransactionsResponse></E:Body></E:Envelope>';
    const service = await pretendService(xml(Buffer.from(text, 'latin1'), 200, 'application/soap+xml'));
    expect(await clientOf(service.url).searchTransactions({ search: {} })).toMatchObject([{ Amount: 7, CRN1: 'café' }]);
  });

  it('of 5,000 transactions is read', { timeout: 60_000 }, async () => {
    const Txn = '<Txn><CRN1>a</CRN1><Amount>1</Amount><TransactionNumber>5</TransactionNumber></Txn>'.repeat(5_000);
    const list = `<SearchTransactionsResult>${Txn}</SearchTransactionsResult>`;
    const service = await pretendService(xml(answerOf('SearchTransactions', list + OK)));
    expect(await clientOf(service.url).searchTransactions({ search: {} })).toHaveLength(5_000);
  });
});

describe('a request', () => {
  const loggedIn = answerOf('Login', `<LoginResult>true</LoginResult>${OK}`);

  it('keeps the cookies of the login until the service or the logout ends them', async () => {
    const sets = [
      ['ASP.NET_SessionId=abc; path=/; HttpOnly', 'lb="x y"; path=/', 'node=7; Max-Age=60'],
      ['node=; expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      [],
      [],
    ];
    const answers = [loggedIn, answerOf('IsBankAvailable', `<IsBankAvailableResult>true</IsBankAvailableResult>${OK}`)];
    const service = await pretendService((response) => {
      const call = service.received.length - 1;
      response.setHeader('set-cookie', sets[call] ?? []);
      response.end(call < 2 ? answers[call] : call === 2 ? answerOf('Logout', OK) : loggedIn);
    });
    const client = clientOf(service.url);
    await client.login();
    expect(await client.isBankAvailable({ bankId: 1 })).toBe(true);
    await client.logout();
    await client.login();
    expect(service.received.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      'ASP.NET_SessionId=abc; node=7',
      'ASP.NET_SessionId=abc',
      undefined,
    ]);
  });

  it.each([
    ['1.1', 'text/xml; charset=utf-8', '"urn:Other/Logout"', SOAP_11],
    ['1.2', 'application/soap+xml; charset=utf-8; action="urn:Other/Logout"', undefined, SOAP_12],
  ] as const)('is SOAP %s in the namespace that was asked for', async (version, type, action, namespace) => {
    const service = await pretendService(xml(answerOf('Logout', OK, 'urn:Other')));
    await clientOf(service.url, { version, namespace: 'urn:Other' }).logout();
    expect(service.received[0]?.headers).toMatchObject({ 'content-type': type });
    expect(service.received[0]?.headers['soapaction']).toBe(action);
    expect(service.received[0]?.body).toContain(`<soap:Envelope xmlns:soap="${namespace}"`);
    expect(service.received[0]?.body).toContain('<Logout xmlns="urn:Other" />');
  });

  it('is not sent when an argument is unknown to the interface', async () => {
    const service = await pretendService(xml(whole));
    const client = clientOf(service.url);
    const bad: readonly (readonly [() => Promise<unknown>, string])[] = [
      [
        () => client.processPayment({ txnReq: { ...payment('a'), Amonut: 5 } as object }),
        'txnReq has no member Amonut',
      ],
      [() => client.processPayment({ txnReq: payment('a', { Amount: 19.5 }) }), 'Amount must be'],
      [() => client.processPayment({ txnReq: payment('a', { Amount: 2 ** 31 }) }), 'Amount must be'],
      [() => client.processPayment({ txnReq: payment('a', { CardNumber: Number(CARD) }) }), 'CardNumber must be'],
      [() => client.processPayment({ txnReq: payment('a', { PaymentType: 'STEAL' }) }), 'PaymentType must be'],
      [() => client.processPayment({ txnReq: payment('a\u0000') }), 'MerchantReference has a character'],
      [() => client.deleteToken({ token: '1', password: 'x' } as object), 'deleteToken has no member password'],
    ];
    for (const [call, words] of bad) {
      const refused: unknown = await call().catch((failed: unknown) => failed);
      expect(refused).toBeInstanceOf(TypeError);
      expect((refused as Error).message).toContain(words);
      expectNoSecret(refused);
    }
    expect(service.received).toHaveLength(0);
  });

  it("is aborted by the caller's signal, with its reason", async () => {
    const controller = new AbortController();
    const reason = new Error('never mind');
    const service = await pretendService(() => controller.abort(reason));
    const { processPayment } = clientOf(service.url);
    const call = processPayment({ txnReq: payment('a') }, { signal: controller.signal });
    await expect(call).rejects.toBe(reason);
    await expect(processPayment({ txnReq: payment('a') }, { signal: controller.signal })).rejects.toBe(reason);
    expect(service.received).toHaveLength(1);
  });

  it('is not quoted in the error of a fetch', async () => {
    const fetch = (url: string, init: RequestInit) => Promise.reject(new Error(`${url} ${JSON.stringify(init)}`));
    const call = clientOf('https://service.example', { fetch }).processPayment({ txnReq: payment('a') });
    expect((await failure(call)).code).toBe('service_unreachable');
  });
});

describe('createSoapClient', () => {
  it.each([
    [{ endpoint: '/service.asmx' }, /endpoint must be/],
    [{ endpoint: 'https://u:p@service.example/' }, /endpoint must be/],
    [{ endpoint: 'https://service.example/?WSDL' }, /endpoint must be/],
    [{ version: '1.3' }, /version must be/],
    [{ namespace: '' }, /namespace must be/],
    [{ timeoutSeconds: 0 }, /timeoutSeconds must be/],
    [{ credentials: { ...CREDENTIALS, password: '' } }, /credentials.password must be/],
    [{ credentials: { ...CREDENTIALS, merchantNumber: 5353 } }, /credentials.merchantNumber must be/],
  ])('refuses %j', (more, message) => {
    expect(() => clientOf('https://service.example', more as Partial<SoapClientOptions>)).toThrow(message);
  });
});
