/** The request of an exchange, and the limits of its answer. */
import { describe, expect, it, vi } from 'vitest';
import { postJson } from '../../src/checkout/exchange.js';
import { ask } from '../../src/checkout/signer-calls.js';
import { submitAccount } from '../../src/checkout/submit-account.js';
import { submitCard } from '../../src/checkout/submit-card.js';
import { browserTimers } from '../../src/checkout/timers.js';
import { createManualTimers } from './manual-timers.js';
import { RESULT_KEY, submitted } from './scripted-server.js';

const URL_OF_SERVICE = 'https://service.example/withauthkey/k';
const FINISHED = { kind: 'finished', resultKey: RESULT_KEY };

/** An exchange whose network answers with `response`, and the requests that it was given. */
function network(response: () => Response | Promise<Response> = () => Response.json(submitted(0))) {
  const requests: RequestInit[] = [];
  const fetch = async (_url: unknown, init: RequestInit = {}) => {
    requests.push(init);
    init.signal?.throwIfAborted();
    return response();
  };
  return { requests, exchange: { fetch, timers: browserTimers, signal: new AbortController().signal } };
}

/** A request without an answer, which can be aborted. */
const neverAnswers = (_url: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

const bodyOf = (request: RequestInit | undefined): unknown => JSON.parse(request?.body as string);

/** A body that arrives in these pieces. */
function inPieces(...pieces: Uint8Array[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return new Response(body);
}

describe('a submission', () => {
  it('has no cookies, no referrer and no copy in a cache, and follows no redirect', async () => {
    const { requests, exchange } = network();
    expect(await submitCard(URL_OF_SERVICE, { number: '1' }, exchange)).toEqual(FINISHED);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json; charset=utf-8' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      mode: 'cors',
      cache: 'no-store',
      redirect: 'error',
    });
  });

  it.each([
    [{}, {}],
    [{ number: '', expiryMonth: '', expiryYear: '', cvn: '', holderName: '' }, {}],
    [{ cvn: '123' }, { Cvn: '123' }],
  ])('leaves out the members that the input does not have: %j', async (card, CardDetails) => {
    const { requests, exchange } = network();
    await submitCard(URL_OF_SERVICE, card, exchange);
    expect(bodyOf(requests[0])).toEqual({ TxnReq: { CardDetails } });
  });

  it('of a bank account has the account, and the agreement that the shopper has accepted', async () => {
    const { requests, exchange } = network();
    const account = { bsb: '063917', accountNumber: '80417726', accountName: 'Ada Lovelace' };
    expect(await submitAccount(URL_OF_SERVICE, account, exchange)).toEqual(FINISHED);
    expect(bodyOf(requests[0])).toEqual({
      DVTokenReq: {
        AcceptBADirectDebitTC: true,
        BankAccountDetails: { AccountName: 'Ada Lovelace', AccountNumber: '80417726', BSBNumber: '063917' },
      },
    });
  });

  it.each([
    [124, { kind: 'field_error', field: 'accountNumber', apiCode: 124 }],
    [125, { kind: 'field_error', field: 'bsb', apiCode: 125 }],
    [126, { kind: 'field_error', field: 'accountName', apiCode: 126 }],
    [129, { kind: 'field_error', field: 'agreement', apiCode: 129 }],
    [112, { kind: 'refused', apiCode: 112 }],
  ])('of a bank account that is refused with %i names the field', async (code, answer) => {
    const { exchange } = network(() => Response.json(submitted(code)));
    const account = { bsb: '063917', accountNumber: '80417726', accountName: 'Ada Lovelace' };
    expect(await submitAccount(URL_OF_SERVICE, account, exchange)).toEqual(answer);
  });

  it('stores the card only with the shopper’s consent', async () => {
    const { requests, exchange } = network();
    await submitCard(URL_OF_SERVICE, { cvn: '123', storeCard: true }, exchange);
    expect(bodyOf(requests[0])).toEqual({ TxnReq: { CardDetails: { Cvn: '123' }, StoreCard: true } });
  });

  it('is not sent after it was aborted', async () => {
    const { exchange } = network();
    const sent = submitCard(URL_OF_SERVICE, {}, { ...exchange, signal: AbortSignal.abort() });
    expect(await sent).toMatchObject({ kind: 'lost' });
  });
});

describe('a call to the signer', () => {
  it('has the cookies of the page’s own origin', async () => {
    const { requests, exchange } = network();
    await ask('https://shop.example/pay', 'authkey', {}, exchange);
    expect(requests[0]).toMatchObject({ credentials: 'same-origin', cache: 'no-store', redirect: 'error' });
  });

  it('times out after 30 seconds', async () => {
    const timers = createManualTimers();
    const { exchange } = network();
    const asking = ask('https://shop.example/pay', 'result', {}, { ...exchange, fetch: neverAnswers, timers });
    timers.advance(29_999);
    expect(timers.waiting()).toEqual([1]);
    timers.advance(1);
    await expect(asking).rejects.toMatchObject({ code: 'signer_unreachable', cause: { name: 'TimeoutError' } });
  });
});

describe('an answer', () => {
  const read = (response: Response) => {
    const { exchange } = network(() => response);
    return postJson(URL_OF_SERVICE, {}, { timeoutSeconds: 1, exchange });
  };

  it('is read up to 65,536 bytes', async () => {
    const padded = (length: number) => new Response(`"${'x'.repeat(length - 2)}"`);
    expect((await read(padded(65_536))).json).toHaveLength(65_534);
    expect((await read(padded(65_537))).json).toBeUndefined();
  });

  it('stops the download of one that is too long', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
      cancel: () => void (isCancelled = true),
    });
    expect((await read(new Response(endless))).json).toBeUndefined();
    expect(isCancelled).toBe(true);
  });

  it('may arrive in pieces that divide a character', async () => {
    const bytes = new TextEncoder().encode('"Zoë pays 5 €"');
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect((await read(inPieces(...pieces))).json).toBe('Zoë pays 5 €');
  });

  it.each([
    ['no body', null],
    ['an empty body', ''],
    ['half a character', new Uint8Array([0x22, 0xe2, 0x82])],
  ])('with %s is no JSON', async (_title, body) => {
    expect(await read(new Response(body, { status: 502 }))).toEqual({ status: 502, json: undefined });
  });

  it('leaves no timer and no listener', async () => {
    const timers = createManualTimers();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const { exchange } = network();
    await postJson(URL_OF_SERVICE, {}, { timeoutSeconds: 1, exchange: { ...exchange, timers, signal } });
    expect(timers.waiting()).toEqual([]);
    expect(added.mock.calls).toHaveLength(1);
    expect(removed.mock.calls).toEqual(added.mock.calls);
  });

  it('is no longer waited for when the call is aborted', async () => {
    const life = new AbortController();
    const { exchange } = network();
    const asking = postJson(
      URL_OF_SERVICE,
      {},
      { timeoutSeconds: 1, exchange: { ...exchange, fetch: neverAnswers, signal: life.signal } },
    );
    life.abort(new DOMException('The page is gone', 'AbortError'));
    await expect(asking).rejects.toMatchObject({ name: 'AbortError', message: 'The page is gone' });
  });
});
