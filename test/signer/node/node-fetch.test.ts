import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_ANSWER_BYTES } from '../../../src/service/exchange.js';
import { createRestClient } from '../../../src/service/rest-client.js';
import { createNodeFetch } from '../../../src/signer/node/node-fetch.js';
import { listenOnLoopback } from '../../support/listen.js';

const KEY = '6f4e5d2c-1111-4222-8333-944455556666';
const ANSWER = JSON.stringify({ APIResponse: { ResponseCode: 0, ResponseText: 'Süß' }, AuthKey: KEY });
const TERMS = { ProcessTxnData: { Action: 'payment', Amount: 100, Currency: 'AUD', Crn1: 'Süß' } } as const;

let server: Server | undefined;
const sockets = new Set<Socket>();

/** A client of a service that answers so. */
async function clientOf(answer: RequestListener, timeoutSeconds = 30) {
  server = createServer(answer);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return createRestClient({
    baseUrl: await listenOnLoopback(server),
    version: 'v3',
    merchantNumber: '5353109000000000',
    username: 'demo-api',
    password: 'x',
    fetch: createNodeFetch(),
    timeoutSeconds,
  });
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const isGone = () => expect.poll(() => sockets.size, { timeout: 20_000 }).toBe(0);

describe('createNodeFetch', () => {
  it('sends the whole request, reads the answer, and keeps the connection for the next call', async () => {
    const seen: string[] = [];
    const ports = new Set<number | undefined>();
    const client = await clientOf((request, response) => {
      ports.add(request.socket.remotePort);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method, url, headers } = request;
        seen.push(`${method} ${url} ${headers['content-type']}`, Buffer.concat(pieces).toString());
        expect(Number(headers['content-length'])).toBe(Buffer.concat(pieces).length);
        response.end(ANSWER);
      });
    });
    expect(await client.createAuthKey(TERMS)).toBe(KEY);
    expect(await client.createAuthKey(TERMS)).toBe(KEY);
    expect(seen.slice(0, 1)).toEqual(['POST /webapi/v3/txns/processtxnauthkey application/json; charset=utf-8']);
    expect(JSON.parse(seen[1] ?? '')).toEqual(TERMS);
    expect(ports.size).toBe(1);
  });

  it('joins an answer that arrives in pieces, even if a character is split', async () => {
    const bytes = Buffer.from(ANSWER);
    const client = await clientOf((request, response) => {
      request.resume();
      const places = Array.from(bytes, (_byte, place) => place);
      const send = () => {
        const place = places.shift();
        if (place === undefined) response.end();
        else response.write(bytes.subarray(place, place + 1), () => setImmediate(send));
      };
      send();
    });
    expect(await client.createAuthKey(TERMS)).toBe(KEY);
  });

  it('follows no redirect', async () => {
    const asked: string[] = [];
    const client = await clientOf((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end(ANSWER);
    });
    await expect(client.createAuthKey(TERMS)).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(asked).toEqual(['/webapi/v3/txns/processtxnauthkey']);
    await isGone();
  });

  it.each<[string, RequestListener]>([
    ['no answer', (request) => request.socket.destroy()],
    [
      'half an answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': ANSWER.length + 50 });
        response.write(ANSWER, () => request.socket.destroy());
      },
    ],
    ['an answer that is no HTTP', (request) => request.socket.end('hello\r\n\r\n')],
    [
      'another protocol',
      (request) => request.socket.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
    [
      'a packed answer, which was not asked for',
      (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(ANSWER)),
    ],
    [
      'an answer without end',
      (_request, response) => {
        const piece = Buffer.alloc(MAX_ANSWER_BYTES / 8, ' ');
        const send = () => void (response.destroyed || response.write(piece, send));
        send();
      },
    ],
  ])('treats %s as no answer, and sends the request once', async (_title, answer) => {
    let calls = 0;
    const client = await clientOf((request, response) => {
      calls += 1;
      answer(request, response);
    });
    await expect(client.createAuthKey(TERMS)).rejects.toMatchObject({ code: 'service_unreachable' });
    expect(calls).toBe(1);
    await isGone();
  });

  it('aborts a slow answer, before its head and within its body', async () => {
    const silent = await clientOf(() => undefined, 0.2);
    await expect(silent.createAuthKey(TERMS)).rejects.toMatchObject({ code: 'service_timeout' });
    await isGone();
    const halting = await clientOf((_request, response) => void response.write(ANSWER.slice(0, 20)), 0.2);
    await expect(halting.createAuthKey(TERMS)).rejects.toMatchObject({ code: 'service_timeout' });
    await isGone();
  });

  it.each<[string, RequestListener]>([
    ['before an answer', () => undefined],
    ['in the middle of one', (_request, response) => void response.write(ANSWER.slice(0, 20))],
  ])('ends the call if the caller aborts, %s', async (_when, answer) => {
    const controller = new AbortController();
    const reason = new Error('the shopper has left');
    const client = await clientOf((request, response) => {
      answer(request, response);
      setTimeout(() => controller.abort(reason), 20);
    });
    await expect(client.createAuthKey(TERMS, { signal: controller.signal })).rejects.toBe(reason);
    await isGone();
  });
});
