/** Output on a terminal and in a pipe. The terminal comes from `script` of util-linux. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const COMMAND = fileURLToPath(new URL('../../dist/bin/florin.js', import.meta.url));
const CTRL_C = '\u0003';
const GREEN = '\u001b[32mapproved\u001b[0m';
const CARD = '5123456789012346';
/** The one of util-linux: others have other options. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') ?? false;
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';

interface Terminal {
  readonly child: ChildProcess;
  /** The output on the terminal so far: standard output and standard error, in order. */
  seen(): string;
  /** Resolves when it is there. */
  waitFor(text: string): Promise<void>;
  /** The command's own exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs a shell command on a terminal; `florin` in it is the built command. */
function onTerminal(line: string, env: NodeJS.ProcessEnv): Terminal {
  const command = line.replace(/^florin /, `exec "${process.execPath}" "${COMMAND}" `);
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', SHELL: '/bin/sh', NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let seen = '';
  let look = (): void => undefined;
  child.stdout.on('data', (chunk) => {
    seen += String(chunk);
    look();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    seen: () => seen,
    ended,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        look = () => seen.includes(text) && resolve();
        look();
        void ended.then((code) => reject(new Error(`it ended with ${code}: ${seen}`)));
      }),
  };
}

describe.skipIf(!hasScript && !isRequired)('on a terminal (script of util-linux)', { timeout: 90_000 }, () => {
  let service: Service;
  let silent: Server;
  let folder: string;
  let env: Record<string, string>;
  let number: string;
  const calls: string[] = [];

  beforeAll(async () => {
    service = await startService();
    // Takes a call and never answers.
    silent = createServer((request) => void calls.push(request.url ?? '')).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    folder = mkdtempSync(join(tmpdir(), 'florin-terminal-'));
    env = {
      FLORIN_BASE_URL: service.url,
      FLORIN_USERNAME: 'demo-api',
      FLORIN_PASSWORD: 'Demo-Password-1',
      FLORIN_MERCHANT_NUMBER: '5353109000000000',
    };
    const paid = await waitForEnd(spawnFlorin(['pay', '--card', CARD, '--amount', '100', '--json'], undefined, env));
    number = (JSON.parse(paid.out) as { TxnNumber: string }).TxnNumber;
  }, 90_000);
  afterAll(async () => {
    silent.closeAllConnections();
    silent.close();
    rmSync(folder, { recursive: true });
    await service.close();
  });

  const silentEnv = () => ({
    ...env,
    FLORIN_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  });
  async function see(line: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    const terminal = onTerminal(line, { ...env, ...more });
    expect(await terminal.ended, terminal.seen()).toBe(0);
    return terminal.seen();
  }

  it('has colours, unless NO_COLOR is set or the terminal is dumb', async () => {
    expect(await see(`florin txn get ${number}`)).toContain(GREEN);
    for (const plain of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { NO_COLOR: '1', FORCE_COLOR: '1' }]) {
      const seen = await see(`florin txn get ${number} 2>/dev/null`, plain);
      expect(seen).toContain('approved');
      expect(seen).not.toContain('\u001b');
    }
  });

  it('has no colours in a pipe or a file, even with FORCE_COLOR', async () => {
    const file = join(folder, 'out.txt');
    await see(`florin txn get ${number} >${file}`, { FORCE_COLOR: '1' });
    expect(readFileSync(file, 'utf8')).toMatch(/^Outcome +approved \(/);
    const piped = await waitForEnd(spawnFlorin(['txn', 'get', number], undefined, { ...env, FORCE_COLOR: '1' }));
    expect(piped.out).toMatch(/^Outcome +approved \(/);
    expect(await see(`florin txn get ${number} --json`)).not.toContain('\u001b');
  });

  it('shows progress in a line that disappears, and writes none to a redirected standard error', async () => {
    const seen = await see('florin doctor');
    expect(seen).toContain('\r\u001b[Kasking about the service\r\u001b[K');
    const file = join(folder, 'err.txt');
    expect(await see(`florin doctor 2>${file}`)).not.toContain('asking about');
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it.each([
    ['florin sandbox --port 0 --database :memory:', 'sandbox ready at'],
    ['florin webhook listen --port 0', 'Ctrl-C ends it'],
  ])('%s ends with 0 on Ctrl-C, and leaves no process', async (line, ready) => {
    const terminal = onTerminal(line, env);
    await terminal.waitFor(ready);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(terminal.seen())?.[0] ?? '';
    await expect(fetch(url)).resolves.toBeDefined();
    terminal.child.stdin?.write(CTRL_C);
    expect(await terminal.ended, terminal.seen()).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('a query is aborted on Ctrl-C', async () => {
    const terminal = onTerminal('florin txn get 4711', silentEnv());
    await expect.poll(() => calls.some((url) => url.includes('4711')), { timeout: 60_000 }).toBe(true);
    terminal.child.stdin?.write(CTRL_C);
    expect(await terminal.ended).toBe(130);
    expect(terminal.seen()).not.toContain('florin:');
  });

  it.each([
    [
      'a payment',
      `florin pay --card ${CARD} --amount 100 --reference ctrl-c --again --json`,
      '/webapi/v3/txns/',
      'Look first: florin txn search --reference ctrl-c',
    ],
    [
      'a payment by SOAP',
      `florin soap ProcessPayment --CardNumber ${CARD} --Amount 100 --endpoint $FLORIN_BASE_URL/soap`,
      '/soap',
      'It may have been done: look it up before you call again',
    ],
  ])('%s that is stopped by Ctrl-C after it was sent ends with 5: unknown', async (_name, line, path, says) => {
    calls.length = 0;
    const terminal = onTerminal(line, silentEnv());
    await expect.poll(() => calls, { timeout: 60_000 }).toEqual([path]);
    terminal.child.stdin?.write(CTRL_C);
    expect(await terminal.ended).toBe(5);
    expect(terminal.seen()).toContain('florin: stopped before the payment service answered.');
    expect(terminal.seen()).toContain(says);
  });
});

describe('a closed pipe', { timeout: 90_000 }, () => {
  it('ends florin webhook listen at its first output', async () => {
    const child = spawnFlorin(['webhook', 'listen', '--port', '0'], undefined, {
      FLORIN_BASE_URL: 'http://127.0.0.1:1',
      FLORIN_USERNAME: 'demo-api',
      FLORIN_PASSWORD: 'Demo-Password-1',
      FLORIN_MERCHANT_NUMBER: '5353109000000000',
    });
    const ended = waitForEnd(child);
    const url = await new Promise<string>((resolve) => {
      child.stderr?.on('data', (chunk) => resolve(/http:\/\/\S+\//.exec(String(chunk))?.[0] ?? ''));
    });
    child.stdout?.destroy();
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('changes no exit code', async () => {
    const child = spawnFlorin(['soap', 'Nonsense'], undefined, {});
    child.stderr?.destroy();
    child.stdout?.destroy();
    expect((await waitForEnd(child)).code).toBe(1);
  });
});

describe('output that cannot be written', { timeout: 90_000 }, () => {
  let folder: string;
  const makeKeys = (redirect: string) =>
    spawnSync(
      '/bin/sh',
      ['-c', `exec "$0" "$1" signer frame-keys --out key.json ${redirect}`, process.execPath, COMMAND],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-full-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.skipIf(!existsSync('/dev/full'))('on a full disk is reported, and is not a success', () => {
    const { status, stderr } = makeKeys('>/dev/full');
    expect(stderr).toContain('the command succeeded, but its output could not be written: ENOSPC');
    expect(status).toBe(6);
  });

  it('because a key file exists already is reported, and the file stays', () => {
    writeFileSync(join(folder, 'key.json'), 'kept');
    const { status, stderr } = makeKeys('');
    expect(stderr).toBe(
      'florin: Cannot write the private key to key.json: the file exists, and a key in use is not overwritten\n',
    );
    expect(status).toBe(1);
    expect(readFileSync(join(folder, 'key.json'), 'utf8')).toBe('kept');
  });
});
