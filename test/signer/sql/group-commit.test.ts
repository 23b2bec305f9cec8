/** Writes of one turn of the event loop share a transaction, and do not share their failures. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../src/node/sqlite.js';
import type { ClaimWriter } from '../../../src/signer/sql/sqlite-claims.js';
import { createGroupCommit } from '../../../src/signer/sql/group-commit.js';
import type { SqliteConnection } from '../../../src/sqlite/connection.js';

let database: SqliteConnection;
let writer: ClaimWriter;

beforeEach(() => {
  database = openSqlite(':memory:');
  database.exec('CREATE TABLE fact (id INTEGER PRIMARY KEY)');
  writer = createGroupCommit({ database, defer: setImmediate });
});
afterEach(() => database.close());

const add = (id: number) => database.exec(`INSERT INTO fact VALUES (${id})`);
const stored = () => database.prepare('SELECT id FROM fact').all();
const outcomes = async (...writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map(({ status }) => status);

it('undoes all statements of a write that fails, and none of the others', async () => {
  const half = () => {
    add(2);
    add(1);
  };
  const writes = [writer.write(() => add(1)), writer.write(half), writer.write(() => add(3))];
  expect(await outcomes(...writes)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual([{ id: 1 }, { id: 3 }]);
});

it('says of no write that it failed and stores it, when SQLite ends the whole transaction', async () => {
  const end = () => database.exec('INSERT OR ROLLBACK INTO fact VALUES (1)');
  const writes = [writer.write(() => add(1)), writer.write(end), writer.write(() => add(3))];
  expect(await outcomes(...writes)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([]);
  expect(await outcomes(writer.write(() => add(4)))).toEqual(['fulfilled']);
});
