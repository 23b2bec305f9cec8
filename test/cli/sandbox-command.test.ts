import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller, credentials } from '../sandbox/rest-caller.js';
import { spawnFlorin, startSandboxProcess, waitForEnd } from './florin-process.js';

describe('florin sandbox', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const callerOf = (url: string) =>
    new RestCaller({ fetch: (path, init) => fetch(url + path, init) } as ConstructorParameters<typeof RestCaller>[0]);

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'says one line when it is ready, serves, and ends well on %s',
    async (signal) => {
      const database = join(folder, 'deep', 'sandbox.sqlite');
      const sandbox = await startSandboxProcess(['--port', '0', '--database', database]);
      const { port } = new URL(sandbox.url);
      expect((await callerOf(sandbox.url).made()).ResponseCode).toBe('0');
      const { code, out, err } = await sandbox.stop(signal);
      expect({ code, out, err }).toEqual({ code: 0, out: `sandbox ready at http://127.0.0.1:${port}\n`, err: '' });
      const log = `${database}-wal`;
      expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    },
  );

  it('creates .florin/sandbox.sqlite in the working directory, and opens it again', async () => {
    const first = await startSandboxProcess(['--port', '0'], folder);
    const { TxnNumber } = await callerOf(first.url).made();
    await first.stop();
    expect(existsSync(join(folder, '.florin', 'sandbox.sqlite'))).toBe(true);
    const second = await startSandboxProcess(['--port', '0'], folder);
    expect((await callerOf(second.url).get(TxnNumber)).APIResponse.ResponseCode).toBe(0);
    await second.stop();
  });

  it('--json prints the URL as JSON', async () => {
    const child = spawnFlorin(['sandbox', '--json', '--port', '0', '--database', ':memory:']);
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    });
    child.kill('SIGTERM');
    await once(child, 'close');
  });

  it('--no-seed starts without the demo merchant', async () => {
    const sandbox = await startSandboxProcess(['--port', '0', '--database', ':memory:', '--no-seed']);
    expect((await callerOf(sandbox.url).search()).APIResponse.ResponseCode).toBe(1);
    await sandbox.stop();
  });

  it('--config sets merchants, settings and the control API; an option overrides it', async () => {
    const config = join(folder, 'sandbox.json');
    writeFileSync(
      config,
      JSON.stringify({
        port: 1,
        database: ':memory:',
        seed: false,
        controlToken: 'control-token-of-tests',
        merchants: [{ number: '77', users: [{ username: 'u', password: 'p' }] }],
        settings: { authKeyMinutes: 5 },
      }),
    );
    const sandbox = await startSandboxProcess(['--config', config, '--port', '0']);
    expect((await callerOf(sandbox.url).search()).APIResponse.ResponseCode).toBe(1);
    const { TxnRespList } = await callerOf(sandbox.url).call(
      'POST',
      '/txns/search',
      { SearchInput: {} },
      { Authorization: credentials('u', '77', 'p') },
    );
    expect(TxnRespList).toEqual([]);
    const clock = `${sandbox.url}/_sandbox/clock`;
    expect((await fetch(clock)).status).toBe(401);
    expect((await fetch(clock, { headers: { 'Florin-Control-Token': 'control-token-of-tests' } })).status).toBe(200);
    expect(await (await fetch(`${sandbox.url}/health`)).json()).toEqual({ status: 'ok' });
    await sandbox.stop();
  });

  it('without a control token there is no control API', async () => {
    const sandbox = await startSandboxProcess(['--port', '0', '--database', ':memory:']);
    expect((await fetch(`${sandbox.url}/_sandbox/clock`)).status).toBe(404);
    await sandbox.stop();
  });

  it.each([
    ['{', 'JSON'],
    ['{"prot":1}', 'config has no member "prot"'],
  ])('a configuration file with %s is refused in one line', async (text, message) => {
    const config = join(folder, 'sandbox.json');
    writeFileSync(config, text);
    const { code, err } = await waitForEnd(spawnFlorin(['sandbox', '--config', config]));
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('--verbose writes a JSON line for each call, without credentials', async () => {
    const sandbox = await startSandboxProcess(['--port', '0', '--database', ':memory:', '--verbose']);
    await callerOf(sandbox.url).search();
    const { err } = await sandbox.stop();
    expect(JSON.parse(err)).toMatchObject({
      level: 'info',
      event: 'call',
      path: '/webapi/v3/txns/search',
      ResponseCode: 209,
    });
    expect(err).not.toContain(credentials());
  });

  it('reports in one line that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const said = await waitForEnd(spawnFlorin(['sandbox', '--port', String(port), '--database', ':memory:']));
    other.close();
    expect(said).toEqual({
      code: 1,
      out: '',
      err: `florin: Cannot listen on port ${port} of 127.0.0.1: it is in use\n`,
    });
  });

  it('reports in one line that a file is no database', async () => {
    const database = join(folder, 'notes.txt');
    writeFileSync(database, 'notes '.repeat(500));
    const { code, out, err } = await waitForEnd(spawnFlorin(['sandbox', '--port', '0', '--database', database]));
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^florin: The database .*notes\.txt cannot be opened: .*\n$/);
  });

  it.each([
    [['sandbox', '--port', 'http'], /must be a number from 0 to 65535/],
    [['sandbox', '--port', '70000'], /must be a number from 0 to 65535/],
    [['sandbox', '--prot', '1'], /unknown option '--prot'/],
    [['sandbx'], /unknown command 'sandbx'/],
  ])('refuses %j with an exit code', async (args, message) => {
    const { code, out, err } = await waitForEnd(spawnFlorin(args));
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });
});
