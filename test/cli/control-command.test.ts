/** `florin control` against a real sandbox. docs/guides/cli.md. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const TOKEN = 'control token of the test';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ controlApi: { token: TOKEN } });
});
afterAll(() => sandbox.close());

const control = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  waitForEnd(
    spawnFlorin(['control', ...args], undefined, { FLORIN_BASE_URL: sandbox.url, FLORIN_CONTROL_TOKEN: TOKEN, ...env }),
  );

describe('florin control', () => {
  it('moves the clock of a running sandbox, and prints the answer', async () => {
    const before = sandbox.control.now();
    const { code, out, err } = await control(['POST', '/clock', '{"advanceSeconds":1800}']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(sandbox.control.now() - before).toBeGreaterThanOrEqual(1_800_000);
    expect(JSON.parse(out)).toBeTypeOf('object');
  });

  it('switches the service off and on', async () => {
    await control(['put', '/availability', '{"availability":"unavailable"}']);
    expect(sandbox.control.availability()).toBe('unavailable');
    await control(['PUT', '/availability', '{"availability":"normal"}']);
    expect(sandbox.control.availability()).toBe('normal');
  });

  it.each<[string, number, string, readonly string[], NodeJS.ProcessEnv]>([
    ['a refusal', 3, 'The sandbox answered 4', ['PUT', '/availability', '{"availability":"odd"}'], {}],
    ['a wrong token', 3, 'The sandbox answered 40', ['GET', '/webhooks'], { FLORIN_CONTROL_TOKEN: 'x'.repeat(20) }],
    ['no sandbox', 4, 'does not answer', ['GET', '/webhooks'], { FLORIN_BASE_URL: 'http://127.0.0.1:9' }],
    ['http to another machine', 1, 'without encryption', ['GET', '/webhooks'], { FLORIN_BASE_URL: 'http://192.0.2.1' }],
    ['a body that is not JSON', 1, 'It must be JSON', ['POST', '/clock', '{'], {}],
    ['a path without /', 1, 'It must begin with /', ['POST', 'clock'], {}],
  ])('reports %s, with its exit code', async (_name, expected, message, args, env) => {
    const { code, out, err } = await control(args, env);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toContain(message);
  });

  it('names a sandbox whose answer breaks off', async () => {
    const server = createServer((request, response) => {
      response.writeHead(200, { 'content-length': 99 }).write('{"now":', () => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, err } = await control(['GET', '/clock'], { FLORIN_BASE_URL: `http://127.0.0.1:${port}` });
    server.close();
    expect({ code, err }).toEqual({
      code: 4,
      err: `florin: The sandbox at http://127.0.0.1:${port} does not answer\n`,
    });
  });

  it('reports that a server is no sandbox if it does not answer with JSON', async () => {
    const server = createServer((_request, response) => response.end('<h1>Welcome</h1>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, out, err } = await control(['GET', '/webhooks'], { FLORIN_BASE_URL: `http://127.0.0.1:${port}` });
    server.close();
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toContain('it is no sandbox');
  });
});
