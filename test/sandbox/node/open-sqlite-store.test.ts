import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/sandbox/node/open-sqlite-store.js';

describe('the SQLite store', () => {
  let folder: string;
  let database: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-'));
    database = join(folder, 'new', 'folder', 'sandbox.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates the file, its folder, the tables and the demo merchant', async () => {
    const store = await openSqliteStore({ database });
    const caller = await store.read((view) => view.findCaller('5353109000000000', 'demo-api'));
    expect(caller).toMatchObject({ permissions: ['API'], merchant: { shortName: 'DEMOSHOP', defaultCurrency: 'AUD' } });
    expect(JSON.stringify(caller)).not.toContain('Demo-Password-1');
    await store.close();
  });

  it('opens its own file again, with the same key and merchants', async () => {
    const first = await openSqliteStore({ database });
    const caller = await first.read((view) => view.findCaller('5353109000000000', 'demo-api'));
    await first.close();
    const second = await openSqliteStore({ database });
    expect(second.fingerprintKey).toBe(first.fingerprintKey);
    expect(await second.read((view) => view.findCaller('5353109000000000', 'demo-api'))).toEqual(caller);
    await second.close();
  });

  it('has no merchants without a seed', async () => {
    const store = await openSqliteStore({ database, seed: [] });
    expect(await store.read((view) => view.findCaller('5353109000000000', 'demo-api'))).toBeUndefined();
    await store.close();
  });

  it('runs in WAL mode, synchronous, and erases what it deletes', async () => {
    const store = await openSqliteStore({ database });
    const header = readFileSync(database).subarray(18, 20);
    expect([...header]).toEqual([2, 2]);
    await store.close();
  });

  it('a failed unit is rolled back, and a second connection never sees uncommitted data', async () => {
    const store = await openSqliteStore({ database });
    const key = {
      authKey: 'k',
      merchantId: 1,
      terms: {} as never,
      redirectionUrl: null,
      webHookUrl: null,
      createdAt: 0,
      expiresAt: 10,
      usedAt: null,
    };
    let seenInside: unknown;
    await expect(
      store.write(async (unit) => {
        await unit.addAuthKey(key);
        seenInside = await store.read((view) => view.findAuthKey('k'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(seenInside).toBeUndefined();
    expect(await store.read((view) => view.findAuthKey('k'))).toBeUndefined();
    await store.close();
  });

  it('the database itself refuses a used key without a transaction', async () => {
    await (await openSqliteStore({ database })).close();
    const db = new DatabaseSync(database);
    expect(() =>
      db.exec(
        "insert into auth_key (auth_key, merchant_id, terms, created_at, expires_at, used_at) values ('k', 1, '{}', 0, 1, 1)",
      ),
    ).toThrow(/used_with_transaction/);
    db.close();
  });

  it.each([
    [
      'text',
      () => writeFileSync(database, 'not a database at all, but longer than a header '.repeat(20)),
      /cannot be opened: /,
    ],
    ['a folder', () => mkdirSync(database), /cannot be opened: it is no file$/],
    // SQLite would wait for a writer.
    ['a pipe', () => execFileSync('mkfifo', ['-m', '666', database]), /cannot be opened: it is no file$/],
    [
      'another program’s',
      () => new DatabaseSync(database).exec('create table songs (name text)'),
      /belongs to another program/,
    ],
    [
      'another Florin’s',
      () =>
        new DatabaseSync(database).exec(
          "create table meta (name text primary key, value text); insert into meta values ('schema_version', '99')",
        ),
      /was made by another version of Florin: use that version, or delete it and start empty$/,
    ],
  ])('refuses %s in one line, and leaves the file unchanged', async (_, make, message) => {
    mkdirSync(join(folder, 'new', 'folder'), { recursive: true });
    make();
    // The mode of a pipe or a device is everybody's.
    const contentOf = () => {
      const found = statSync(database);
      return found.isFile() ? readFileSync(database).subarray(100) : found.mode;
    };
    const before = contentOf();
    const refusal = await openSqliteStore({ database }).catch((error: unknown) => error as Error);
    expect(refusal).toBeInstanceOf(Error);
    expect((refusal as Error).message).toMatch(message);
    expect((refusal as Error).message).not.toContain('\n');
    expect((refusal as Error).message).toContain(database);
    expect(contentOf()).toEqual(before);
  });

  it.each(['', ' ', 'mysql://localhost/florin', 'HTTP://x'])('refuses %j, which is no file, at once', async (name) => {
    await expect(openSqliteStore({ database: name })).rejects.toThrow(/cannot be opened: it must be a file/);
  });

  it('stores no password', async () => {
    await (await openSqliteStore({ database })).close();
    expect(readFileSync(database).includes('Demo-Password-1')).toBe(false);
  });
});
