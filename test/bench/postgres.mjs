/**
 * The sandbox on PostgreSQL and on SQLite, with 8 and with 32 clients, in one run:
 * `npm run build && DATABASE_URL=postgres://… node test/bench/postgres.mjs [rounds] [seconds]`.
 *
 * Each sandbox gets a schema or a file of its own, and they take turns, so that a busy machine is busy for all. The schemas
 * `florin_bench_…` stay: drop them, or the database. Targets: 32 clients get at least as many pairs in a second as 8, and
 * PostgreSQL a third of SQLite's.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePairs, sandboxOn } from './pairs.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 4);
const { DATABASE_URL } = process.env;
if (!DATABASE_URL) throw new Error('Set DATABASE_URL to a PostgreSQL database that may be filled');

const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
let count = 0;
const newSchema = () => {
  const url = new URL(DATABASE_URL);
  url.searchParams.set('schema', `florin_bench_${process.pid}_${(count += 1)}`);
  return url.href;
};
const newFile = () => join(folder, `${(count += 1)}.sqlite`);
const STORES = { PostgreSQL: sandboxOn(newSchema), SQLite: sandboxOn(newFile) };
const CLIENTS = [8, 32];
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

try {
  const runs = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [store, server] of Object.entries(STORES)) {
      for (const clients of CLIENTS) {
        (runs[`${store} ${clients}`] ??= []).push(await measurePairs(server, { clients, seconds: SECONDS }));
      }
    }
  }
  const of = (name, key) => median(runs[name].map((run) => run[key]));
  for (const [name, each] of Object.entries(runs)) {
    console.log(
      `${name.padEnd(13)} clients: ${of(name, 'perSecond').toFixed(0).padStart(5)} pairs/s, p50 ${of(name, 'p50').toFixed(1)} ms, p99 ${of(name, 'p99').toFixed(1)} ms, wrong ${each.reduce((sum, run) => sum + run.wrong, 0)}`,
    );
  }
  const ratio = (one, other) => (of(one, 'perSecond') / of(other, 'perSecond')).toFixed(2);
  console.log(`PostgreSQL, 32 clients / 8: ${ratio('PostgreSQL 32', 'PostgreSQL 8')} (at least 1)`);
  for (const clients of CLIENTS) {
    console.log(
      `PostgreSQL / SQLite, ${clients} clients: ${ratio(`PostgreSQL ${clients}`, `SQLite ${clients}`)} (at least 0.33)`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
