/** A PostgreSQL that is silent without being gone: all its processes stand still, and its connections stay open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim } from '../../../src/signer/claim.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { accountAt, startFaultyService } from '../faulty-service.js';
import { createShop } from '../shop.js';
import { TERMS } from '../terms.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const NOBODY = '0'.repeat(32);
const claimOf = (order: string) =>
  createClaim({
    id: order.padStart(32, '0'),
    order,
    attempt: 1,
    terms: TERMS,
    at: 5,
    leaseOwner: 'me',
    leaseUntil: 100,
  });
/** The limits of the store, of which each is seconds by itself. */
const SHORT = { query_timeout: 300, connectionTimeoutMillis: 300, max: 3 };
const openShort = async () =>
  openPostgresStore({ connection: { connectionString: await server.createDatabase(), ...SHORT } });

describe('a silent PostgreSQL', { timeout: 60_000 }, () => {
  it('keeps no call waiting, and the store goes on when it speaks again', async () => {
    const store = await openShort();
    await Promise.all([1, 2, 3].map(() => store.readClaim(NOBODY)));
    server.silence();
    const calls = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? store.readClaim(NOBODY) : store.addClaim(claimOf(String(index))),
    );
    const ends = await Promise.allSettled(calls);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    server.wake();
    await expect.poll(() => store.addClaim(claimOf('100')).catch(() => 'silent')).toBe(true);
    expect((await store.readOrder('100')).claims).toHaveLength(1);
    await store.close();
  });

  it('ends a reconciliation, and lets the store be closed', async () => {
    const service = await startFaultyService();
    const store = await openShort();
    const shop = createShop(accountAt(service), { store });
    await shop.signer.reconcile();
    server.silence();
    expect((await shop.signer.reconcile()).checked).toBe(0);
    expect(shop.log.map(({ event }) => event)).toContain('reconcile_failed');
    await store.close();
    server.wake();
    await service.close();
  });

  it('has a limit here for each statement unless the shop names one', async () => {
    const store = await openPostgresStore({ connection: { connectionString: await server.createDatabase(), max: 1 } });
    await store.readClaim(NOBODY);
    server.silence();
    await expect(store.readClaim(NOBODY)).rejects.toThrow(/timeout/);
    await store.close();
    server.wake();
  });
});
