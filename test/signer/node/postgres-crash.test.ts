/** The store when its server is killed during writes. */
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createClaim, createClaimId, type NewClaim } from '../../../src/signer/claims/claim.js';
import { openLate } from '../../../src/signer/node/late-store.js';
import { createSignerPool } from '../../../src/signer/node/postgres-pool.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres } from '../../support/postgres-server.js';
import { SCOPE, TERMS } from '../terms.js';

const claimOf = (order: string): NewClaim =>
  createClaim({
    id: createClaimId(),
    reference: crypto.randomUUID(),
    scope: SCOPE,
    order,
    attempt: 1,
    terms: TERMS,
    leaseOwner: 'me',
    lease: 100,
  });

it(
  'keeps all acknowledged keys when the server is killed, and works when it is back',
  { timeout: 120_000 },
  async () => {
    const server = await startPostgres();
    const store = await openPostgresStore({ connection: await server.createDatabase() });
    const answered: NewClaim[] = [];
    let isDown = false;
    const write = async (name: string) => {
      for (let count = 1; !isDown; count += 1) {
        const claim = claimOf(`${name}-${count}`);
        try {
          // A claim that has no key yet may be lost: nobody can pay with it.
          const isAdded = await store.addClaim(claim);
          if (isAdded && (await store.goLive(claim.id, 'me', { authKey: claim.id, expiresAt: 1 })))
            answered.push(claim);
        } catch {
          isDown = true;
        }
      }
    };
    const crashAfter = async (count: number) => {
      while (answered.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      await server.crash();
    };
    for (let kills = 1; kills <= 5; kills += 1) {
      const before = answered.length;
      isDown = false;
      await Promise.all([
        ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => write(`${kills}${name}`)),
        crashAfter(before + 50),
      ]);
      await expect(store.readOrder(SCOPE, '1')).rejects.toThrow();
      await server.restart();
    }
    for (const claim of answered)
      expect(await store.readClaim(claim.id)).toMatchObject({
        ...{ reference: claim.reference, state: 'live', authKey: claim.id },
      });
    expect(await store.addClaim(claimOf('afterwards'))).toBe(true);
    console.log(`5 times kill -9 of the server: ${answered.length} answered keys, none lost`);
    await store.close();
    await server.stop();
  },
);

it('waits for a server that goes away between two statements of the start', { timeout: 60_000 }, async () => {
  const server = await startPostgres();
  const connectionString = await server.createDatabase();
  const messages: unknown[] = [];
  const open = async () => {
    if (messages.length > 0) return openPostgresStore({ connection: connectionString });
    const pool = createSignerPool({ connectionString });
    const connection = await pool.connect();
    const { rows } = await connection.query<{ id: number }>('SELECT pg_backend_pid() AS id', []);
    const other = new Client({ connectionString });
    await other.connect();
    const isBroken = new Promise((resolve) => (connection.client as unknown as Client).once('end', resolve));
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.id]);
    await Promise.all([isBroken, other.end()]);
    // The next statement of the start.
    await connection.query('SELECT 1', []).finally(() => connection.release());
    throw new Error('the connection was not broken');
  };
  const { store, opened } = openLate(open, { seconds: 30, log: ({ message }) => void messages.push(message) });
  try {
    await opened;
    expect(messages[0]).toBe('Client has encountered a connection error and is not queryable');
    expect(await store.now()).toBeGreaterThan(0);
  } finally {
    await store.close();
    await server.stop();
  }
});
