/** A PostgreSQL that does not answer: its processes are stopped, and its connections stay open. */
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClaim } from '../../../src/signer/claims/claim.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { accountAt, startFaultyService } from '../faulty-service.js';
import { createShop, shopClock } from '../shop.js';
import { SCOPE, TERMS } from '../terms.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

const NOBODY = '0'.repeat(32);
const claimOf = (order: string) =>
  createClaim({
    id: order.padStart(32, '0'),
    scope: SCOPE,
    order,
    attempt: 1,
    terms: TERMS,
    reference: order,
    leaseOwner: 'me',
    lease: 100,
  });
/** Limits of the store; the default of each is ten seconds. A busy machine must be able to open the store. */
const SHORT = { query_timeout: 2_000, connectionTimeoutMillis: 2_000, max: 3 };
/** All connections in their turn, and what a busy machine takes on top. */
const MOST_MS = 9_000;
const openShort = async () =>
  openPostgresStore({ clock: shopClock, connection: { connectionString: await server.createDatabase(), ...SHORT } });

/** A proxy that can lose the server while the client’s connection stays open, like a network. */
async function startTunnel(port: number, { host = '127.0.0.1', at = 0 } = {}) {
  const pairs: { client: Socket; server: Socket }[] = [];
  const tunnel = createServer((client) => {
    const server = connect(port, '127.0.0.1').on('error', () => undefined);
    client.on('error', () => undefined).pipe(server);
    server.pipe(client);
    pairs.push({ client, server });
  }).listen(at, host);
  await once(tunnel, 'listening');
  return {
    port: (tunnel.address() as AddressInfo).port,
    /** The server's ends are gone; the client's stay open and hear nothing. */
    lose() {
      for (const { client, server } of pairs.splice(0)) {
        server.unpipe(client);
        client.unpipe(server).resume();
        server.destroy();
      }
    },
    close: () => tunnel.close(),
  };
}

describe('a half-open connection to PostgreSQL', { timeout: 60_000 }, () => {
  it('delays no call for long, is replaced by a new one, and does not prevent close()', async () => {
    const address = new URL(await server.createDatabase());
    const tunnel = await startTunnel(Number(address.port));
    address.port = String(tunnel.port);
    const store = await openPostgresStore({
      clock: shopClock,
      connection: { connectionString: address.href, ...SHORT },
    });
    await Promise.all([1, 2, 3].map(() => store.readClaim(NOBODY)));
    tunnel.lose();
    const from = performance.now();
    const ends = await Promise.allSettled([1, 2, 3].map(() => store.readClaim(NOBODY)));
    expect(performance.now() - from).toBeLessThan(MOST_MS);
    expect(ends.map(({ status }) => status)).toContain('rejected');
    await expect.poll(() => store.addClaim(claimOf('1')).catch(() => 'lost')).toBe(true);
    tunnel.lose();
    const closing = performance.now();
    await store.close();
    expect(performance.now() - closing).toBeLessThan(MOST_MS);
    tunnel.close();
  });
});

describe('a PostgreSQL that comes back at another address', { timeout: 60_000 }, () => {
  it('is found by its name, and connections to the old address are given up', async () => {
    const address = new URL(await server.createDatabase());
    const port = Number(address.port);
    const before = await startTunnel(port, { host: '127.0.0.2' });
    Object.assign(address, { hostname: 'database.test', port: String(before.port) });
    let host = '127.0.0.2';
    // Node looks a name up by this function, which asks the machine.
    vi.spyOn(dns, 'lookup').mockImplementation((...values: unknown[]) => {
      const { all } = values[1] as { all?: boolean };
      const answer = values.at(-1) as (...found: unknown[]) => void;
      if (all) answer(null, [{ address: host, family: 4 }]);
      else answer(null, host, 4);
    });
    const store = await openPostgresStore({
      clock: shopClock,
      connection: { connectionString: address.href, ...SHORT },
    });
    await Promise.all([1, 2, 3].map((order) => store.addClaim(claimOf(String(order)))));
    // The old machine is gone without a word.
    before.lose();
    before.close();
    host = '127.0.0.3';
    const after = await startTunnel(port, { host, at: before.port });
    const from = performance.now();
    await expect.poll(() => store.addClaim(claimOf('4')).catch(() => 'lost'), { timeout: MOST_MS }).toBe(true);
    expect((await store.readOrder(SCOPE, '1')).claims).toHaveLength(1);
    console.log(`found at its new address after ${Math.round(performance.now() - from)} ms`);
    await store.close();
    after.close();
  });
});

describe('a silent PostgreSQL', { timeout: 60_000 }, () => {
  it('delays no call for long, and the store works when PostgreSQL answers again', async () => {
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
    expect((await store.readOrder(SCOPE, '100')).claims).toHaveLength(1);
    await store.close();
  });

  it('does not prevent the end of a reconciliation, nor close()', async () => {
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

  it('has a statement timeout unless the shop sets one', async () => {
    const store = await openPostgresStore({
      clock: shopClock,
      connection: { connectionString: await server.createDatabase(), max: 1 },
    });
    await store.readClaim(NOBODY);
    server.silence();
    await expect(store.readClaim(NOBODY)).rejects.toThrow(/timeout/);
    await store.close();
    server.wake();
  });
});
