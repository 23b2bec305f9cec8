/** `florin contract` as a process, over HTTP. What it asks and finds: test/contract. */
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Facts } from '../../src/contract/facts.js';
import { createPacedFetch } from '../../src/cli/contract-facility.js';
import { listenOnLoopback } from '../support/listen.js';
import { spawnFlorin, startSandboxProcess, waitForEnd, type CommandResult } from './florin-process.js';

const ACCOUNT = {
  FLORIN_MERCHANT_NUMBER: '5353109000000000',
  FLORIN_USERNAME: 'demo-api',
  FLORIN_PASSWORD: 'Demo-Password-1',
};
const API_USER = { username: 'demo-api', password: 'Demo-Password-1' };
const FAST = ['--calls-per-second', '50'];

describe('florin contract', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const contractOf = (username: string, ...args: readonly string[]): Promise<CommandResult> =>
    waitForEnd(spawnFlorin(['contract', ...args], folder, { ...ACCOUNT, FLORIN_USERNAME: username }));
  const contract = (...args: readonly string[]) => contractOf(ACCOUNT.FLORIN_USERNAME, ...args);

  const readFile = (name: string): Facts => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Facts;

  it('finds a difference, and a sandbox learns it', async () => {
    writeFileSync(join(folder, 'odd.json'), JSON.stringify({ settings: { sourceSpelling: true, searchLimit: 10 } }));
    const odd = await startSandboxProcess(
      ['--port', '0', '--database', ':memory:', '--config', join(folder, 'odd.json')],
      folder,
    );
    const asked = await contract('run', '--base-url', odd.url, '--yes', '--out', 'odd-facts.json', ...FAST);
    expect(asked.code).toBe(6);
    expect(asked.out).toContain('differs  search.limit: How many rows does a search have at most?');
    await contract('report', 'odd-facts.json', '--out', 'odd.html');
    expect(readFileSync(join(folder, 'odd.html'), 'utf8')).toContain('Different from the sandbox');
    await odd.stop();
    const differing = readFile('odd-facts.json').facts.filter(({ state }) => state === 'differs');
    expect(differing.map(({ id }) => id)).toEqual([
      'txn.members.approved',
      'txn.members.declined',
      'txn.members.refused',
      'txn.members.v2',
      'search.limit',
    ]);
    expect(differing.every(({ isLearnt }) => isLearnt)).toBe(true);

    const learnt = await startSandboxProcess(
      ['--port', '0', '--database', ':memory:', '--facts', join(folder, 'odd-facts.json')],
      folder,
    );
    await contract('run', '--base-url', learnt.url, '--yes', '--out', 'learnt-facts.json', ...FAST);
    const { err } = await learnt.stop();
    expect(err).toContain('in 5 of 5 differences');
    const { code, out } = await contract('diff', 'odd-facts.json', 'learnt-facts.json');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+ compared, 0 different/) as string });
  }, 60_000);

  it('sends nothing without consent, and nothing in plain text to another machine', async () => {
    const sandbox = await startSandboxProcess(['--port', '0', '--database', ':memory:', '--verbose'], folder);
    const unasked = await contract('run', '--base-url', sandbox.url);
    expect(unasked).toMatchObject({ code: 1, err: expect.stringContaining('--yes agrees to it') as string });
    expect((await sandbox.stop()).err).toBe('');
    const plain = await contract('run', '--base-url', 'http://facility.example', '--yes');
    expect(plain).toMatchObject({ code: 1, err: expect.stringContaining('without encryption') as string });
  });

  it('asks a person only at a terminal', async () => {
    const { code, err } = await contract('run', '--base-url', 'http://127.0.0.1:9', '--yes', '--guided');
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('--guided needs a terminal') as string,
    });
  });

  it('has found no agreement where nothing could be paid', async () => {
    const unpaid = { merchants: [{ number: '1', settings: { allowedActions: ['verify_only'] }, users: [API_USER] }] };
    writeFileSync(join(folder, 'unpaid.json'), JSON.stringify(unpaid));
    const sandbox = await startSandboxProcess(
      ['--port', '0', '--database', ':memory:', '--config', join(folder, 'unpaid.json')],
      folder,
    );
    const run = ['run', '--base-url', sandbox.url, '--merchant-number', '1', '--yes', ...FAST];
    expect(await contract(...run)).toMatchObject({
      code: 6,
      err: expect.stringContaining('no question that pays was asked') as string,
    });
    expect((await contract(...run, '--again', '--no-transactions')).err).not.toContain('that pays');
    await sandbox.stop();
  }, 30_000);

  it('says what is known, and finds a file that cannot be written before anything is sent', async () => {
    const sandbox = await startSandboxProcess(['--port', '0', '--database', ':memory:'], folder);
    const run = ['run', '--base-url', sandbox.url, '--yes', '--no-transactions', ...FAST];
    const blocked = await contract(...run, '--report', join(folder, 'none', 'x.html'));
    expect(blocked).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') as string });
    expect(existsSync(join(folder, 'facts.json'))).toBe(false);
    await contract(...run);
    expect((await contract(...run)).err).toMatch(/\d+ of them are known since \d{4}-/);
    await sandbox.stop();
  });

  it('keeps what is known when the facility goes away, and does not mix two facilities or accounts', async () => {
    const gone = await contract('run', '--base-url', 'http://127.0.0.1:9', '--yes', ...FAST);
    expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('run it again') as string });
    expect(readFile('facts.json').facility).toBe('http://127.0.0.1:9');
    const other = await contract('run', '--base-url', 'http://127.0.0.1:10', '--yes', ...FAST);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('--again') as string });
    const second = await contractOf('another', 'run', '--base-url', 'http://127.0.0.1:9', '--yes', ...FAST);
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining('facts of another account') as string });
    expect(readFileSync(join(folder, 'facts.json'), 'utf8')).not.toMatch(/demo-api|5353109/);
  });

  it('refuses files that are no facts', async () => {
    writeFileSync(join(folder, 'x.json'), '{');
    for (const args of [
      ['report', 'x.json'],
      ['diff', 'x.json', 'x.json'],
      ['report', 'none.json'],
    ]) {
      expect(await contract(...args)).toMatchObject({ code: 1, out: '' });
    }
    const sandbox = spawnFlorin(['sandbox', '--port', '0', '--database', ':memory:', '--facts', 'x.json'], folder);
    expect(await waitForEnd(sandbox)).toMatchObject({ code: 1, err: expect.stringContaining('x.json') as string });
  });

  it('waits when the service asks for it, and repeats nothing that may have been done', async () => {
    const answers = [429, 200, 503];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.method ?? '');
      response.writeHead(answers.shift() ?? 500, { 'Retry-After': '0' }).end();
    });
    const url = await listenOnLoopback(server);
    const paced = createPacedFetch({ callsPerSecond: 50, timeoutSeconds: 10 });
    const send = async (): Promise<number> => (await paced(new Request(url, { method: 'POST', body: 'x' }))).status;
    expect([await send(), await send()]).toEqual([200, 503]);
    expect(asked).toHaveLength(3);
    server.close();
  });
});
