/**
 * Paid orders for each second and disk: `npm run build && [DATABASE_URL=postgres://…] node test/bench/outcomes.mjs [seconds]`.
 *
 * A page asks a signer for a key, and then for the result of a payment. Beside the signers, in the same run and in turns, a bare
 * server makes the same two calls of the service and writes one row for each into SQLite, with a group commit, and does nothing
 * of what the signer is for. Where `strace` may trace, it counts the syncs of each server, and makes each of them 2 and 10 ms
 * longer. With DATABASE_URL the same on PostgreSQL, with its statements counted for a key and for a result, and the commits that
 * waited for the disk (the schemas `florin_bench_…` stay). Counts hold on any machine; rates only beside each other.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { writeLocalTime } from '../../dist/wire/rest/local-time.js';

const [role = '', upstreamUrl = '', place = ''] = process.argv.slice(2);
const ROUNDS = 3;
const CALLERS = 16;
const SYNC_DELAYS = [0, 2, 10];
const PROCESSES = [1, 2, 4];
const { DATABASE_URL } = process.env;
const SYNCS = 'fsync,fdatasync';

const readBody = async (request) => {
  let text = '';
  for await (const part of request) text += part;
  return text === '' ? {} : JSON.parse(text);
};

const send = (response, answer) => {
  response.writeHead(200, { 'content-type': 'application/json', date: new Date().toUTCString() });
  response.end(JSON.stringify(answer));
};

/** The service: whoever asks for the result of a key has paid with it. */
function createUpstream() {
  const keys = new Map();
  const APIResponse = { ResponseCode: 0, ResponseText: 'Success' };
  const txnOf = (terms, TxnNumber) => ({
    ...terms,
    TxnNumber,
    BankResponseCode: '00',
    IsTestTxn: terms.TestMode,
    MerchantNumber: '5353109000000000',
    ProcessedDateTime: writeLocalTime(Date.now()),
    ResponseCode: '0',
    ResponseText: 'Approved',
  });
  return async (request, response) => {
    if (request.method === 'POST') {
      const { ProcessTxnData } = await readBody(request);
      const AuthKey = randomUUID();
      keys.set(AuthKey, { terms: ProcessTxnData, number: String(1000 + keys.size) });
      return send(response, { APIResponse, AuthKey });
    }
    const key = keys.get(request.url.split('/').at(-1));
    return send(response, { APIResponse, TxnResp: txnOf(key.terms, key.number) });
  };
}

const T4 = `${upstreamUrl}/webapi/v3/txns/processtxnauthkey`;
const T8 = (key) => `${upstreamUrl}/webapi/v3/txns/withauthkey/${key}`;

/** The least that a shop's server could do and still lose nothing. */
function createBare(agent) {
  const db = new DatabaseSync(place);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table fact (id integer primary key, body text)',
  );
  const insert = db.prepare('insert into fact (body) values (?)');
  let waiting = [];
  const commit = () => {
    const group = waiting;
    waiting = [];
    db.exec('begin immediate');
    for (const { body } of group) insert.run(body);
    db.exec('commit');
    for (const { resolve } of group) resolve();
  };
  const store = (body) => new Promise((resolve) => waiting.push({ body, resolve }) === 1 && setImmediate(commit));
  return async (request, response) => {
    const { order, resultKey } = await readBody(request);
    const terms = {
      Action: 'payment',
      Amount: 100,
      Crn1: order,
      Currency: 'AUD',
      MerchantReference: order,
      TestMode: false,
    };
    const answer = JSON.parse(
      await (resultKey ? call(agent, T8(resultKey)) : call(agent, T4, JSON.stringify({ ProcessTxnData: terms }))),
    );
    await store(JSON.stringify(answer));
    send(response, resultKey ? { status: 'approved' } : { authKey: answer.AuthKey, claim: order });
  };
}

/** Counts each statement that the driver sends. */
function countStatements() {
  const { Client } = createRequire(import.meta.url)('pg');
  const { query } = Client.prototype;
  const counted = { statements: 0 };
  Client.prototype.query = function (...values) {
    counted.statements += 1;
    return query.apply(this, values);
  };
  return counted;
}

async function createSignerListener() {
  const counted = role === 'postgres' ? countStatements() : { statements: 0 };
  const { createSigner } = await import('florin-server/signer');
  const { createListener, createNodeFetch, openPostgresStore, openSqliteStore } =
    await import('florin-server/signer/node');
  const signer = createSigner({
    service: {
      ...{ merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' },
      baseUrl: upstreamUrl,
      fetch: createNodeFetch(),
    },
    store:
      role === 'sqlite' ? openSqliteStore(place) : await openPostgresStore({ connection: DATABASE_URL, schema: place }),
    secret: 'a secret for this benchmark only, long enough',
    publicUrl: 'https://shop.example/pay',
    merchantName: 'Demo',
    onPaid: () => undefined,
    priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
    rateLimit: false,
    log: () => undefined,
  });
  const listen = createListener(signer);
  return (request, response) => {
    if (request.url !== '/counts') return listen(request, response);
    send(response, counted);
    counted.statements = 0;
  };
}

const LISTENERS = {
  upstream: createUpstream,
  bare: () => createBare(new Agent({ keepAlive: true })),
  sqlite: createSignerListener,
  postgres: createSignerListener,
};

async function serve() {
  const listener = await LISTENERS[role]();
  const server = createServer((request, response) => void listener(request, response));
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => console.log(`ready ${process.pid} http://127.0.0.1:${server.address().port}`));
}

/** @param delay milliseconds that each sync takes longer; undefined to run without strace */
async function start(delay, trace, ...args) {
  const inject = delay > 0 ? ['-e', `inject=${SYNCS}:delay_exit=${delay * 1000}`] : [];
  const traced = ['strace', '-f', '-qq', '--seccomp-bpf', '-e', `trace=${SYNCS}`, ...inject, '-o', trace];
  const node = [process.execPath, fileURLToPath(import.meta.url), ...args];
  const [command, ...words] = delay === undefined ? node : [...traced, ...node];
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [, pid, url] = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args[0]} ended`)));
    child.stdout.on('data', (chunk) => {
      const found = /^ready (\d+) (\S+)$/m.exec(String(chunk));
      if (found) resolve(found);
    });
  });
  let isStopped = false;
  // strace ends with what it traces.
  const stop = () => isStopped || (isStopped = process.kill(Number(pid)));
  process.once('exit', stop);
  const syncs = () => (delay === undefined ? Number.NaN : (readFileSync(trace, 'utf8').match(/sync\(/g)?.length ?? 0));
  return { url, agent: new Agent({ keepAlive: true }), stop, syncs };
}

function call(agent, url, body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const request = httpRequest(url, { method: body === undefined ? 'GET' : 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const post = async ({ agent, url }, path, body) =>
  JSON.parse(await call(agent, `${url}/pay${path}`, JSON.stringify(body)));
const askKey = (server) => post(server, '/authkey', { order: randomUUID() });
async function askResult(server, { authKey, claim }) {
  const { status } = await post(server, '/result', { claim, resultKey: authKey });
  if (status !== 'approved') throw new Error(`the result is ${status}`);
}

/** Paid orders a second, and the syncs of each. The callers take the servers in turn. */
async function underLoad(servers, seconds, callers = CALLERS) {
  const syncs = () => servers.reduce((sum, server) => sum + server.syncs(), 0);
  const before = syncs();
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      const server = servers[index % servers.length];
      while (performance.now() - startedAt < seconds * 1000) {
        await askResult(server, await askKey(server));
        done += 1;
      }
    }),
  );
  return { rate: (done * 1000) / (performance.now() - startedAt), syncs: (syncs() - before) / done };
}

async function measure() {
  const seconds = Number(role || 3);
  const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
  const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
  if (!canTrace) console.log('strace may not trace here: syncs are neither counted nor made longer');
  const upstream = await start(undefined, '', 'upstream');
  let count = 0;
  const newName = () => join(folder, String((count += 1)));
  try {
    for (const delay of canTrace ? SYNC_DELAYS : [undefined]) {
      const begin = async (kind, number, at) => {
        const starting = [];
        // The first one makes the tables.
        for (let each = 0; each < number; each += 1)
          starting.push(await start(delay, newName(), kind, upstream.url, at));
        return starting;
      };
      const groups = { bare: await begin('bare', 1, newName()) };
      for (const number of PROCESSES) groups[`sqlite, ${number}`] = await begin('sqlite', number, newName());
      console.log(`\nEach sync takes ${delay ?? 0} ms longer, ${CALLERS} callers`);
      await compare(groups, seconds);
    }
    if (DATABASE_URL) await measurePostgres(upstream, seconds);
    else console.log('\nNo DATABASE_URL: nothing is measured on PostgreSQL');
  } finally {
    upstream.stop();
    rmSync(folder, { recursive: true });
  }
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** Measures groups of servers in turns, prints them, and stops them. */
async function compare(groups, seconds) {
  const runs = {};
  for (const servers of Object.values(groups)) await underLoad(servers, 1);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, servers] of Object.entries(groups)) (runs[name] ??= []).push(await underLoad(servers, seconds));
  const [first] = Object.keys(groups);
  for (const [name, servers] of Object.entries(groups)) {
    const one = await underLoad(servers, 1, 1);
    const of = (figure) => median(runs[name].map((run) => run[figure]));
    const share = median(runs[name].map(({ rate }, round) => rate / runs[first][round].rate));
    const syncs = `; syncs for each: ${of('syncs').toFixed(2)}, with one caller ${one.syncs.toFixed(2)}`;
    console.log(
      `${name.padEnd(12)} ${of('rate').toFixed(0).padStart(5)} a second, ${share.toFixed(2)} of ${first}` +
        (Number.isNaN(one.syncs) ? '' : syncs),
    );
    for (const server of servers) server.stop();
  }
}

async function measurePostgres(upstream, seconds) {
  let count = 0;
  const begin = async (number) => {
    const schema = `florin_bench_${process.pid}_${(count += 1)}`;
    const servers = [];
    for (let each = 0; each < number; each += 1)
      servers.push(await start(undefined, '', 'postgres', upstream.url, schema));
    return servers;
  };
  const [server] = await begin(1);
  const statements = async () => JSON.parse(await call(server.agent, `${server.url}/counts`)).statements;
  const { Client } = createRequire(import.meta.url)('pg');
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const waits = async () => Number((await client.query('SELECT wal_sync FROM pg_stat_wal')).rows[0].wal_sync);
  const EACH = 200;
  const countFor = async (work) => {
    await statements();
    const before = await waits();
    const answers = [];
    for (let each = 0; each < EACH; each += 1) answers.push(await work(each));
    // The server writes its counts down once a second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    console.log(
      `${((await statements()) / EACH).toFixed(2)} statements, ${((await waits()) - before) / EACH} syncs of the log`,
    );
    return answers;
  };
  await askResult(server, await askKey(server));
  console.log('\nPostgreSQL, one caller. A key, then a result:');
  const keys = await countFor(() => askKey(server));
  await countFor((each) => askResult(server, keys[each]));
  await client.end();
  server.stop();
  console.log(`\nPostgreSQL, ${CALLERS} callers, processes:`);
  const groups = {};
  for (const number of PROCESSES) groups[`postgres, ${number}`] = await begin(number);
  await compare(groups, seconds);
}

process.setMaxListeners(50);
if (Object.hasOwn(LISTENERS, role)) await serve();
else await measure();
