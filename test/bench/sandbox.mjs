/**
 * How fast a sandbox is beside a program without a rule or a check (reference.mjs), in the same run:
 * `npm run build && node test/bench/sandbox.mjs [rounds] [seconds]`.
 *
 * Each round starts each server anew and has 8 clients create a payment, read it back and compare it. Servers take
 * turns, so that a busy machine is busy for all. Targets: start under 300 ms, idle under 80 MiB, at least 0.3 of the
 * reference's pairs in a second, p99 at most three times its own; create at 10,000 and 100,000 stored transactions at
 * most twice as slow as at 0 (P16).
 */
import { spawn } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../dist/sandbox/index.js';
import { openSqliteStore } from '../../dist/sandbox/node/index.js';

const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 4);
const CLIENTS = 8;
const AUTHORIZATION = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');
const CARD = { CardNumber: '5123456789012346', CardHolderName: 'Jane Citizen', ExpiryDate: '0539', Cvn: '123' };
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.sqlite`);

const paymentOf = (Amount) => ({
  Action: 'payment',
  Amount,
  Crn1: `order ${Amount}`,
  TestMode: true,
  Type: 'internet',
  SubType: 'single',
  CardDetails: CARD,
});

/** What is run, and how a payment is created and read there. */
const SERVERS = {
  sandbox: {
    args: () => [path('../../dist/bin/florin.js'), 'sandbox', '--port', '0', '--database', newFile()],
    create: ['/webapi/v3/txns/', (amount) => ({ TxnReq: paymentOf(amount) }), (body) => body.TxnResp.TxnNumber],
    read: [(id) => `/webapi/v3/txns/${id}`, (body) => body.TxnResp.Amount],
  },
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

function call(url, agent, method, target, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      Authorization: AUTHORIZATION,
      Cookie: 'a=b',
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    };
    const sent = httpRequest(url, { agent, method, path: target, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (answer += chunk));
      response.on('end', () => resolve(JSON.parse(answer)));
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

async function start({ args, create }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args(), { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /ready (?:at )?(\S+)\n/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  await call(url, undefined, 'POST', create[0], create[1](100));
  return { child, url, startMs: performance.now() - startedAt };
}

const rssMiB = (child) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function measure(server) {
  const { child, url, startMs } = await start(server);
  await pause(500);
  const idleMiB = rssMiB(child);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const times = [];
  let wrong = 0;
  let amount = 100;
  async function load(until) {
    while (performance.now() < until) {
      const mine = (amount += 100);
      const startedAt = performance.now();
      const id = server.create[2](await call(url, agent, 'POST', server.create[0], server.create[1](mine)));
      const isRight = server.read[1](await call(url, agent, 'GET', server.read[0](id))) === mine;
      times.push(performance.now() - startedAt);
      if (!isRight) wrong += 1;
    }
  }
  // The compiler's share is not counted.
  await Promise.all(Array.from({ length: CLIENTS }, () => load(performance.now() + 1_500)));
  times.length = 0;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, () => load(startedAt + SECONDS * 1_000)));
  const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
  agent.destroy();
  child.kill();
  await new Promise((resolve) => child.once('close', resolve));
  times.sort((a, b) => a - b);
  return { startMs, idleMiB, perSecond, p50: at(times, 0.5), p99: at(times, 0.99), wrong };
}

/** The processor's time of one payment with so many before it, in microseconds: the fastest of 10 batches. */
async function costAt(counts) {
  const store = await openSqliteStore({ database: newFile() });
  const sandbox = createSandbox({ store });
  const pay = async (Amount) =>
    (
      await sandbox.fetch(
        new Request('http://sandbox.test/webapi/v3/txns/', {
          method: 'POST',
          headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
          body: JSON.stringify({ TxnReq: paymentOf(Amount) }),
        }),
      )
    ).json();
  const { TxnResp } = await pay(100);
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
      for (let index = 0; index < 100; index += 1) await pay(100 + index);
      const { user, system } = process.cpuUsage(before);
      batches.push((user + system) / 100);
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
    for (const [name, server] of Object.entries(SERVERS)) results[name].push(await measure(server));
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
    console.log(`sandbox / ${name}: pairs/s ${ratio('perSecond')} (at least 0.3), p99 ${ratio('p99')} (at most 3)`);
  }
  const counts = [0, 10_000, 100_000];
  const costs = await costAt(counts);
  console.log(
    counts
      .map(
        (count, index) =>
          `${count} stored: ${costs[index].toFixed(0)} us of the processor for a payment, x${(costs[index] / costs[0]).toFixed(2)}`,
      )
      .join('\n'),
  );
} finally {
  rmSync(folder, { recursive: true });
}
