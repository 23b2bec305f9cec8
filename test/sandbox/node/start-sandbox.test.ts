import { connect } from 'node:net';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/node/start-sandbox.js';

/**
 * Seconds that this process was awake: the sandbox's timers are in it as well, and on a busy machine both may stand
 * still, which then counts as one turn.
 */
function startAwakeClock(): () => number {
  const turnMs = 50;
  let turns = 0;
  const timer = setInterval(() => (turns += 1), turnMs);
  return () => {
    clearInterval(timer);
    return (turns * turnMs) / 1_000;
  };
}

/** Sends raw text and waits for the end of the connection. */
function talk(url: string, text: string): Promise<{ answer: string; seconds: number }> {
  const stopClock = startAwakeClock();
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer, seconds: stopClock() }));
  });
}

describe('a sandbox on a port', () => {
  it('takes a free port, says where it is, and is gone after it was closed', async () => {
    const running = await startSandbox();
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    await running.close();
    await expect(fetch(`${running.url}/health`)).rejects.toThrow();
  });

  it('says in one line that a port is taken', async () => {
    const first = await startSandbox();
    const port = Number(new URL(first.url).port);
    await expect(startSandbox({ port })).rejects.toThrow(`Cannot listen on port ${port} of 127.0.0.1: it is taken`);
    await first.close();
  });

  it('closes at once while connections are kept alive', async () => {
    // Without that, a kept connection ends after seconds, each time.
    const times: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const running = await startSandbox();
      await (await fetch(`${running.url}/health`)).text();
      const started = performance.now();
      await running.close();
      times.push(performance.now() - started);
    }
    expect(Math.min(...times)).toBeLessThan(1_000);
  });

  it('cuts a half-sent header after 10 seconds and a half-sent body after 20, and serves others meanwhile', async () => {
    const running = await startSandbox();
    const header = talk(running.url, 'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const body = talk(running.url, 'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect((await header).seconds).toBeLessThan(13);
    expect((await body).seconds).toBeLessThan(23);
    await running.close();
  }, 40_000);

  it('answers 413 to an announced 60 MB before it has come, and ends the connection', async () => {
    const running = await startSandbox();
    const { answer, seconds } = await talk(
      running.url,
      'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nContent-Length: 60000000\r\n\r\n{"a',
    );
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain('The request body is longer than');
    expect(seconds).toBeLessThan(3);
    await running.close();
  });

  it.each([
    ['no Host', 'GET /health HTTP/1.1\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    [
      'two lengths',
      'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a strange Host', 'GET /health HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n'],
    ['a header of 100 KB', `GET /health HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
  ])('refuses %s with a 4xx', async (_, text) => {
    const running = await startSandbox();
    expect((await talk(running.url, text)).answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    await running.close();
  });

  it('answers a client that expects 100-continue', async () => {
    const running = await startSandbox();
    const status = await new Promise((resolve, reject) => {
      const call = request(`${running.url}/webapi/v3/txns/`, { method: 'POST', headers: { Expect: '100-continue' } });
      call.on('continue', () => call.end('{}'));
      call.on('response', (response) => resolve(response.statusCode));
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(status).toBe(200);
    await running.close();
  });

  it('drops the connection when it is told to', async () => {
    const running = await startSandbox();
    running.control.setAvailability('dropping');
    const { answer } = await talk(running.url, 'GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toBe('');
    await running.close();
  });
});
