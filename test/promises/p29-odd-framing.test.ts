/** P29: a request with an ambiguous end is refused, and never answered twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { talk } from './raw-client.js';

const POST = 'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
/** A smuggled request, which must get no answer (`{"status":"ok"}`). */
const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
const TIMEOUT_MS = 15_000;

/** Name, bytes, and the status of the one answer. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['a length and chunks', `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['chunks and a length', `${POST}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: 40\r\n\r\n${SMUGGLED}`],
  ['two lengths in one', `${POST}Content-Length: 0, 40\r\n\r\n${SMUGGLED}`],
  ['a length with a sign', `${POST}Content-Length: +0\r\n\r\n${SMUGGLED}`],
  ['a length in hex', `${POST}Content-Length: 0x0\r\n\r\n${SMUGGLED}`],
  ['a length that is too long', `${POST}Content-Length: ${'9'.repeat(30)}\r\n\r\n${SMUGGLED}`],
  ['chunked twice over', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['an unknown coding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a blank before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
  ['a chunk without a size', `${POST}Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n${SMUGGLED}`],
  ['a chunk with a minus', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${SMUGGLED}`],
  ['lines that end in LF', `POST /webapi/v3/txns/ HTTP/1.1\nHost: x\nContent-Length: 0\n\n${SMUGGLED}`],
  ['a header folded over two lines', `${POST}X: a\r\n b\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
  ['two Hosts', `GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`],
  ['no Host', 'GET /webapi/v3/status HTTP/1.1\r\n\r\n'],
  ['a NUL in a header', `${POST}X: a\0b\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
  ['a NUL in the path', `GET /webapi\0/v3/status HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['CR alone in a header', `${POST}X: a\rb\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`],
  ['a header of 100 KB', `GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['a path of 100 KB', `GET /webapi/${'y'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['10,000 headers', `GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(10_000)}\r\n`],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown expectation', `${POST}Expect: 200-ok\r\nContent-Length: 0\r\n\r\n`],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
];

/** Odd, but clear: served once. */
const SERVED: readonly (readonly [string, string, RegExp])[] = [
  ['a body in chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, /"ResponseCode":998/],
  [
    'chunks with extensions and trailers',
    `${POST}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n`,
    /"ResponseCode":998/,
  ],
  [
    'an absolute address',
    'GET http://other.example/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    /"status":"ok"/,
  ],
  ['HTTP/1.0', 'GET /health HTTP/1.0\r\nHost: x\r\n\r\n', /"status":"ok"/],
];

const countAnswers = (answer: string): number => answer.split(/HTTP\/1\.1 (?!100)/).length - 1;

describe('P29: odd framing (no seed: every request is fixed)', () => {
  let running: RunningSandbox;

  beforeAll(async () => {
    running = await startSandbox();
  });
  afterAll(() => running.close());

  it.each(REFUSED)('%s is refused, once', async (_, bytes) => {
    const { answer, isClosed } = await talk(running.url, bytes, TIMEOUT_MS);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|411|413|414|417|431|501|505) /);
    expect(countAnswers(answer)).toBe(1);
    expect(answer).not.toContain('"status":"ok"');
    expect(isClosed).toBe(true);
  });

  it('two Host headers are refused', async () => {
    const bytes = 'GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n';
    const { answer } = await talk(running.url, bytes, TIMEOUT_MS);
    expect(answer).toMatch(/\r\n\r\n.*\{"Message":"The request has more than one Host\."\}/s);
  });

  it.each(SERVED)('%s is served, once', async (_, bytes, says) => {
    const { answer } = await talk(running.url, bytes, TIMEOUT_MS);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(says);
    expect(countAnswers(answer)).toBe(1);
  });

  it('two requests in one chunk are answered in order', async () => {
    const two = `GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /webapi/v3/status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const { answer } = await talk(running.url, two, TIMEOUT_MS);
    expect(countAnswers(answer)).toBe(2);
    expect(answer.indexOf('"status":"ok"')).toBeLessThan(answer.indexOf('"ResponseCode"'));
  });

  it('a client that expects 100-continue gets it, and one answer', async () => {
    const body = '{}';
    const { answer } = await talk(
      running.url,
      `${POST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n${body}`,
      TIMEOUT_MS,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(countAnswers(answer)).toBe(1);
  });
});
