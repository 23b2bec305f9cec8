import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FlorinError } from '../../src/core/errors.js';
import { MAX_ANSWER_BYTES } from '../../src/service/exchange.js';
import { createRestClient, type RestClient, type RestClientOptions } from '../../src/service/rest-client.js';
import type { TxnReq } from '../../src/service/txn-req.js';
import process from '../vectors/rest-process-txn.json' with { type: 'json' };
import { NOWHERE } from '../support/free-port.js';
import { answerJson, pretendService } from './pretend-service.js';

const CARD = '4987654321098769';
const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const payment: TxnReq = {
  Action: 'payment',
  Amount: 100,
  Crn1: 'a',
  CardDetails: { CardNumber: CARD, Cvn: '876', ExpiryDate: '0528' },
};

function clientOf(baseUrl: string, more: Partial<RestClientOptions> = {}): RestClient<'v2' | 'v3'> {
  return createRestClient({ baseUrl, version: 'v3', ...credentials, ...more });
}

async function failure(call: Promise<unknown>): Promise<FlorinError> {
  const outcome: unknown = await call.then(
    () => 'it resolved',
    (error: unknown) => error,
  );
  if (outcome instanceof FlorinError) return outcome;
  throw new Error('this was to fail with a FlorinError', { cause: outcome });
}

/** All text that a log could contain of an error, with its causes and its non-enumerable members. */
function shown(error: unknown): string {
  return inspect(error, { depth: Infinity, showHidden: true });
}

function expectNoSecret(error: unknown): void {
  const text = shown(error);
  expect(text).not.toContain(CARD);
  expect(text).not.toContain('Demo-Password-1');
  expect(text).not.toContain('ZGVtby1hcGl8');
  expect(text).not.toMatch(/Cvn.{0,5}876/);
}

const html = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><body>${CARD} Bad gateway</body></html>`);
};
const whole = JSON.stringify(process.v3.answer);

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const unusable: readonly (readonly [string, Answer])[] = [
  ['HTML with 200', html(200)],
  ['HTML with 502', html(502)],
  ['nothing', (response) => response.end()],
  ['half a body, then the end', (response) => response.end(whole.slice(0, 700))],
  [
    'half a body, then a reset',
    (response, request) => {
      response.writeHead(200, { 'content-length': String(whole.length) }).write(whole.slice(0, 700));
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    },
  ],
  ['a reset', (_response, request) => request.socket.resetAndDestroy()],
  ['a closed connection', (_response, request) => request.socket.destroy()],
  ['code 0 and no transaction', answerJson({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' } })],
  ['code 0 and null', answerJson({ APIResponse: { ResponseCode: 0 }, TxnResp: null })],
  ['code 0 and a list', answerJson({ APIResponse: { ResponseCode: 0 }, TxnResp: [process.v3.answer.TxnResp] })],
  ['a transaction without APIResponse', answerJson({ TxnResp: process.v3.answer.TxnResp })],
  ['a code that is a text', answerJson({ APIResponse: { ResponseCode: '0' }, TxnResp: process.v3.answer.TxnResp })],
  ['an amount that is a text', answerJson({ ...process.v3.answer, TxnResp: { Amount: CARD } })],
  ['a number', answerJson(4987654321098769)],
  ['JSON of somebody else', answerJson({ Message: `no ${CARD} here` })],
  [
    'a good body with status 500',
    (response) => response.writeHead(500, { 'content-type': 'application/json' }).end(whole),
  ],
  [
    'no UTF-8',
    (response) => response.writeHead(200).end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  ],
  ['100,000 nested arrays', (response) => response.end('['.repeat(100_000) + ']'.repeat(100_000))],
  ['bytes that are no HTTP', (_response, request) => request.socket.end(`SSH-2.0 ${CARD}\r\n`)],
  [
    'more bytes than are read',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const send = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', send);
      send();
    },
  ],
  [
    'a small body that becomes a huge one',
    (response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(MAX_ANSWER_BYTES * 4, 0x20)));
    },
  ],
];

describe('processTransaction fails with service_unreachable, after one request, when the answer is', () => {
  it.each(unusable)('%s', async (_name, answer) => {
    const service = await pretendService(answer);
    const error = await failure(clientOf(service.url).processTransaction(payment));
    expect(error.code).toBe('service_unreachable');
    expect(error.apiCode).toBeUndefined();
    expect(service.received).toHaveLength(1);
    expectNoSecret(error);
  });

  it.each([301, 302, 303, 307, 308])('a redirect (%i), which it does not follow', async (status) => {
    const elsewhere = await pretendService(answerJson(process.v3.answer));
    const service = await pretendService((response) => {
      response.writeHead(status, { location: `${elsewhere.url}/webapi/v3/txns/` }).end();
    });
    const error = await failure(clientOf(service.url).processTransaction(payment));
    expect(error.code).toBe('service_unreachable');
    expect(error.message).toContain('redirect');
    expect(service.received).toHaveLength(1);
    expect(elsewhere.received).toHaveLength(0);
    expectNoSecret(error);
  });
});

describe('each call', () => {
  const calls: readonly (readonly [string, (client: RestClient<'v2' | 'v3'>) => Promise<unknown>])[] = [
    ['processTransaction', (client) => client.processTransaction(payment)],
    ['getTransaction', (client) => client.getTransaction('1')],
    ['searchTransactions', (client) => client.searchTransactions({ Crn1: 'a' })],
    ['createAuthKey', (client) => client.createAuthKey({ ProcessTxnData: {} })],
    ['getResult', (client) => client.getResult('1')],
    ['status', (client) => client.status()],
  ];

  it.each(calls)('%s sends once though the connection breaks', async (_name, call) => {
    const service = await pretendService((_response, request) => request.socket.resetAndDestroy());
    expect((await failure(call(clientOf(service.url)))).code).toBe('service_unreachable');
    expect(service.received).toHaveLength(1);
  });

  it.each(calls)('%s rejects with what the service refused', async (name, call) => {
    const body = { APIResponse: { ResponseCode: 1, ResponseText: 'Invalid login details' }, TxnResp: null };
    const service = await pretendService(answerJson(body));
    const error = await failure(call(clientOf(service.url)));
    expect(error).toMatchObject({ code: 'api_rejected', apiCode: 1, apiText: 'Invalid login details' });
    expect(error.message).toContain(name);
    expect(service.received).toHaveLength(1);
  });

  it.each(calls)('%s does not accept an incomplete answer', async (name, call) => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 0 } }));
    const outcome = call(clientOf(service.url));
    // A status has nothing but APIResponse.
    if (name === 'status') return expect(await outcome).toBeUndefined();
    return expect((await failure(outcome)).code).toBe('service_unreachable');
  });

  it.each(calls)('%s rejects when nothing listens', async (_name, call) => {
    const error = await failure(call(clientOf(NOWHERE)));
    expect(error.code).toBe('service_unreachable');
    expect((error.cause as Error).message).toBe('TypeError, Error ECONNREFUSED');
    expectNoSecret(error);
  });
});

describe('a service with too many calls', () => {
  it.each([
    ['429', 429, {}, 5],
    ['429 and seconds', 429, { 'retry-after': '30' }, 30],
    [
      '429 and a date',
      429,
      { date: 'Sat, 21 Nov 2026 07:30:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 07:31:00 GMT' },
      60,
    ],
    ['429 and -5', 429, { 'retry-after': '-5' }, 5],
    ['429 and 1.5', 429, { 'retry-after': '1.5' }, 5],
    ['429 and soon 5', 429, { 'retry-after': 'soon 5' }, 5],
    ['503 and seconds', 503, { 'retry-after': '2' }, 2],
    ['503', 503, {}, undefined],
  ])('answers %s: the error says when it takes calls again', async (_name, status, headers, seconds) => {
    const service = await pretendService((response) => response.writeHead(status, headers).end('<h1>busy</h1>'));
    const error = await failure(clientOf(service.url).searchTransactions({ Crn1: 'a' }));
    expect([error.code, error.retryAfterSeconds]).toEqual(['service_unreachable', seconds]);
  });
});

describe('a connection error', () => {
  it('omits everything else that a custom fetch quotes', async () => {
    const fetch = (url: string, init: RequestInit) => {
      const cause = Object.assign(new Error(JSON.stringify(init)), { code: CARD, request: init });
      return Promise.reject(Object.assign(new Error(`${url} ${JSON.stringify(init)}`, { cause }), { name: CARD }));
    };
    const error = await failure(clientOf('https://service.example', { fetch }).processTransaction(payment));
    expect(error.code).toBe('service_unreachable');
    expectNoSecret(error);
  });

  it('may be a value that is not an Error', async () => {
    const fetch = async (): Promise<Response> => {
      const odd: unknown = CARD;
      await Promise.resolve();
      throw odd;
    };
    const error = await failure(clientOf('https://service.example', { fetch }).status());
    expect(error.code).toBe('service_unreachable');
    expectNoSecret(error);
  });
});

describe('a refusal', () => {
  it.each([
    [900, 'One or more sub-systems are currently unavailable', 'service_unreachable'],
    [999, 'Fatal error', 'service_unreachable'],
    [112, 'Invalid card number', 'api_rejected'],
    [207, 'Invalid session', 'api_rejected'],
    [998, 'Invalid request payload (missing: TxnReq)', 'api_rejected'],
    [4711, 'A code of tomorrow', 'result_unknown'],
    [-1, 'Below', 'result_unknown'],
  ])('%i (%s) is %s and keeps code and text', async (apiCode, apiText, code) => {
    const body = { APIResponse: { ResponseCode: apiCode, ResponseText: apiText }, TxnResp: null };
    const service = await pretendService(answerJson(body));
    const error = await failure(clientOf(service.url).processTransaction(payment));
    expect(error).toMatchObject({ code, apiCode, apiText });
  });

  it('without a text has the text of its code', async () => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 207, ResponseText: null } }));
    expect((await failure(clientOf(service.url).getResult('1'))).apiText).toBe('Invalid session');
  });

  it('is reported also with a broken payload', async () => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 206 }, TxnResp: 'none' }));
    expect((await failure(clientOf(service.url).getResult('1'))).apiCode).toBe(206);
  });

  it('omits possible card numbers and line ends, and is cut to its maximum length', async () => {
    const ResponseText = `Invalid card number 4987-6543 2109 8769\r\nlog line ${'x'.repeat(5_000)}`;
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 112, ResponseText } }));
    const { apiText, message } = await failure(clientOf(service.url).processTransaction(payment));
    expect(apiText).toMatch(/^Invalid card number \[digits\] log line x+$/);
    expect(message).not.toMatch(/[\r\n]|\d{4}/);
    expect(message.length).toBeLessThan(400);
  });
});

describe('a slow answer', () => {
  it.each<[string, Answer]>([
    ['that never begins', () => undefined],
    [
      'that begins and never ends',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write(whole.slice(0, 100));
      },
    ],
    [
      'that drips',
      (response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write(' '), 10);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('%s is a service_timeout after one request', async (_name, answer) => {
    const service = await pretendService(answer);
    // A timeout that restarts with each byte would never fire.
    const error = await failure(clientOf(service.url, { timeoutSeconds: 0.2 }).processTransaction(payment));
    expect(error.code).toBe('service_timeout');
    expect(error.message).toContain('within 0.2 seconds');
    expect(service.received).toHaveLength(1);
    expectNoSecret(error);
  });

  it('times out also when a fetch ignores its signal', async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    const error = await failure(clientOf('https://service.example', { fetch, timeoutSeconds: 0.05 }).status());
    expect(error.code).toBe('service_timeout');
  });

  it("is aborted by the caller's signal, with its reason, and the connection ends", async () => {
    const closed = withResolvers();
    const arrived = withResolvers();
    const service = await pretendService((_response, request) => {
      request.socket.on('close', () => closed.resolve());
      arrived.resolve();
    });
    const controller = new AbortController();
    const call = clientOf(service.url).processTransaction(payment, { signal: controller.signal });
    await arrived.promise;
    const reason = new Error('the shopper left');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await closed.promise;
    expect(service.received).toHaveLength(1);
  });

  it("is aborted by the caller's signal in the middle of its body", async () => {
    const closed = withResolvers();
    const controller = new AbortController();
    const reason = new Error('the shopper left');
    const service = await pretendService((response, request) => {
      request.socket.on('close', () => closed.resolve());
      response.writeHead(200, { 'content-length': String(whole.length) }).write(whole.slice(0, 700));
    });
    // Once the head is there, the body is being read.
    const send = async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init);
      setTimeout(() => controller.abort(reason), 20);
      return answer;
    };
    const client = clientOf(service.url, { fetch: send });
    const call = client.processTransaction(payment, { signal: controller.signal });
    await expect(call).rejects.toBe(reason);
    await closed.promise;
    expect(service.received).toHaveLength(1);
  });

  it('rejects at once, and sends nothing, when the signal has already aborted', async () => {
    const service = await pretendService(answerJson(process.v3.answer));
    const signal = AbortSignal.abort(new Error('never mind'));
    await expect(clientOf(service.url).processTransaction(payment, { signal })).rejects.toThrow('never mind');
    expect(service.received).toHaveLength(0);
  });

  it('leaves no listener on a signal that is used again', async () => {
    const service = await pretendService(answerJson(process.v3.answer));
    let listeners = 0;
    const { signal } = new AbortController();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (let call = 0; call < 3; call += 1) await clientOf(service.url).getTransaction('1', { signal });
    expect(listeners).toBe(0);
  });
});

describe('a large answer', () => {
  it('of a thousand transactions is read', async () => {
    const TxnRespList = Array.from({ length: 1_000 }, () => process.v3.answer.TxnResp);
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 0 }, TxnRespList }));
    expect(await clientOf(service.url).searchTransactions({})).toHaveLength(1_000);
  });

  it.each<[string, Answer]>([
    ['plain', (response) => response.writeHead(200).end(whole.padEnd(MAX_ANSWER_BYTES + 1))],
    [
      'compressed',
      (response) => {
        const body = gzipSync(whole.padEnd(MAX_ANSWER_BYTES + 1));
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(body);
      },
    ],
  ])('(%s) of one byte too many is refused, whatever its content', async (_name, answer) => {
    const service = await pretendService(answer);
    const error = await failure(clientOf(service.url).processTransaction(payment));
    expect(error.code).toBe('service_unreachable');
    expect(error.message).toContain(`more than ${MAX_ANSWER_BYTES} bytes`);
  });

  it('of exactly the maximum size is read', async () => {
    const service = await pretendService((response) => response.writeHead(200).end(whole.padEnd(MAX_ANSWER_BYTES)));
    expect((await clientOf(service.url).processTransaction(payment)).TxnNumber).toBe('1043');
  });

  it('that arrives in pieces, split within a character, is read', async () => {
    const text = { ...process.v3.answer.TxnResp, ResponseText: 'Genehmigt für 🔑' };
    const bytes = new TextEncoder().encode(JSON.stringify({ ...process.v3.answer, TxnResp: text }));
    // A network would join the bytes again.
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const fetch = () => Promise.resolve(new Response(pieces));
    const txn = await clientOf('https://service.example', { fetch }).getTransaction('1');
    expect(txn.ResponseText).toBe('Genehmigt für 🔑');
  });
});

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
