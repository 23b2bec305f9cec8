import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitForOutput } from '../support/process-output.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('florin init', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'florin-init-'));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  const initAsIs = (args: readonly string[], agent = '') =>
    waitForEnd(spawnFlorin(['init', ...args], parent, { npm_config_user_agent: agent }));
  /** With the files of both packages, of which only the names count here. */
  const init = (args: readonly string[], agent = '') => {
    const packed = mkdtempSync(join(tmpdir(), 'florin-packed-'));
    for (const name of ['florin', 'florin-server']) writeFileSync(join(packed, `${name}-${VERSION}.tgz`), '');
    return initAsIs([...args, '--packages', packed], agent).finally(() => rmSync(packed, { recursive: true }));
  };
  const read = (...path: readonly string[]) => readFileSync(join(parent, ...path), 'utf8');

  it('writes a project into a folder with blanks and an umlaut, with secrets of its own that only the owner reads', async () => {
    const { code, out, err } = await init(['express', 'Bücher und Größe']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/cd "Bücher und Größe"\n {2}npm install\n {2}npm run dev\n$/);
    const manifest = JSON.parse(read('Bücher und Größe', 'package.json')) as Record<string, Record<string, string>>;
    expect(manifest).toMatchObject({
      name: 'bucher-und-gro-e',
      dependencies: { 'florin-server': expect.stringMatching(`^file:.*/florin-server-${VERSION}.tgz$`) as string },
    });
    expect(readdirSync(join(parent, 'Bücher und Größe')).sort()).toEqual(
      [
        '.env',
        '.gitignore',
        'README.md',
        'headers.js',
        'orders.js',
        'package.json',
        'pages.js',
        'public',
        'server.js',
        'signer.js',
      ].sort(),
    );
    expect(statSync(join(parent, 'Bücher und Größe', '.env')).mode & 0o777).toBe(0o600);
    expect(read('Bücher und Größe', '.gitignore')).toMatch(/^\.env$/m);
    const secretOf = (folder: string) => /^FLORIN_SECRET=([\w-]{64})$/m.exec(read(folder, '.env'))?.[1];
    await init(['express', 'second']);
    expect(secretOf('second')).toBeDefined();
    expect(secretOf('Bücher und Größe')).not.toBe(secretOf('second'));
  });

  it('leaves no placeholder behind, and puts no secret anywhere but into .env', async () => {
    expect((await init(['static'])).out).toContain('  npm install\n  npm run dev\n');
    const files = readdirSync(parent, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const secret = /^FLORIN_SECRET=(.+)$/m.exec(read('.env'))![1]!;
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      expect(text, name).not.toMatch(/\{\{\w+\}\}/);
      expect(text.includes(secret), name).toBe(name === '.env');
    }
    expect(read('README.md')).toContain('npm install\nnpm run dev\n');
  });

  it('writes the settings that a framework needs, and ignores what it builds', async () => {
    await init(['sveltekit', 'kit']);
    expect(read('kit', '.env')).toMatch(/^PORT=3000\n.*\nHOST=127\.0\.0\.1\n.*\nORIGIN=http:\/\/localhost:3000\n/m);
    expect(read('kit', '.gitignore')).toMatch(/^\.florin\/\n.*\n\.svelte-kit\/\nbuild\/\n$/m);
    expect(existsSync(join(parent, 'kit', 'src/lib/server/signer.js'))).toBe(true);
    await init(['next', 'next']);
    expect(read('next', '.gitignore')).toMatch(/^\.next\/\n/m);
    expect(read('next', 'README.md')).toContain('after `shop at`');
    await init(['express', 'plain']);
    expect(read('plain', '.env')).toMatch(/^HOST=127\.0\.0\.1\n# Shoppers/m);
    expect(read('plain', '.gitignore')).toMatch(/^\.florin\/$/m);
  });

  it('accepts a folder with .git and a licence, and refuses a folder with other files', async () => {
    mkdirSync(join(parent, '.git'));
    writeFileSync(join(parent, 'LICENSE'), 'mine');
    expect((await init(['static', '.'])).code).toBe(0);
    const again = await init(['static', '.']);
    expect(again.code).toBe(1);
    expect(again.err).toMatch(
      /^florin: The folder \. is not empty: it has \.env, \.gitignore, README\.md and \d more\. Name a new/,
    );
    expect(again.err).toContain('LICENSE may be there');
    writeFileSync(join(parent, 'file'), '');
    expect((await init(['static', 'file'])).err).toBe('florin: file is a file, not a folder\n');
  });

  it.each([
    [['expres', 'x'], 'There is no kind expres; did you mean express? The kinds are express, '],
    [['rails', 'x'], 'There is no kind rails; the kinds are express, '],
    [
      ['static', 'x', '--package-manager', 'pnmp'],
      'There is no package manager pnmp; did you mean pnpm? The package managers are',
    ],
    [['static', 'x', '--package-manager', 'pnpm', '--packages', '.'], '--packages works with npm'],
    [['static', 'x'], 'florin and florin-server are not published yet, and anybody could register these names'],
    [['static', 'x', '--packages', '.'], `--packages: the folder . has no florin-${VERSION}.tgz (npm run pack)`],
  ])('%j is refused before anything is written', async (args, message) => {
    const { code, err } = await initAsIs(args);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`florin: ${message}`) as string });
    expect(existsSync(join(parent, 'x'))).toBe(false);
  });

  it('writes its own version if it was published, which the manifest shows', async () => {
    const root = join(parent, 'florin-server');
    cpSync('dist/bin', join(root, 'dist/bin'), { recursive: true });
    symlinkSync(join(process.cwd(), 'dist/init'), join(root, 'dist/init'));
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const repository = { type: 'git', url: 'git+https://github.example/shop/florin.git' };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', version: VERSION, repository }));
    const env = { ...process.env, npm_config_user_agent: 'pnpm/10.0.0 npm/? node/v22' };
    const child = spawn(process.execPath, [join(root, 'dist/bin/florin.js'), 'init', 'static', 'shop'], {
      cwd: parent,
      env,
    });
    const { code, out } = await waitForEnd(child);
    expect(code).toBe(0);
    expect(out).toContain('  pnpm install\n  pnpm run dev\n');
    expect(JSON.parse(read('shop', 'package.json'))).toMatchObject({ dependencies: { florin: `^${VERSION}` } });
  });
});

describe('florin sandbox -- a command', () => {
  const run = (program: string) =>
    waitForEnd(
      spawnFlorin(['sandbox', '--port', '0', '--database', ':memory:', '--', process.execPath, '-e', program]),
    );

  it('runs while the sandbox runs, can call it, and sets the exit code', async () => {
    const call = 'fetch(process.env.FLORIN_BASE_URL).then(({ status }) => { console.log(status); process.exit(7); })';
    const { code, out } = await run(call);
    expect(out).toMatch(/^sandbox ready at http:\S+\n\d{3}\n$/);
    expect(code).toBe(7);
  });

  it('that cannot be run is an error', async () => {
    const { code, err } = await waitForEnd(
      spawnFlorin(['sandbox', '--port', '0', '--database', ':memory:', '--', 'no-such-program']),
    );
    expect({ code, err }).toEqual({
      code: 1,
      err: 'florin: Cannot run no-such-program: spawn no-such-program ENOENT\n',
    });
  });

  it('starts again with --watch when the file has changed, at the same sandbox', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-watch-'));
    try {
      writeFileSync(join(folder, '.env'), 'COLOUR=red\n');
      const program = 'console.log(process.env.COLOUR, process.env.FLORIN_BASE_URL); setInterval(() => 0, 1e6)';
      writeFileSync(join(folder, 'server.js'), program);
      const beside = [process.execPath, '--watch', '--env-file=.env', 'server.js'];
      const words = ['sandbox', '--port', '0', '--database', ':memory:', '--watch', '.env', '--', ...beside];
      const child = spawnFlorin(words, folder);
      const ended = waitForEnd(child);
      const [, first] = await waitForOutput(child, /red (\S+)\n/);
      writeFileSync(join(folder, '.env'), 'COLOUR=green\n');
      const [, second] = await waitForOutput(child, /green (\S+)\n/);
      expect(second).toBe(first);
      child.kill('SIGTERM');
      const { code, err } = await ended;
      expect({ code, err }).toEqual({ code: 0, err: `.env has changed: ${process.execPath} starts again\n` });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('runs once with --watch of a file that is not there', async () => {
    const words = ['sandbox', '--port', '0', '--database', ':memory:', '--watch', 'no-such-file'];
    const program = 'console.log("up"); setTimeout(() => 0, 1_000)';
    const { code, out, err } = await waitForEnd(spawnFlorin([...words, '--', process.execPath, '-e', program]));
    expect({ code, err, starts: out.match(/up/g) }).toEqual({ code: 0, err: '', starts: ['up'] });
  });

  it('runs with another port if the usual one is in use, and gets SIGTERM', async () => {
    // Taken by this server, or by another program.
    const server = createServer().listen(4010, '127.0.0.1');
    await Promise.race([once(server, 'listening'), once(server, 'error')]);
    try {
      const program = 'console.log("up"); setInterval(() => 0, 1e6)';
      const child = spawnFlorin(['sandbox', '--database', ':memory:', '--', process.execPath, '-e', program]);
      const ended = waitForEnd(child);
      await waitForOutput(child, /up\n$/);
      child.kill('SIGTERM');
      const { code, err } = await ended;
      expect({ code, err }).toEqual({ code: 0, err: 'port 4010 is in use: the sandbox uses another one\n' });
    } finally {
      server.close();
    }
  });
});
