/**
 * P74: a command that a person copies from the sandbox's pages runs nothing of the request that it shows. It is quoted for bash
 * and zsh: control characters, bidirectional and invisible characters are written as escapes, and every value arrives unchanged.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoteForShell } from '../../src/core/quote-for-shell.js';
import { writeCurl } from '../../src/sandbox/backoffice/write-curl.js';
import type { StoredCall } from '../../src/sandbox/store/request-log-store.js';

const every = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_each, index) => String.fromCodePoint(from + index)).join('');

const HOSTILE: Readonly<Record<string, string>> = {
  'Ctrl-C and a command': '{"Crn1":"\u0003\ntouch pwned\n"}',
  'Ctrl-D, Ctrl-Z and a command': '\u0004\u001a\rtouch pwned\r',
  'the end of a bracketed paste': '\u001b[201~\u0003\ntouch pwned\n',
  'every control character': every(1, 0x1f) + every(0x7f, 0x9f),
  'bidirectional and invisible characters': `${every(0x200b, 0x200f)}${every(0x202a, 0x202e)}${every(0x2060, 0x206f)}\u061c\ufeff`,
  'separators and tags': '\u2028\u2029\u{e0001}\u{e0041}',
  quotes: `'"\`'' $'x' ''' \\' \\`,
  substitutions: '$(touch pwned)`touch pwned`${x}; touch pwned & touch pwned | touch pwned',
  'hexadecimal after an escape': '\u0003af\u202e0123',
  'history and globs': '!! !touch * ? [a-z] {1..9} ~',
  'other scripts': 'Zoë 北京 🎉 שלום',
  'line feeds': 'one\ntwo\n\nthree\n',
};
const SHOWN_OTHERWISE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const CALL = { interface: 'rest', method: 'POST', path: '/webapi/v3/txns', operation: '', request: '' } as StoredCall;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-p74-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command in bash with a `curl` that prints its arguments, each with a NUL at its end. */
function argumentsOf(command: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${command}`;
  const output = execFileSync('bash', ['--norc', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  return output.split('\0').slice(0, -1);
}

/** Types a text into an interactive bash in a terminal, without bracketed paste. */
function type(text: string): void {
  const input = `bind 'set enable-bracketed-paste off'\ncurl() { :; }\n${text}\nexit\n`;
  // A terminal that is not ready yet drops what comes before Ctrl-C.
  const command = '(sleep 0.3; cat) | script -qec "bash --norc --noprofile -i" /dev/null';
  const { error } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    input,
    timeout: 20_000,
    env: { PATH: process.env['PATH'], HISTFILE: '/dev/null', TERM: 'dumb' },
  });
  expect(error).toBeUndefined();
}

describe.runIf(process.platform === 'linux')('P74: copied commands', () => {
  it.each(Object.entries(HOSTILE))('%s: arrives unchanged, and is shown as it is', (_what, value) => {
    expect(argumentsOf(`curl ${quoteForShell(value)}`)).toEqual([value]);
    const command = writeCurl({ ...CALL, request: `{${value}` }, 'http://127.0.0.1:4010');
    expect(argumentsOf(command).at(-1)).toBe(`{${value}`);
    expect(command).not.toMatch(SHOWN_OTHERWISE);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  it.each(Object.entries(HOSTILE))('%s: types no command into a terminal', { timeout: 30_000 }, (_what, value) => {
    type(writeCurl({ ...CALL, request: value }, 'http://127.0.0.1:4010'));
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  it('the terminal of this test runs what is not quoted', { timeout: 30_000 }, () => {
    const isRun = () => existsSync(join(folder, 'pwned'));
    for (let tries = 0; tries < 10 && !isRun(); tries += 1) type(`curl '\u0003\ntouch pwned\n`);
    expect(isRun()).toBe(true);
  });

  it('a method, an address and an operation are arguments, and brackets are no patterns', () => {
    const method = 'GET|touch$IFS$9pwned';
    const path = '/webapi/v3/txns/{a,b}[1-9]?x=$(touch pwned)\u0003';
    const command = writeCurl({ ...CALL, method, path }, 'http://127.0.0.1:4010');
    expect(argumentsOf(command).slice(0, 4)).toEqual(['-g', '-X', method, `http://127.0.0.1:4010${path}`]);
    const operation = `x'; touch pwned; '\u202e`;
    const soap = writeCurl({ ...CALL, interface: 'soap', operation, request: '<a/>' }, 'http://127.0.0.1:4010');
    expect(argumentsOf(soap)).toContain(`SOAPAction: "urn:Eve_1_4_4/${operation}"`);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  it('what no argument can contain becomes the replacement character', () => {
    expect(argumentsOf(`curl ${quoteForShell('a\0b\ud800c')}`)).toEqual(['a\ufffdb\ufffdc']);
  });
});
