/**
 * What the signer adds to making a key: `npx tsc -b && node test/bench/signer.mjs [requests]`.
 *
 * Beside the signer, in the same run, a bare server that makes the same key by the same call (T4, the same body) and reads
 * the same answer, with nothing of what the signer is for: no claim, no limits, no checks. Each is held against the bare
 * server with its own HTTP client: `node:http` with kept connections, or the platform's `fetch`. All, and the upstream, are
 * processes of their own; they take turns in each round, so that a busy machine is busy for all, and each round gives one
 * ratio. There is no TLS: it would cost each server the same, and hide what the signer adds.
 *
 * It prints three tables of medians.
 * - Saturated: the upstream answers at once, so that nothing but the server's own CPU time sets its pace. The CPU time of
 *   one request at a time; with 32 callers at once the CPU time of a request (the steadiest figure on a busy machine) and
 *   the throughput. The limits are held against this one: under 0.5 ms of CPU added at the median, at least 70 % of the bare
 *   server's throughput.
 * - The sandbox makes the keys: the same with what a shop's own tests have as the service, on the same processors.
 * - Not saturated: the upstream takes 30 ms, as a payment service does, and the 16 callers at once are too few to use up
 *   either server. What callers see of the signer then. It says nothing of how much a machine can do.
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
/** Milliseconds of the upstream in the second table, and how many call then. */
const SERVICE_TIME = 30;
const FEW_CALLERS = 16;
const T4 = '/webapi/v3/txns/processtxnauthkey';
const MANY = { calls: 1e9, seconds: 60 };

let serviceTime = 0;

/** The upstream: T4 as the service answers it. `/takes/30` has it take 30 ms from now on. */
const answerKey = (request, response) => {
  request.resume();
  const [, takes] = /^\/takes\/(\d+)$/.exec(request.url) ?? [];
  if (takes !== undefined) serviceTime = Number(takes);
  if (serviceTime === 0) sendKey(response);
  else setTimeout(sendKey, serviceTime, response);
};

const sendKey = (response) => {
  const body = JSON.stringify({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' }, AuthKey: randomUUID() });
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
};

/** The body of the call, as the signer writes it. */
const writeKeyRequest = (order) =>
  JSON.stringify({
    ProcessTxnData: {
      Action: 'payment',
      Amount: 100,
      Crn1: order,
      Currency: 'AUD',
      MerchantReference: `florin-${order.replaceAll('-', '')}`,
      SubType: 'single',
      TestMode: false,
      Type: 'internet',
    },
    RedirectionUrl: `https://shop.example/pay/return?claim=${order.replaceAll('-', '')}.${'A'.repeat(43)}`,
    WebHookUrl: `https://shop.example/pay/webhook?claim=${order.replaceAll('-', '')}.${'A'.repeat(43)}`,
  });

/** The sandbox's; the other upstream asks for none. */
const ACCOUNT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const KEY_HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  authorization: btoa(`${ACCOUNT.username}|${ACCOUNT.merchantNumber}:${ACCOUNT.password}`),
};

/** The least that a shop's server could do to make a key. @param post makes the call */
function barely(post) {
  return (request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const { order } = JSON.parse(Buffer.concat(chunks));
      const { APIResponse, AuthKey } = JSON.parse(await post(writeKeyRequest(order)));
      const body = JSON.stringify(APIResponse.ResponseCode === 0 ? { authKey: AuthKey } : {});
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    });
  };
}

async function postByFetch(body) {
  return (await fetch(upstreamUrl + T4, { method: 'POST', headers: KEY_HEADERS, body })).text();
}

const bareAgent = new Agent({ keepAlive: true });

function postByHttp(body) {
  return new Promise((resolve, reject) => {
    const headers = { ...KEY_HEADERS, 'content-length': Buffer.byteLength(body) };
    const request = httpRequest(upstreamUrl + T4, { method: 'POST', agent: bareAgent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function signerListener(kind) {
  const { createMemoryStore, createSigner } = await import('florin-server/signer');
  const { createListener, createNodeFetch, openSqliteStore } = await import('florin-server/signer/node');
  const folder = kind === 'sqlite' ? mkdtempSync(join(tmpdir(), 'florin-bench-')) : undefined;
  process.once('SIGTERM', () => {
    if (folder) rmSync(folder, { recursive: true });
    process.exit();
  });
  const signer = createSigner({
    service: {
      ...ACCOUNT,
      baseUrl: upstreamUrl,
      ...(kind !== 'fetch' && { fetch: createNodeFetch() }),
    },
    store: folder ? openSqliteStore(join(folder, 'claims.db')) : createMemoryStore(),
    secret: 'a secret for this benchmark only, long enough',
    publicUrl: 'https://shop.example/pay',
    merchantName: 'Demo',
    onPaid: () => undefined,
    priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
    // All callers come from one address here.
    rateLimit: { client: MANY, order: MANY, tries: MANY, declines: MANY },
  });
  return createListener(signer);
}

/** The servers, each with the bare one that it is held against. */
const SERVERS = { bare: 'bare', memory: 'bare', sqlite: 'bare', 'bare-fetch': 'bare-fetch', fetch: 'bare-fetch' };
const LISTENERS = {
  upstream: () => answerKey,
  bare: () => barely(postByHttp),
  'bare-fetch': () => barely(postByFetch),
  memory: signerListener,
  sqlite: signerListener,
  fetch: signerListener,
};

// Each server that was started goes when this process does.
process.setMaxListeners(20);

if (role === 'sandbox') await serveSandbox();
else if (Object.hasOwn(LISTENERS, role)) await serve();
else await measure();

async function serveSandbox() {
  const { startSandbox } = await import('florin-server/sandbox/node');
  const { url } = await startSandbox({ log: () => {} });
  console.log(`ready ${url}`);
}

async function serve() {
  const listener = await LISTENERS[role](role);
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

/** Requests a second, and the CPU time of each in milliseconds. */
async function underLoad(server, requests, callers = CALLERS) {
  const before = Number(await call(server, '/cpu'));
  const startedAt = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while ((left -= 1) >= 0) await call(server);
    }),
  );
  const rate = (requests * 1000) / (performance.now() - startedAt);
  return { rate, cpu: (Number(await call(server, '/cpu')) - before) / 1000 / requests };
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}

function percent(share) {
  return `${(share * 100).toFixed(0)} %`.padStart(5);
}

function milliseconds(value) {
  return value.toFixed(3).padStart(6);
}

async function measure() {
  const requests = Number(process.argv[2] ?? 1000);
  const upstream = await start('upstream');
  const servers = await startServers(upstream, requests);
  await measureSaturated(servers, requests);
  const sandbox = await start('sandbox');
  const besideSandbox = await startServers(sandbox, requests);
  console.log(`\nThe sandbox makes the keys, ${CALLERS} callers at once`);
  await measureShares(besideSandbox, requests, CALLERS);
  stop([sandbox, ...Object.values(besideSandbox)]);
  await call(upstream, `/takes/${SERVICE_TIME}`);
  console.log(`\nNot saturated: the upstream takes ${SERVICE_TIME} ms, ${FEW_CALLERS} callers at once`);
  await measureShares(servers, requests, FEW_CALLERS);
  stop([upstream, ...Object.values(servers)]);
}

async function startServers(upstream, requests) {
  const servers = {};
  for (const name of Object.keys(SERVERS)) {
    servers[name] = await start(name, upstream.url);
    // So long until the compiler of the engine has done its work.
    await underLoad(servers[name], requests * 2);
  }
  return servers;
}

function stop(servers) {
  for (const server of servers) {
    server.agent.destroy();
    server.stop();
  }
}

async function measureSaturated(servers, requests) {
  const names = Object.keys(servers);
  const figures = () => ({ alone: [], added: [], loaded: [], addedLoaded: [], rate: [], share: [] });
  const found = Object.fromEntries(names.map((name) => [name, figures()]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = {};
    const load = {};
    for (const name of names) alone[name] = median(await cpuSamples(servers[name], requests / 5));
    for (const name of names) load[name] = await underLoad(servers[name], requests);
    for (const name of names) {
      const bare = SERVERS[name];
      found[name].alone.push(alone[name]);
      found[name].added.push(alone[name] - alone[bare]);
      found[name].loaded.push(load[name].cpu);
      found[name].addedLoaded.push(load[name].cpu - load[bare].cpu);
      found[name].rate.push(load[name].rate);
      found[name].share.push(load[name].rate / load[bare].rate);
    }
  }
  console.log('Saturated: the upstream answers at once');
  console.log(`${''.padEnd(10)}  one at a time: CPU, added   ${CALLERS} at once: CPU, added   a second, of bare`);
  for (const name of names) {
    const { alone, added, loaded, addedLoaded, rate, share } = found[name];
    console.log(
      `${name.padEnd(10)}  ${milliseconds(median(alone))} ms  ${milliseconds(median(added))} ms        ` +
        `${milliseconds(median(loaded))} ms  ${milliseconds(median(addedLoaded))} ms   ` +
        `${median(rate).toFixed(0).padStart(6)}    ${percent(median(share))}`,
    );
  }
}

async function measureShares(servers, requests, callers) {
  const names = Object.keys(servers);
  const found = Object.fromEntries(names.map((name) => [name, { cpu: [], rate: [], share: [] }]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const load = {};
    for (const name of names) load[name] = await underLoad(servers[name], requests, callers);
    for (const name of names) {
      found[name].cpu.push(load[name].cpu);
      found[name].rate.push(load[name].rate);
      found[name].share.push(load[name].rate / load[SERVERS[name]].rate);
    }
  }
  console.log(`${''.padEnd(10)}      CPU      of one core   a second, of bare`);
  for (const name of names) {
    const [cpu, rate, share] = ['cpu', 'rate', 'share'].map((figure) => median(found[name][figure]));
    const busy = (cpu * rate) / 1000;
    console.log(
      `${name.padEnd(10)}  ${milliseconds(cpu)} ms      ${percent(busy)}     ${rate.toFixed(0).padStart(6)}    ${percent(share)}`,
    );
  }
}
