/** The PostgreSQL store in four processes that start at once on an empty database. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { SCOPE, TERMS } from '../terms.js';

const PROCESSES = 4;
const ORDERS = 100;
/** Calls of each kind for each order in each process. */
const TIMES = 5;
/** Orders between two meetings of the processes. */
const AT_ONCE = 5;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('one of four processes gets each exclusive claim, lease and notice', { timeout: 180_000 }, async () => {
  expect(existsSync('dist/signer/node/postgres-store.js'), 'run npm run build first').toBe(true);
  const connection = await server.createDatabase();
  const task = { connection, scope: SCOPE, terms: TERMS, orders: ORDERS, times: TIMES, atOnce: AT_ONCE };
  const runs = await Promise.all(Array.from({ length: PROCESSES }, (_, name) => runProcess({ ...task, name })));

  const winsOf = (kind: keyof Wins) => runs.flatMap((run) => run[kind]).sort((one, other) => one - other);
  const eachOnce = Array.from({ length: ORDERS }, (_, order) => order);
  console.log(
    `${PROCESSES} processes, ${ORDERS} orders, ${PROCESSES * ORDERS * TIMES} calls of each kind; won: ` +
      runs.map(({ claims, notices }) => `${claims.length} claims and ${notices.length} notices`).join(', '),
  );
  const winners = runs.filter(({ claims }) => claims.length > 0);
  expect(winners.length, "the processes got in each other's way").toBeGreaterThan(1);
  expect(winsOf('claims')).toEqual(eachOnce);
  expect(winsOf('leases')).toEqual(eachOnce);
  expect(winsOf('keys')).toEqual(eachOnce);
  expect(winsOf('entries')).toEqual(eachOnce);
  expect(winsOf('notices')).toEqual(eachOnce);

  const store = await openPostgresStore({ connection });
  for (const order of eachOnce) {
    const { claims, entries } = await store.readOrder(SCOPE, String(order));
    expect(claims.map(({ state }) => state)).toEqual(['approved']);
    expect(entries.map(({ kind }) => kind)).toEqual(['paid']);
  }
  await store.close();
});

/** The orders for which a process got the claim, the lease or the notice. */
interface Wins {
  readonly claims: readonly number[];
  readonly leases: readonly number[];
  readonly keys: readonly number[];
  readonly entries: readonly number[];
  readonly notices: readonly number[];
}

/**
 * All processes take the same orders, a few at a time, and wait for each other before each few: they agree on a moment
 * by a table of the database, so that their calls meet there.
 */
const WORKER = `
import { Client } from 'pg';
import { createClaim, createClaimId } from './dist/signer/claims/claim.js';
import { openPostgresStore } from './dist/signer/node/postgres-store.js';
const task = JSON.parse(process.env.TASK);
const client = new Client({ connectionString: task.connection });
await client.connect();
await client.query('SELECT pg_advisory_lock(1)');
await client.query('CREATE TABLE IF NOT EXISTS arrival (step int, at bigint)');
await client.query('SELECT pg_advisory_unlock(1)');
let step = 0;
const meet = async () => {
  step += 1;
  await client.query('INSERT INTO arrival VALUES ($1, $2)', [step, Date.now()]);
  for (;;) {
    const { rows } = await client.query('SELECT count(*)::int AS count, max(at) AS at FROM arrival WHERE step = $1', [step]);
    const wait = Number(rows[0].at) + 20 - Date.now();
    if (rows[0].count === ${PROCESSES}) return new Promise((resolve) => setTimeout(resolve, wait));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
await meet();
const store = await openPostgresStore({ connection: task.connection });
const orders = Array.from({ length: task.orders }, (_, order) => order);
/** Tries something for every order several times in parallel; answers the orders for which it was won. */
const tryAll = async (attempt) => {
  const wins = [];
  for (let from = 0; from < orders.length; from += task.atOnce) {
    const tries = Array.from({ length: task.times }, () => orders.slice(from, from + task.atOnce)).flat();
    await meet();
    const won = await Promise.all(tries.map((order) => attempt(order)));
    wins.push(...tries.filter((_, index) => won[index]));
  }
  return wins;
};
const claims = await tryAll((order) => store.addClaim(createClaim({ id: createClaimId(), reference: crypto.randomUUID(), scope: task.scope, order: String(order),
  attempt: 1, terms: task.terms, leaseOwner: 'first', lease: 0 })));
await meet();
const ids = await Promise.all(orders.map(async (order) => (await store.readOrder(task.scope, String(order))).claims[0].id));
const leases = await tryAll((order) => store.takeLease(ids[order], { owner: 'process ' + task.name, client: null }, 60_000));
const keys = await tryAll((order) =>
  store.goLive(ids[order], 'process ' + task.name, { authKey: 'key ' + order, expiresAt: 99 }));
const entries = await tryAll(async (order) => (await store.record({ txnNumber: String(order), claimId: ids[order],
  verdict: 'approved', differences: [], txn: { TxnNumber: String(order) } })).isNew);
const notices = await tryAll((order) => store.takeNotice({ scope: task.scope, txnNumber: String(order), noticeTries: 0 }, 60_000, false));
process.stdout.write(JSON.stringify({ claims, leases, keys, entries, notices }));
await store.close();
await client.end();
`;

async function runProcess(task: object): Promise<Wins> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WORKER], {
    env: { ...process.env, TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as Wins;
}
