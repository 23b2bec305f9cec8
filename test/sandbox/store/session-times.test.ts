/** Migration 11: sessions of a database of version 10 get their times, and stay. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/sandbox/node/open-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

const HOURS_8 = 8 * 3_600_000;
const EXPIRES_AT = Date.parse('2026-03-04T20:00:00Z');

/** Makes version 10 of a database of this version, with a session. */
const BACK_TO_10 = (schema: string) => [
  `alter table ${schema}session drop column kind`,
  `alter table ${schema}session rename to office_session`,
  `drop table ${schema}keyed_call`,
  `alter table ${schema}txn drop column username`,
  `drop table ${schema}caught_webhook`,
  ...['started_at', 'used_at'].map((column) => `alter table ${schema}office_session drop column ${column}`),
  `insert into ${schema}office_session (token_hash, merchant_number, username, password_hash, expires_at)
   values ('hash', '5353109000000000', 'kim', 'x', ${EXPIRES_AT})`,
  `update ${schema}meta set value = '10' where name = 'schema_version'`,
];

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'florin-sessions-'));
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

const KINDS = [
  {
    kind: 'SQLite',
    create: () => Promise.resolve(join(folder, 'sandbox.sqlite')),
    run(database: string) {
      const file = new DatabaseSync(database);
      for (const statement of BACK_TO_10('')) file.exec(statement);
      file.close();
      return Promise.resolve();
    },
  },
  {
    kind: 'PostgreSQL',
    create: () => server.createDatabase(),
    async run(database: string) {
      const client = new Client({ connectionString: database });
      await client.connect();
      for (const statement of BACK_TO_10('florin_sandbox.')) await client.query(statement);
      await client.end();
    },
  },
] as const;

describe.each(KINDS)('in $kind', ({ create, run }) => {
  it('an older session gets its start from its end, and can be used and listed', async () => {
    const database = await create();
    await (await openStore({ database, seed: [] })).close();
    await run(database);
    const store = await openStore({ database, seed: [] });
    const query = { kind: 'office', merchantNumber: '5353109000000000', now: EXPIRES_AT - 1, limit: 10 } as const;
    const startedAt = EXPIRES_AT - HOURS_8;
    const session = { tokenHash: 'hash', username: 'kim', expiresAt: EXPIRES_AT, startedAt };
    expect(await store.read((view) => view.listSessions(query))).toMatchObject([{ ...session, usedAt: startedAt }]);
    await store.write((unit) => unit.touchSession({ ...session, usedAt: startedAt + 5 }));
    expect(await store.read((view) => view.findSession('office', 'hash'))).toMatchObject({ usedAt: startedAt + 5 });
    expect(await store.read((view) => view.listSessions({ ...query, now: EXPIRES_AT }))).toEqual([]);
    await store.close();
  });
});
