/**
 * How long a search takes among 100,000 transactions, on SQLite and on PostgreSQL:
 * `npx tsc -b && node test/bench/search.mjs [transactions] [sqlite|postgres]`.
 *
 * Not a timed test: for each filter it prints the median and the slowest of 100 calls, the processor's time of one in
 * this process, which a busy machine does not lengthen, and the median as a part of the limit. One client, one call after
 * the other. Calls go through the sandbox's fetch: the whole answer as JSON is in them. The target is a
 * median under 50 ms. PostgreSQL is the one that `DATABASE_URL` names, in a schema of its own, or the tests' own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createSandbox } from '../../dist/sandbox/index.js';
import { openPostgresStore, openSqliteStore } from '../../dist/sandbox/node/index.js';
import { call, fill } from './fill-transactions.mjs';

const COUNT = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const STORES = ['sqlite', 'postgres'].filter(
  (name, _, all) => !process.argv.some((word) => word !== name && all.includes(word)),
);
const CALLS = 100;
const TARGET_MS = 50;
const DAY_MS = 86_400_000;

const MIDDLE = Math.floor(COUNT / 2);
const dayOf = (daysAgo) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

const SEARCHES = {
  'Crn1, one hit': { Crn1: `order ${MIDDLE}` },
  'MerchantReference, one hit': { MerchantReference: `reference ${MIDDLE}` },
  'RRN, one hit': { RRN: String(MIDDLE).padStart(12, '0') },
  'Crn2, 50 hits': { Crn2: `customer ${MIDDLE % 2_000}` },
  'Amount, 20 hits': { Amount: 100 + (MIDDLE % 5_000) },
  'MaskedCardNumber and a day': { MaskedCardNumber: '512345...346', FromDate: dayOf(100), ToDate: dayOf(100) },
  'a day': { FromDate: dayOf(200), ToDate: dayOf(200) },
  'ResponseCode and Action in a week': {
    ResponseCode: '5',
    Action: 'preauth',
    FromDate: dayOf(107),
    ToDate: dayOf(100),
  },
  'no hit by Crn1': { Crn1: 'nobody' },
  'no hit by AuthoriseId': { AuthoriseId: 'nobody' },
  'no hit by Currency': { Currency: 'JPY' },
  'no hit by MaskedCardNumber': { MaskedCardNumber: '411111...111' },
  'no hit by Action and ResponseCode': { Action: 'verify_only', ResponseCode: '1' },
  'no hit by SettlementDate': { SettlementDate: '19990101' },
  'no hit by Crn3': { Crn3: 'nobody' },
  'everything, the newest 1,000': {},
};

function medianOf(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** All filters on one store. */
async function measure(name, store, afterFill) {
  const sandbox = createSandbox({ store });
  try {
    const startedAt = performance.now();
    await fill(sandbox, store, COUNT);
    await afterFill();
    console.log(`\n${name}: ${COUNT} transactions, filled in ${Math.round(performance.now() - startedAt)} ms`);
    const medians = [];
    for (const [title, SearchInput] of Object.entries(SEARCHES)) {
      const times = [];
      let hits = 0;
      const cpu = process.cpuUsage();
      for (let index = 0; index < CALLS; index += 1) {
        const before = performance.now();
        const answer = await call(sandbox, '/txns/search', { SearchInput });
        times.push(performance.now() - before);
        hits = answer.TxnRespList.length;
      }
      const { user, system } = process.cpuUsage(cpu);
      const median = medianOf(times);
      medians.push(median);
      const columns = [median, Math.max(...times), (user + system) / 1_000 / CALLS];
      const [middle, most, mean] = columns.map((milliseconds) => milliseconds.toFixed(1).padStart(7));
      const ratio = (median / TARGET_MS).toFixed(2);
      console.log(
        `${middle} ms median ${most} ms slowest ${mean} ms of processor  ${ratio} of the limit  ${title} (${hits})`,
      );
    }
    const worst = Math.max(...medians);
    console.log(`${name}: the slowest search has ${(worst / TARGET_MS).toFixed(2)} of the limit of ${TARGET_MS} ms`);
  } finally {
    await sandbox.close();
  }
}

async function measureSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
  try {
    const store = await openSqliteStore({ database: join(folder, 'sandbox.sqlite') });
    await measure('SQLite', store, () => undefined);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A server that is there, or one of the tests', whose TypeScript is built on the way. */
async function findPostgres() {
  if (/^postgres/.test(process.env.DATABASE_URL ?? '')) return { url: process.env.DATABASE_URL, stop: () => undefined };
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: false,
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  });
  const { startPostgres } = await vite.ssrLoadModule('/test/support/postgres-server.ts');
  await vite.close();
  return startPostgres();
}

async function measurePostgres() {
  const server = await findPostgres();
  const schema = `florin_bench_${process.pid}`;
  const database = new URL(server.url);
  database.searchParams.set('schema', schema);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    const store = await openPostgresStore({ database: database.href });
    // What the server does by itself within a minute: it counts what is in the tables.
    await measure('PostgreSQL', store, () => client.query(`ANALYZE ${schema}.txn`));
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
    await server.stop();
  }
}

if (STORES.includes('sqlite')) await measureSqlite();
if (STORES.includes('postgres')) await measurePostgres();
