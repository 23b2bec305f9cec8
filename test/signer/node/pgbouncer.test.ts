/** The PostgreSQL store behind a real PgBouncer in transaction mode, which gives each transaction any of its connections. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConnections } from '../../../src/node/postgres-connections.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../../support/pgbouncer.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { describeClaimStore } from '../claim-store-suite.js';
import { addLive, claimOf, findingOf } from '../claims.js';
import { SCOPE } from '../terms.js';

describe.skipIf(!hasPgBouncer())('behind PgBouncer', () => {
  let server: PostgresServer;
  let pooler: PgBouncer;
  beforeAll(async () => {
    server = await startPostgres();
    pooler = await startPgBouncer(server.url);
  });
  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });

  let schemas = 0;
  let database: Promise<string> | undefined;
  describeClaimStore('in PostgreSQL behind PgBouncer', async (clock) => {
    const connection = pooler.urlOf(await (database ??= server.createDatabase()));
    return openPostgresStore({ connection, schema: `test_${(schemas += 1)}`, clock });
  });

  it('a process that freezes in a transaction keeps the lock of an order only for its limit', async () => {
    const connectionString = pooler.urlOf(await server.createDatabase());
    const store = await openPostgresStore({ connection: connectionString });
    const frozen = createConnections({ connectionString, idle_in_transaction_session_timeout: 1_000 });
    const client = await frozen.connect();
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('florin_signer ${SCOPE} 1', 0))`);
    const began = performance.now();
    expect(await store.addClaim(claimOf('1'))).toBe(true);
    // It was locked.
    expect(performance.now() - began).toBeGreaterThan(500);
    await expect(client.query('COMMIT')).rejects.toThrow();
    client.release(true);
    await frozen.end();
    await store.close();
  });

  it('notifies of a payment in a transaction, and has it when two processes record it', async () => {
    const connection = pooler.urlOf(await server.createDatabase());
    const paid: string[] = [];
    const onPaid = async (_transaction: unknown, order: string) => void paid.push(order);
    const stores = await Promise.all([0, 1].map(() => openPostgresStore({ connection, onPaid })));
    const claim = await addLive(stores[0]!, '1');
    const recorded = await Promise.all(stores.map((store) => store.record(findingOf(claim, '1'))));
    expect(recorded.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const agreed = { amount: 1, total: 1, currency: 'AUD', crn1: '' };
    await stores[0]!.notifyPaid?.(recorded[0]!.entry, agreed as never, new AbortController().signal);
    expect([paid, await stores[1]!.readDueNotices(SCOPE, 0, 10)]).toEqual([['1'], []]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
