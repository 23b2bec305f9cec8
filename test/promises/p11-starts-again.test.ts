/** P11: the sandbox always starts again: with all its data, or with one clear line and exit code 1. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { createChance, report, trials } from './trials.js';

/** Most units of work in one commit of this load: the last, broken commit may contain this many. */
const CLIENTS = 4;
const LONGEST_CUT = 4_096;

describe('P11: it starts again, always', () => {
  let folder: string;
  let database: string;
  let made: number;

  /** A database as `kill -9` leaves it: the newest transactions are only in the write-ahead log. */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p11-'));
    database = join(folder, 'killed.sqlite');
    const running = await startSandboxChild({ database });
    const caller = new RestCaller(serviceAt(running.url));
    for (made = 0; made < 60; made += CLIENTS) await Promise.all(Array.from({ length: CLIENTS }, () => caller.made()));
    await running.stop('SIGKILL');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function copy(name: string): string {
    const target = join(folder, name);
    copyFileSync(database, target);
    copyFileSync(`${database}-wal`, `${target}-wal`);
    return target;
  }

  /** The numbers of the transactions in a database, after the sandbox has opened it. */
  async function numbersIn(path: string): Promise<readonly number[]> {
    const store = await openSqliteStore({ database: path });
    const found = await store.read((view) =>
      view.searchTransactions(1, { filter: {}, from: 0, to: Infinity, limit: 1_000 } as never),
    );
    await store.close();
    return found.map(({ txnNumber }) => txnNumber).sort((a, b) => a - b);
  }

  it('after the end of the write-ahead log was truncated', async () => {
    const chance = createChance();
    const cuts = trials(40);
    let fewest = made;
    for (let cut = 0; cut < cuts; cut += 1) {
      const path = copy(`cut-${cut}.sqlite`);
      truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - chance.whole(1, LONGEST_CUT));
      const numbers = await numbersIn(path);
      // Without gaps, and only the last commit is missing.
      expect(numbers).toEqual(numbers.map((_, index) => 10_001 + index));
      fewest = Math.min(fewest, numbers.length);
      const file = new DatabaseSync(path);
      expect(file.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      file.close();
      rmSync(path);
    }
    report('P11', chance, { cuts, transactions: made, 'fewest left': fewest });
    expect(fewest).toBeGreaterThanOrEqual(made - CLIENTS);
  });

  /** Name, how it is made, and the expected line. */
  const REFUSED: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    [
      'a file of something else',
      (path) => writeFileSync(path, 'not a database, and longer than a header '.repeat(50)),
      /not a database/,
    ],
    [
      'a database of something else',
      (path) => new DatabaseSync(path).exec('create table other (a)'),
      /another program/,
    ],
    [
      'half a database',
      (path) => {
        const whole = copy('whole.sqlite');
        const file = new DatabaseSync(whole);
        file.exec('pragma wal_checkpoint(truncate)');
        file.close();
        writeFileSync(path, readFileSync(whole).subarray(0, statSync(whole).size / 2));
      },
      /malformed|cannot be opened|corrupt/,
    ],
    ['a folder', (path) => mkdirSync(path), /unable to open|cannot be opened/],
    ['a file in the place of the folder', (path) => (writeFileSync(path, ''), undefined), /.*/],
    [
      'a database of another version',
      (path) => {
        copyFileSync(copy('newer-source.sqlite'), path);
        copyFileSync(`${database}-wal`, `${path}-wal`);
        const file = new DatabaseSync(path);
        file.exec("update meta set value = '9999' where name = 'schema_version'");
        file.close();
      },
      /another version of Florin/,
    ],
  ];

  it.each(REFUSED)('%s is refused in one line, and left as it was', async (name, make, says) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.sqlite`);
    make(path);
    const asFolder = name.includes('in the place of the folder');
    const target = asFolder ? join(path, 'sandbox.sqlite') : path;
    const isFile = existsSync(path) && statSync(path).isFile();
    const before = isFile ? readFileSync(path) : undefined;
    const { code, out, err } = await waitForEnd(spawnFlorin(['sandbox', '--port', '0', '--database', target]));
    expect(out).toBe('');
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toMatch(says);
    if (before) expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('an empty file becomes a database', async () => {
    const path = join(folder, 'empty.sqlite');
    writeFileSync(path, '');
    expect(await numbersIn(path)).toEqual([]);
  });
});
