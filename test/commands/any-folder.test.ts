/** The two commands of the README, in a folder as build servers and people have them: installed, built and run there. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Six digits, blanks, a letter beyond ASCII, a long path. */
const NAME = join('build 20260123 Größe', 'long'.repeat(30));

describe('a clone in an unusual folder, opened by a link, its parent read-only', { timeout: 300_000 }, () => {
  let root: string;
  let folder: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'florin-folder-'));
    const place = join(root, NAME);
    const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' });
    for (const file of files.split('\0').filter((name) => name !== '' && existsSync(name))) {
      cpSync(file, join(place, 'florin', file), { recursive: true });
    }
    folder = join(root, 'link');
    symlinkSync(join(place, 'florin'), folder);
    mkdirSync(join(place, 'florin', 'test-results'));
    chmodSync(place, 0o555);
  });

  afterAll(() => {
    chmodSync(join(root, NAME), 0o755);
    rmSync(root, { recursive: true });
  });

  it('npm start opens the shop, and Ctrl-C ends it', async () => {
    const start = spawn('npm', ['start'], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collect(start);
    const ended = once(start, 'close');
    try {
      const shop = () => /Shop +(http:\S+)/.exec(output())?.[1];
      await expect.poll(shop, { timeout: 240_000, message: 'the address of the shop' }).toBeDefined();
      expect((await fetch(shop()!)).status).toBe(200);
    } finally {
      // To the group, as a terminal does.
      process.kill(-start.pid!, 'SIGINT');
      await ended;
    }
  });

  it('npm test passes', async () => {
    const test = spawn('npm', ['test', '--', 'unit'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = collect(test);
    const [code] = (await once(test, 'close')) as [number];
    expect(output()).toMatch(/\n\d+ passed, 0 failed(, \d+ skipped)?\n$/);
    expect(code).toBe(0);
  });

  it('its build packs the same bytes as a build in another folder', async () => {
    // The pages of a package are files that git lists.
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const program =
      "import { pack } from './tools/pack.mjs'; console.log(JSON.stringify(await pack(process.argv[1])));";
    const packIn = async (cwd: string) => {
      const words = ['--input-type=module', '-e', program, join(root, 'packed')];
      const { stdout } = await promisify(execFile)(process.execPath, words, { cwd, maxBuffer: 2 ** 24 });
      const packed = JSON.parse(stdout) as readonly { filename: string; integrity: string }[];
      return packed.map(({ filename, integrity }) => [filename, integrity]);
    };
    const here = await packIn('.');
    expect(here).toHaveLength(2);
    expect(await packIn(folder)).toEqual(here);
  });
});

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  return () => text;
}
