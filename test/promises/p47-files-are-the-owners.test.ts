/** P47: only the owner can read files with payments, keys or shoppers, also files that had wider permissions before. */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openShopDatabase } from '../../demo/shop/store/shop-database.js';
import { takeFiles } from '../../src/cli/soap-files.js';
import { openSqliteStore as openSandboxStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { openSqliteStore as openClaimStore } from '../../src/signer/node/sqlite-store.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-modes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is in a folder, and the mode of each as three octal digits. */
function modesIn(place: string): Record<string, string> {
  const modeOf = (name: string) => (statSync(join(place, name)).mode & 0o777).toString(8);
  return Object.fromEntries(readdirSync(place).map((name) => [name, modeOf(name)]));
}

const PRIVATE = { 'a.sqlite': '600', 'a.sqlite-shm': '600', 'a.sqlite-wal': '600' };
const KINDS = [
  ['claims', async (file: string) => openClaimStore(file)],
  ['the sandbox', (database: string) => openSandboxStore({ database })],
  ['the demo shop', async (file: string) => openShopDatabase(file)],
] as const;

describe.skipIf(process.platform === 'win32')('P47: files are their owner’s alone', () => {
  it.each(KINDS)('a new database of %s, with what stands beside it', async (_what, open) => {
    const store = await open(join(folder, 'a.sqlite'));
    expect(modesIn(folder)).toEqual(PRIVATE);
    await store.close();
  });

  it.each(KINDS)('a database of %s that others could read, as a crash left it', async (_what, open) => {
    const before = join(folder, 'before');
    const after = join(folder, 'after');
    mkdirSync(before);
    mkdirSync(after);
    const old = await open(join(before, 'a.sqlite'));
    for (const name of readdirSync(before)) {
      copyFileSync(join(before, name), join(after, name));
      chmodSync(join(after, name), 0o664);
    }
    await old.close();
    const store = await open(join(after, 'a.sqlite'));
    expect(modesIn(after)).toEqual(PRIVATE);
    await store.close();
  });

  it.each(KINDS.slice(0, 2))('a database of %s behind a link', async (_what, open) => {
    const real = join(folder, 'real');
    mkdirSync(real);
    symlinkSync(join(real, 'a.sqlite'), join(folder, 'link'));
    await (await open(join(real, 'a.sqlite'))).close();
    chmodSync(join(real, 'a.sqlite'), 0o644);
    const store = await open(join(folder, 'link'));
    expect(modesIn(real)).toEqual(PRIVATE);
    await store.close();
  });

  it('a claim store with a file: URL', () => {
    const store = openClaimStore(`file:${join(folder, 'a.sqlite')}?cache=private`);
    expect(modesIn(folder)).toEqual(PRIVATE);
    return store.close();
  });

  it('the folders that the sandbox creates', async () => {
    const store = await openSandboxStore({ database: join(folder, 'new', 'deep', 'a.sqlite') });
    await store.close();
    expect([modesIn(folder), modesIn(join(folder, 'new'))]).toEqual([{ new: '700' }, { deep: '700' }]);
  });

  it('the default folder that others could read, but no folder of the user', async () => {
    for (const name of ['.florin', 'data']) {
      mkdirSync(join(folder, name), { mode: 0o755 });
      chmodSync(join(folder, name), 0o755);
      await (await openSandboxStore({ database: join(folder, name, 'a.sqlite') })).close();
    }
    expect(modesIn(folder)).toEqual({ '.florin': '700', data: '755' });
  });

  it('batch results and settlement files that the command writes', () => {
    const place = join(folder, 'results');
    takeFiles({ Filename: 'results.csv', Content: new Uint8Array([1]) }, place);
    expect([modesIn(folder), modesIn(place)]).toEqual([{ results: '700' }, { 'results.csv': '600' }]);
  });
});
