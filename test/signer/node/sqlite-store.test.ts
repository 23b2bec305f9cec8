import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim } from '../../../src/signer/claims/claim.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { describeClaimStore } from '../claim-store-suite.js';
import { SCOPE, TERMS } from '../terms.js';

let folder = '';
let serial = 0;
const nextFile = () => join(folder, `claims-${(serial += 1)}.db`);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-signer-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const firstClaim = () =>
  createClaim({
    id: '1'.repeat(32),
    scope: SCOPE,
    order: '1',
    attempt: 1,
    terms: TERMS,
    reference: 'a reference',
    leaseOwner: 'me',
    lease: 100,
  });

describeClaimStore('in SQLite', (clock) => openSqliteStore(nextFile(), { clock }));

describe('the SQLite file', () => {
  it('has everything after it was closed and opened again', async () => {
    const file = nextFile();
    const store = openSqliteStore(file);
    const claim = firstClaim();
    await store.addClaim(claim);
    await store.goLive(claim.id, 'me', { authKey: 'k', expiresAt: 1000 });
    await store.record({
      txnNumber: '1',
      claimId: claim.id,
      verdict: 'approved',
      differences: [],
      txn: { TxnNumber: '1', Amount: 19900 },
    });
    const before = await store.readOrder(SCOPE, '1');
    await store.close();
    const again = openSqliteStore(file);
    expect(await again.readOrder(SCOPE, '1')).toEqual({ ...before, at: expect.any(Number) });
    expect(await again.readDueNotices(SCOPE, 0, 10)).toEqual(before.entries);
    await again.close();
  });

  it('is written to the disk at each commit: WAL and synchronous FULL', async () => {
    const file = nextFile();
    const store = openSqliteStore(file);
    await store.addClaim(firstClaim());
    const other = new DatabaseSync(file);
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    other.close();
    await store.close();
  });

  it('is shared by several stores, which see each other’s writes at once', async () => {
    const file = nextFile();
    const stores = Array.from({ length: 4 }, () => openSqliteStore(file));
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        stores[index % 4]!.addClaim({ ...firstClaim(), id: `${index}`, reference: `${index}` }),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    for (const store of stores) expect((await store.readOrder(SCOPE, '1')).claims).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('writes parallel calls in one transaction: a failed call fails alone, and the others are stored', async () => {
    const file = nextFile();
    const store = openSqliteStore(file);
    const other = new DatabaseSync(file);
    const claimOf = (order: number, id = order) =>
      ({ ...firstClaim(), order: `${order}`, id: `${id}`, reference: `${id}` }) as const;
    const finding = { verdict: 'approved', differences: [], txn: {} } as const;
    const done = await Promise.allSettled([
      ...Array.from({ length: 300 }, (_, order) => store.addClaim(claimOf(order))),
      // The id and the reference of another order's claim.
      store.addClaim(claimOf(1000, 7)),
      store.record({ ...finding, txnNumber: 'early', claimId: 'none' }),
    ]);
    expect(done.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => ({ status: 'fulfilled', value: true })));
    expect(done.slice(300)).toMatchObject([{ value: false }, { status: 'rejected' }]);
    expect(other.prepare('SELECT count(*) AS claims FROM claim').get()).toEqual({ claims: 300 });
    // A transaction of several statements, and others' statements between.
    const mixed = await Promise.all([
      store.goLive('1', 'me', { authKey: 'k', expiresAt: 1000 }),
      store.record({ ...finding, txnNumber: '1', claimId: '2' }),
      store.goLive('2', 'me', { authKey: 'k', expiresAt: 1000 }),
      store.record({ ...finding, txnNumber: '2', claimId: '3' }),
      store.goLive('4', 'somebody else', { authKey: 'k', expiresAt: 1000 }),
      store.readOrder(SCOPE, '5').then(({ claims }) => claims.length),
    ]);
    expect([mixed[0], mixed[4], mixed[5]]).toEqual([true, false, 1]);
    const states = other.prepare("SELECT id, state FROM claim WHERE id IN ('1', '2', '3', '4') ORDER BY id").all();
    expect(states.map((row) => ({ ...row }))).toEqual([
      { id: '1', state: 'live' },
      { id: '2', state: 'approved' },
      { id: '3', state: 'approved' },
      { id: '4', state: 'issuing' },
    ]);
    other.close();
    await store.close();
    await expect(store.addClaim(claimOf(2000))).rejects.toThrow();
    await expect(store.readOrder(SCOPE, '1')).rejects.toThrow();
  });

  it.each([3, 99])('of another version (%i) is refused with what to do, and not changed', (version) => {
    const file = nextFile();
    const other = new DatabaseSync(file);
    other.exec(`CREATE TABLE claim (id TEXT); PRAGMA user_version = ${version}`);
    expect(() => openSqliteStore(file)).toThrow(/another version of Florin: .* then name an empty place/);
    expect(other.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    other.close();
  });

  it('refuses the database of another program', () => {
    const file = nextFile();
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE recipes (id TEXT)');
    other.close();
    expect(() => openSqliteStore(file)).toThrow(RangeError);
  });

  it('refuses a file that is no database', () => {
    const file = nextFile();
    writeFileSync(
      file,
      'This is a shopping list, and a long one, so that it cannot be taken for an empty file.'.repeat(20),
    );
    expect(() => openSqliteStore(file)).toThrow(/is not a database/);
  });
});
