import { connect } from 'node:net';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/node/start-sandbox.js';

/**
 * Measures the seconds that this process was running. The sandbox's timers are in the same process, and on a busy
 * machine both may pause, which counts as one turn.
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

/** Sends raw text and waits until the connection closes. */
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
  it('listens on a free port, returns its URL, and stops after it was closed', async () => {
    const running = await startSandbox();
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    await running.close();
    await expect(fetch(`${running.url}/health`)).rejects.toThrow();
  });

  it('reports a taken port in one line', async () => {
    const first = await startSandbox();
    const port = Number(new URL(first.url).port);
    await expect(startSandbox({ port })).rejects.toThrow(`Cannot listen on port ${port} of 127.0.0.1: it is in use`);
    await first.close();
  });

  it('closes at once while connections are kept alive', async () => {
    // Otherwise, each kept connection would end after seconds.
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

  it('closes a partial header after 10 seconds and a partial body after 20, and serves others meanwhile', async () => {
    const running = await startSandbox();
    const header = talk(running.url, 'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const body = talk(running.url, 'POST /webapi/v3/txns/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect((await header).seconds).toBeLessThan(13);
    expect((await body).seconds).toBeLessThan(23);
    await running.close();
  }, 40_000);

  it('answers 413 to a declared body of 60 MB before it is sent, and closes the connection', async () => {
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

  it('drops the connection on purpose', async () => {
    const running = await startSandbox();
    running.control.setAvailability('dropping');
    const { answer } = await talk(running.url, 'GET /webapi/v3/status HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toBe('');
    // Whoever waits for the process does not wait for a fault to end.
    expect((await fetch(`${running.url}/ready`)).status).toBe(200);
    await running.close();
  });
});
