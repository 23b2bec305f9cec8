/**
 * How fast a sandbox is beside a program without a rule or a check (reference.mjs), in the same run:
 * `npm run build && node test/bench/sandbox.mjs [rounds] [seconds] [clients] [log]`.
 *
 * Each round starts each server anew and has the clients (8) create a payment, read it back and compare it. Servers take
 * turns, and every second round in the other order, so that a busy machine is busy for all. `without log` is the sandbox with the
 * request log turned off; the word `log` runs only the sandbox with and without it. Targets: start under 300 ms, idle under 80
 * MiB, at least 0.3 of the reference's pairs in a second, p99 at most three times its own; create at 10,000 and 100,000 stored
 * transactions at most twice as slow as at 0 (P16).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../dist/sandbox/index.js';
import { openSqliteStore } from '../../dist/sandbox/node/index.js';
import { AUTHORIZATION, measurePairs, paymentOf, sandboxOn } from './pairs.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 4);
const CLIENTS = Number(process.argv[4] ?? 8);
const IS_LOG_ONLY = process.argv[5] === 'log';
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.sqlite`);
const withoutLog = join(folder, 'without-log.json');
writeFileSync(withoutLog, JSON.stringify({ settings: { requestLogCalls: 0 } }));

/** What is run, and how a payment is created and read there. */
const SANDBOXES = {
  sandbox: sandboxOn(newFile),
  'without log': sandboxOn(newFile, ['--config', withoutLog]),
};
const REFERENCES = {
  'one commit each': {
    args: () => [path('reference.mjs'), newFile(), 'one'],
    create: ['/', paymentOf, (body) => body.id],
    read: [(id) => `/${id}`, (body) => body.Amount],
  },
  'group commit': {
    args: () => [path('reference.mjs'), newFile(), 'group'],
    create: ['/', paymentOf, (body) => body.id],
    read: [(id) => `/${id}`, (body) => body.Amount],
  },
};

const SERVERS = IS_LOG_ONLY ? SANDBOXES : { ...SANDBOXES, ...REFERENCES };

async function pay(sandbox, Amount) {
  const request = new Request('http://sandbox.test/webapi/v3/txns/', {
    method: 'POST',
    headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
    body: JSON.stringify({ TxnReq: paymentOf(Amount) }),
  });
  return (await sandbox.fetch(request)).json();
}

/** Microseconds of the processor since an earlier `process.cpuUsage()`. */
function processorSince(before) {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * The processor's time of one payment, in microseconds, with the request log or without it. There are pauses between the
 * payments, so that every call is logged.
 */
async function costWith(settings) {
  const sandbox = createSandbox({ store: await openSqliteStore({ database: newFile() }), settings });
  const group = async () => {
    for (let index = 0; index < 50; index += 1) await pay(sandbox, 100 + index);
    await pause(700);
  };
  for (let warm = 0; warm < 3; warm += 1) await group();
  const before = process.cpuUsage();
  for (let count = 0; count < 8; count += 1) await group();
  const cost = processorSince(before) / (8 * 50);
  await sandbox.close();
  return cost;
}

/** The processor's time of one payment with so many before it, in microseconds: the fastest of 10 batches. */
async function costAt(counts) {
  const store = await openSqliteStore({ database: newFile() });
  const sandbox = createSandbox({ store });
  const { TxnResp } = await pay(sandbox, 100);
  const first = await store.read((view) => view.findTransaction(1, Number(TxnResp.TxnNumber)));
  let stored = 0;
  const costs = [];
  for (const count of counts) {
    while (stored < count) {
      await store.write(async (unit) => {
        for (let index = 0; index < 1_000; index += 1) {
          const txnNumber = await unit.nextTxnNumber();
          await unit.addTransaction({
            ...first,
            txnNumber,
            receiptNumber: String(txnNumber).padStart(11, '4'),
            crn1: `order ${txnNumber}`,
          });
        }
      });
      stored += 1_000;
    }
    const batches = [];
    for (let batch = 0; batch < 10; batch += 1) {
      const before = process.cpuUsage();
      for (let index = 0; index < 100; index += 1) await pay(sandbox, 100 + index);
      batches.push(processorSince(before) / 100);
    }
    costs.push(Math.min(...batches.slice(2)));
  }
  await sandbox.close();
  return costs;
}

const range = (values, digits) => `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

try {
  const results = Object.fromEntries(Object.keys(SERVERS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const servers = Object.entries(SERVERS);
    for (const [name, server] of round % 2 === 0 ? servers : servers.reverse()) {
      results[name].push(await measurePairs(server, { clients: CLIENTS, seconds: SECONDS }));
    }
  }
  for (const [name, runs] of Object.entries(results)) {
    const of = (key, digits = 0) =>
      range(
        runs.map((run) => run[key]),
        digits,
      );
    const wrong = runs.reduce((sum, run) => sum + run.wrong, 0);
    console.log(
      `${name.padEnd(16)} start ${of('startMs')} ms, idle ${of('idleMiB')} MiB, pairs/s ${of('perSecond')}, p50 ${of('p50', 1)} ms, p99 ${of('p99', 1)} ms, wrong ${wrong}`,
    );
  }
  for (const name of Object.keys(SERVERS).slice(1)) {
    const ratio = (key) =>
      range(
        results.sandbox.map((run, round) => run[key] / results[name][round][key]),
        2,
      );
    const limits = name in REFERENCES ? [' (at least 0.3)', ' (at most 3)'] : ['', ''];
    console.log(`sandbox / ${name}: pairs/s ${ratio('perSecond')}${limits[0]}, p99 ${ratio('p99')}${limits[1]}`);
  }
  const logCosts = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    logCosts.push({ with: await costWith({}), without: await costWith({ requestLogCalls: 0 }) });
  }
  const costsOf = (name) =>
    range(
      logCosts.map((cost) => cost[name]),
      0,
    );
  const ratios = logCosts.map((cost) => cost.with / cost.without);
  console.log(
    `processor for a payment, every call logged: ${costsOf('with')} us with the log, ${costsOf('without')} us without it, x${range(ratios, 2)}`,
  );
  const counts = IS_LOG_ONLY ? [] : [0, 10_000, 100_000];
  const costs = IS_LOG_ONLY ? [] : await costAt(counts);
  for (const [index, count] of counts.entries()) {
    console.log(
      `${count} stored: ${costs[index].toFixed(0)} us of the processor for a payment, x${(costs[index] / costs[0]).toFixed(2)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
