/**
 * What the signer adds to making a key: `npx tsc -b && node test/bench/signer.mjs [requests]`.
 *
 * Beside the signer, in the same run, a bare `node:http` server that passes the same body on to the same upstream (T4) and
 * its answer back. Both, and the upstream, are processes of their own; they take turns, so that a busy machine is busy for
 * both. It prints the median of the CPU time of one request at a time, and the throughput of 32 callers, with the ratios.
 * Issue 6: under 0.5 ms of CPU at the median, at least 70 % of the bare server's throughput.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [role = '', upstreamUrl = ''] = process.argv.slice(2);
const ROUNDS = 5;
const CALLERS = 32;
const MANY = { calls: 1e9, seconds: 60 };

/** The upstream's answer: T4 as the service writes it. */
const answerKey = (_request, response) => {
  _request.resume();
  const body = JSON.stringify({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' }, AuthKey: randomUUID() });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
};

/** The least that a shop's server could do: pass the call on. By the platform's `fetch`, which the signer uses too. */
function barely(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const answer = await fetch(`${upstreamUrl}/webapi/v3/txns/processtxnauthkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'ZGVtbw==' },
      body: Buffer.concat(chunks),
    });
    const body = await answer.text();
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
}

async function signerListener(kind) {
  const { createMemoryStore, createSigner } = await import('florin/signer');
  const { createListener, openSqliteStore } = await import('florin/signer/node');
  const folder = kind === 'sqlite' ? mkdtempSync(join(tmpdir(), 'florin-bench-')) : undefined;
  process.once('SIGTERM', () => {
    if (folder) rmSync(folder, { recursive: true });
    process.exit();
  });
  const signer = createSigner({
    service: { baseUrl: upstreamUrl, merchantNumber: '5353109000000000', username: 'demo-api', password: 'x' },
    store: folder ? openSqliteStore(join(folder, 'claims.db')) : createMemoryStore(),
    secret: 'a secret for this benchmark only, long enough',
    publicUrl: 'https://shop.example/pay',
    merchantName: 'Demo',
    priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
    // All callers come from one address here.
    rateLimit: { client: MANY, order: MANY, tries: MANY, declines: MANY },
  });
  return createListener(signer);
}

if (role === 'upstream' || role === 'bare' || role === 'memory' || role === 'sqlite') await serve();
else await measure();

async function serve() {
  const listener = role === 'upstream' ? answerKey : role === 'bare' ? barely : await signerListener(role);
  const server = createServer((request, response) => {
    if (request.url !== '/cpu') return void listener(request, response);
    const { user, system } = process.cpuUsage();
    response.end(String(user + system));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
}

async function start(...args) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args[0]} ended`)));
    child.stdout.on('data', (chunk) => {
      const [, found] = /^ready (\S+)$/m.exec(String(chunk)) ?? [];
      if (found) resolve(found);
    });
  });
  process.once('exit', () => child.kill());
  return { url, agent: new Agent({ keepAlive: true, maxSockets: CALLERS }), stop: () => child.kill() };
}

function call({ url, agent }, path = '/pay/authkey') {
  const body = path === '/cpu' ? '' : JSON.stringify({ order: randomUUID() });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = httpRequest(url + path, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode} ${text}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** CPU time of the server's process for one request at a time, in milliseconds. Ten requests a sample: the clock is coarse. */
async function cpuSamples(server, requests) {
  const samples = [];
  for (let done = 0; done < requests; done += 10) {
    const before = Number(await call(server, '/cpu'));
    for (let each = 0; each < 10; each += 1) await call(server);
    samples.push((Number(await call(server, '/cpu')) - before) / 10_000);
  }
  return samples;
}

async function throughput(server, requests) {
  const startedAt = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while ((left -= 1) >= 0) await call(server);
    }),
  );
  return (requests * 1000) / (performance.now() - startedAt);
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

async function measure() {
  const requests = Number(process.argv[2] ?? 1000);
  const upstream = await start('upstream');
  const servers = {};
  for (const name of ['bare', 'memory', 'sqlite']) servers[name] = await start(name, upstream.url);
  const cpu = { bare: [], memory: [], sqlite: [] };
  const rate = { bare: [], memory: [], sqlite: [] };
  // The disk decides how fast the one on SQLite is: fewer requests tell as much.
  const countOf = (name) => (name === 'sqlite' ? requests / 5 : requests);
  for (const name of Object.keys(servers)) await throughput(servers[name], countOf(name));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of Object.keys(servers)) {
      cpu[name].push(...(await cpuSamples(servers[name], countOf(name) / 5)));
      rate[name].push(await throughput(servers[name], countOf(name)));
    }
  }
  for (const name of Object.keys(servers)) {
    const added = median(cpu[name]) - median(cpu.bare);
    const share = median(rate[name]) / median(rate.bare);
    console.log(
      `${name.padEnd(7)} CPU ${median(cpu[name]).toFixed(3)} ms (adds ${added.toFixed(3)} ms)   ` +
        `${median(rate[name]).toFixed(0)} requests a second (${(share * 100).toFixed(0)} % of bare)`,
    );
  }
  for (const server of [upstream, ...Object.values(servers)]) {
    server.agent.destroy();
    server.stop();
  }
}
