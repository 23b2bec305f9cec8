/** Interleavings of two processes on one PostgreSQL, each forced by a transaction of a second connection. */
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/sandbox/node/open-postgres-store.js';
import type { Store } from '../../../src/sandbox/store/store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

let server: PostgresServer;
let store: Store;
let other: Client;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  const database = await server.createDatabase();
  store = await openPostgresStore({ database });
  other = new Client({ connectionString: database });
  await other.connect();
  await other.query('set search_path = florin_sandbox');
});
afterEach(async () => {
  await other.end();
  await store.close();
});

/** Resolves when a statement of the store waits for a lock of the other connection. */
async function waitsForLock(): Promise<void> {
  const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(async () => (await other.query(waiting)).rowCount, { interval: 10 }).toBe(1);
}

const BATCH = { merchantId: 1, filename: 'a.csv', username: 'u', header: '01', recordCount: 1, submittedAt: 0 };

it('a batch that is accepted in the last moment of its lease is not deleted by the next upload', async () => {
  const id = await store.write((unit) => unit.addBatch({ ...BATCH, leaseUntil: 1 }));
  await other.query('begin');
  await other.query("update batch set state = 'submitted' where id = $1", [id]);
  const dropping = store.write((unit) => unit.dropExpiredUploads(1, 2));
  await waitsForLock();
  await other.query('commit');
  await dropping;
  expect(await store.read((view) => view.findBatch(1, id ?? 0))).toMatchObject({ state: 'submitted' });
});

it('an upload that extends its lease in the last moment is not deleted by the next upload', async () => {
  const id = await store.write((unit) => unit.addBatch({ ...BATCH, leaseUntil: 1 }));
  await other.query('begin');
  await other.query('update batch set lease_until = 100 where id = $1', [id]);
  const dropping = store.write((unit) => unit.dropExpiredUploads(1, 2));
  await waitsForLock();
  await other.query('commit');
  await dropping;
  expect(await store.write((unit) => unit.openBatch(id ?? 0))).toBe(true);
});

it('a reference that the old and the new look-up file have is listed while the new one replaces the old one', async () => {
  const entry = { crn1: 'in both', crn2: null, crn3: null, amount: null, name: null };
  const file = { merchantId: 1, filename: 'l.csv', emailAddress: null, username: 'u', entryCount: 1, uploadedAt: 0 };
  const add = () =>
    store.write(async (unit) => {
      const key = { id: await unit.addLookupFile(file), merchantId: 1 };
      await unit.addLookupEntries(key, 0, [entry]);
      return key;
    });
  const old = await add();
  await store.write((unit) => unit.openLookupFile(old));
  const { id } = await add();
  await other.query('begin');
  await other.query('lock table crn_lookup in access exclusive mode');
  const looking = store.write((unit) => unit.lookUpCrn1(1, 'in both'));
  await waitsForLock();
  await other.query('delete from crn_lookup where file_id = $1', [old.id]);
  await other.query("update crn_lookup_file set state = 'replaced' where id = $1", [old.id]);
  await other.query("update crn_lookup_file set state = 'current' where id = $1", [id]);
  await other.query('commit');
  expect(await looking).toBe('listed');
});
