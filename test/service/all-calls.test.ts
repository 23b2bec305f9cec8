import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FlorinError } from '../../src/core/errors.js';
import { REST_CALLS } from '../../src/service/rest-calls.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { allCalls, CARD, KEY, TOKEN, type AnyClient } from './all-calls.js';
import { answerJson, pretendService } from './pretend-service.js';

const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const AUTHORIZATION = 'ZGVtby1hcGl8NTM1MzEwOTAwMDAwMDAwMDpEZW1vLVBhc3N3b3JkLTE=';

function clientOf(baseUrl: string, version: 'v2' | 'v3' = 'v3', timeoutSeconds = 60): AnyClient {
  return createRestClient({ baseUrl, version, timeoutSeconds, ...credentials });
}

async function failure(call: Promise<unknown>): Promise<FlorinError> {
  const outcome: unknown = await call.then(
    () => 'it resolved',
    (error: unknown) => error,
  );
  if (outcome instanceof FlorinError) return outcome;
  throw new Error('this was to fail with a FlorinError', { cause: outcome });
}

/** Asserts that no text of an error contains a value that the call sent. */
function expectNoSecret(error: unknown): void {
  const text = inspect(error, { depth: Infinity, showHidden: true });
  for (const secret of [CARD, TOKEN, KEY, credentials.password, AUTHORIZATION]) expect(text).not.toContain(secret);
}

it('the table of these tests has each call of the client', () => {
  const names = allCalls.map(({ name }) => name).toSorted();
  expect(names).toEqual(Object.keys(REST_CALLS.v2).toSorted());
  expect(names).toEqual(Object.keys(REST_CALLS.v3).toSorted());
});

describe.each(['v2', 'v3'] as const)('in version %s', (version) => {
  it.each(allCalls)('$name is one $method of $path', async ({ method, path, body, call, answer, result }) => {
    const service = await pretendService(answerJson(answer));
    expect(await call(clientOf(service.url, version))).toEqual(result);
    expect(service.received).toHaveLength(1);
    const [request] = service.received;
    expect(request).toMatchObject({ method, url: `/webapi/${version}${path}`, body });
    expect(request?.headers.authorization).toBe(AUTHORIZATION);
    expect(request?.headers['content-type']).toBe(body === '' ? undefined : 'application/json; charset=utf-8');
    expect(request?.headers['content-length']).toBe(
      body === '' && method !== 'POST' ? undefined : String(Buffer.byteLength(body)),
    );
  });
});

describe('a refusal', () => {
  it.each(allCalls)('of $name rejects with its code, after one request', async ({ name, call }) => {
    const APIResponse = { ResponseCode: 2, ResponseText: 'Invalid permissions' };
    const service = await pretendService(answerJson({ APIResponse, TxnResp: null }));
    const error = await failure(call(clientOf(service.url)));
    expect(error).toMatchObject({ code: 'api_rejected', apiCode: 2, apiText: 'Invalid permissions' });
    expect(error.message).toContain(name);
    expect(service.received).toHaveLength(1);
  });

  it.each(allCalls)('of $name by 900 is service_unreachable', async ({ call }) => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 900, ResponseText: 'Down' } }));
    expect(await failure(call(clientOf(service.url)))).toMatchObject({ code: 'service_unreachable', apiCode: 900 });
    expect(service.received).toHaveLength(1);
  });

  it.each(allCalls)('of $name that quotes the request has no secret of it', async ({ call }) => {
    const service = await pretendService((response, request) => {
      const quoted = [CARD, TOKEN, KEY, '5999 9900 0000 0004', '4987.6543.2109.8769', request.url].join(' ');
      answerJson({ APIResponse: { ResponseCode: 112, ResponseText: `Invalid ${quoted}` } })(response);
    });
    const error = await failure(call(clientOf(service.url)));
    expect(error.apiCode).toBe(112);
    expectNoSecret(error);
    expect(error.apiText).not.toMatch(/5999 9900|4987\.6543/);
  });

  it.each(allCalls.filter(({ name }) => !name.startsWith('search')))(
    'of $name by 209 is an error',
    async ({ call }) => {
      const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 209 } }));
      expect((await failure(call(clientOf(service.url)))).apiCode).toBe(209);
    },
  );

  it.each(allCalls.filter(({ name }) => !name.startsWith('processIframe')))(
    'of $name by 300 is an error',
    async ({ call }) => {
      const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 300 } }));
      expect((await failure(call(clientOf(service.url)))).apiCode).toBe(300);
    },
  );
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

describe('an invalid answer', () => {
  const hostile: readonly (readonly [string, Answer])[] = [
    ['HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${CARD} ${TOKEN}</p>`)],
    ['nothing', (response) => response.end()],
    ['half a body', (response) => response.end(`{"APIResponse":{"ResponseCode":0},"TxnResp":{"DVToken":"${TOKEN}`)],
    ['a reset', (_response, request) => request.socket.resetAndDestroy()],
    ['bytes that are no HTTP', (_response, request) => request.socket.end(`${TOKEN} ${CARD}\r\n`)],
    ['a redirect', (response) => response.writeHead(307, { location: `/${TOKEN}` }).end()],
    ['a code that is a text', answerJson({ APIResponse: { ResponseCode: '0' }, DVTokenResp: { DVToken: TOKEN } })],
    ['a 404 with a message', (response) => response.writeHead(404).end(JSON.stringify({ Message: `no ${TOKEN}` }))],
  ];

  it.each(allCalls.flatMap((each) => hostile.map(([what, answer]) => ({ ...each, what, answer }))))(
    '($what) makes $name service_unreachable after one request',
    async ({ call, answer }) => {
      const service = await pretendService(answer);
      const error = await failure(call(clientOf(service.url)));
      expect(error.code).toBe('service_unreachable');
      expect(error.apiCode).toBeUndefined();
      expect(service.received).toHaveLength(1);
      expectNoSecret(error);
    },
  );

  it.each(allCalls)('(a good body with status 500) does not resolve $name', async ({ call, answer }) => {
    const service = await pretendService((response) => response.writeHead(500).end(JSON.stringify(answer)));
    expect((await failure(call(clientOf(service.url)))).code).toBe('service_unreachable');
  });

  it.each(
    allCalls.flatMap((each) =>
      each.payload === undefined
        ? []
        : [undefined, null, '', [TOKEN, 7], { CardDetails: TOKEN }].map((wrong) => ({ ...each, wrong })),
    ),
  )('(code 0 with $payload $wrong) does not resolve $name', async ({ call, answer, payload = '', wrong }) => {
    const readable = payload.endsWith('Resp') && !Array.isArray(wrong) && typeof wrong === 'object' && wrong !== null;
    const half = { ...answer, [payload]: readable ? { ...wrong, DVToken: 7 } : wrong };
    const service = await pretendService(answerJson(half));
    const error = await failure(call(clientOf(service.url)));
    expect(error.code).toBe('service_unreachable');
    expectNoSecret(error);
  });
});

describe('timeouts', () => {
  it.each(allCalls)('$name times out after one request', async ({ call }) => {
    const service = await pretendService(() => undefined);
    expect((await failure(call(clientOf(service.url, 'v3', 0.2)))).code).toBe('service_timeout');
    expect(service.received).toHaveLength(1);
  });

  it.each(allCalls)("$name ends by the caller's signal, before anything is sent", async ({ call }) => {
    const service = await pretendService(answerJson({}));
    await expect(call(clientOf(service.url), AbortSignal.abort(new Error('never mind')))).rejects.toThrow('never mind');
    expect(service.received).toHaveLength(0);
  });

  it.each(allCalls)("$name ends by the caller's signal, while it waits", async ({ call }) => {
    const controller = new AbortController();
    const service = await pretendService(() => controller.abort(new Error('the shopper left')));
    await expect(call(clientOf(service.url), controller.signal)).rejects.toThrow('the shopper left');
    expect(service.received).toHaveLength(1);
  });
});

describe('a search', () => {
  const searches = allCalls.filter(({ name }) => name.startsWith('search'));
  it.each(searches.flatMap((each) => [[], null, undefined].map((found) => ({ ...each, found }))))(
    '($name) that is answered 209 with $found is an empty list',
    async ({ call, payload = '', found }) => {
      const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 209 }, [payload]: found }));
      expect(await call(clientOf(service.url))).toEqual([]);
    },
  );

  it.each(searches)('($name) that is answered 209 with a full list is not an empty list', async ({ call, answer }) => {
    const service = await pretendService(answerJson({ ...answer, APIResponse: { ResponseCode: 209 } }));
    expect((await failure(call(clientOf(service.url)))).code).toBe('service_unreachable');
  });
});

describe('the processing of a frame', () => {
  const frames = allCalls.filter(({ name }) => name.startsWith('processIframe'));
  it.each(frames)('($name) that is answered 300 resolves with the RedirectionUrl', async ({ call }) => {
    const answer = {
      APIResponse: { ResponseCode: 300, ResponseText: 'Follow' },
      RedirectionUrl: 'https://acs.example/',
    };
    const service = await pretendService(answerJson({ ...answer, ResultKey: null }));
    expect(await call(clientOf(service.url))).toEqual(answer);
  });

  it.each(frames)('($name) that is answered 300 without a RedirectionUrl does not resolve', async ({ call }) => {
    const service = await pretendService(answerJson({ APIResponse: { ResponseCode: 300 }, ResultKey: KEY }));
    expect((await failure(call(clientOf(service.url)))).code).toBe('service_unreachable');
  });

  it.each(frames)('($name) without a RedirectionUrl resolves: its key had none', async ({ call }) => {
    const answer = { APIResponse: { ResponseCode: 0 }, ResultKey: KEY };
    const service = await pretendService(answerJson(answer));
    expect(await call(clientOf(service.url))).toEqual(answer);
  });
});

describe('before anything is sent', () => {
  const client = clientOf('http://127.0.0.1:9');
  // Types are not checked in JavaScript.
  const loose = (members: object): object => members;
  const card = { CardNumber: CARD, Cvn: '876' };

  it.each<[string, () => Promise<unknown>]>([
    ['a card number for a token', () => client.getToken(CARD)],
    ['a card number for a token to delete', () => client.deleteToken(CARD)],
    ['a card number for a token to update', () => client.updateToken(CARD, {})],
    ['a word of the interface for a token', () => client.deleteToken('withauthkey')],
    ['a word of the interface for a TxnNumber', () => client.tokeniseTransaction('withauthkey')],
    ['a way up for an AuthKey', () => client.processIframeAddToken('../..', {})],
    ['an empty AuthKey', () => client.processIframeTransaction('', {})],
    ['a card beside a frame', () => client.processIframeTransaction(KEY, loose({ CardDetails: card }))],
    ['a card beside a token frame', () => client.processIframeUpdateToken(KEY, loose({ CardDetails: card }))],
    ['an account beside a token frame', () => client.processIframeAddToken(KEY, loose({ BankAccountDetails: {} }))],
    ['an amount in major units', () => client.processIframeTransaction(KEY, loose({ Amount: '199.00' }))],
    ['a token request of another call', () => client.addToken(loose({ DVTokenReq: {} }) as never)],
    ['terms of a payment for a token key', () => client.createAddTokenAuthKey(loose({ ProcessTxnData: {} }) as never)],
    ['no terms for a token key', () => client.createUpdateTokenAuthKey(loose({}) as never)],
    ['a card number for a member', () => client.addToken(loose({ [`card=${CARD}`]: true }) as never)],
  ])('refuses %s with a TypeError that does not quote it', async (_name, call) => {
    const error: unknown = await call().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expectNoSecret(error);
  });
});
