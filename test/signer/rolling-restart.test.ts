/**
 * Rolling restarts of `florin signer` under load: two processes on one store, behind a balancer that keeps its connections,
 * asks `/ready`, and repeats nothing. No call fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnFlorin, waitForEnd, type CommandResult } from '../cli/florin-process.js';
import { findFreePort } from '../support/free-port.js';
import { listenOnLoopback } from '../support/listen.js';
import { waitForOutput } from '../support/process-output.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { startService, type Service } from './service-on-a-port.js';
import { SECRETS, startCallbackShop, writeConfig, type CallbackShop } from './sidecar-process.js';

/** How often the balancer asks `/ready`: well below the drain time. Milliseconds. */
const ASKS_EVERY = 100;
const CALLERS = 6;

let folder: string;
let service: Service;
let shop: CallbackShop;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-rolling-'));
  [service, shop] = await Promise.all([startService(), startCallbackShop()]);
}, 60_000);
afterAll(async () => {
  await service.close();
  shop.close();
  rmSync(folder, { recursive: true });
});

interface SignerProcess {
  readonly url: string;
  stop(): Promise<CommandResult>;
}

async function startSigner(port: number): Promise<SignerProcess> {
  const urls = { serviceUrl: service.url, callbackUrl: shop.url };
  // The default drain time.
  const changes = { listen: { port, clientHeader: 'X-Client' }, drainSeconds: undefined };
  const child = spawnFlorin(['signer', '--config', writeConfig(folder, urls, changes)], undefined, SECRETS);
  const ended = waitForEnd(child);
  const [, url = ''] = await waitForOutput(child, /^signer ready at (\S+)\n/);
  return {
    url,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/ready`, { headers: { connection: 'close' } }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Gives each call to the next backend that is ready, on connections that it keeps. */
async function startBalancer(backends: readonly string[]) {
  const agents = backends.map(() => new Agent({ keepAlive: true }));
  let ready: readonly boolean[] = backends.map(() => true);
  let isOpen = true;
  let turn = 0;
  const failures: string[] = [];
  const watching = (async () => {
    while (isOpen) {
      ready = await Promise.all(backends.map(isReady));
      await new Promise((resolve) => setTimeout(resolve, ASKS_EVERY));
    }
  })();
  const server = createServer((incoming, outgoing) => {
    do turn = (turn + 1) % backends.length;
    while (!ready[turn] && ready.includes(true));
    const { method, headers } = incoming;
    const forwarded = request(`${backends[turn]}${incoming.url}`, { method, headers, agent: agents[turn]! });
    const fail = (error: Error): void => {
      failures.push(error.message);
      outgoing.destroy();
    };
    forwarded.on('error', fail);
    forwarded.on('response', (answer: IncomingMessage) => {
      answer.on('error', fail);
      outgoing.writeHead(answer.statusCode ?? 0, { 'content-type': 'application/json' });
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  return {
    url: await listenOnLoopback(server),
    failures,
    /** Until the balancer has seen that it is ready. */
    waitFor: (index: number) => expect.poll(() => ready[index], { timeout: 30_000 }).toBe(true),
    async close() {
      isOpen = false;
      await watching;
      server.close();
      server.closeAllConnections();
      for (const agent of agents) agent.destroy();
    },
  };
}

it('restarts two processes in turn and loses no call', { timeout: 180_000 }, async () => {
  const ports = [await findFreePort(), await findFreePort()];
  const signers: SignerProcess[] = [];
  for (const port of ports) signers.push(await startSigner(port));
  const balancer = await startBalancer(signers.map(({ url }) => url));
  let isLoaded = true;
  let calls = 0;
  const bad: string[] = [];
  const askKey = async (): Promise<void> => {
    const order = `R-${(calls += 1)}`;
    const answer = await fetch(`${balancer.url}/pay/authkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': `10.0.${calls >> 8}.${calls & 255}` },
      body: JSON.stringify({ order: writeToken(claimsOf({ order, crn1: order })) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) bad.push(`${answer.status} ${text}`);
  };
  const callers = Array.from({ length: CALLERS }, async () => {
    while (isLoaded) await askKey().catch((error: unknown) => bad.push(String((error as Error).cause ?? error)));
  });
  const ends: CommandResult[] = [];
  const restart = async (index: number): Promise<number> => {
    const from = performance.now();
    ends.push(await signers[index]!.stop());
    signers[index] = await startSigner(ports[index]!);
    return Math.round(performance.now() - from);
  };
  const loaded: number[] = [];
  const atRest: number[] = [];
  try {
    for (const index of [0, 1, 0, 1]) {
      loaded.push(await restart(index));
      await balancer.waitFor(index);
    }
    isLoaded = false;
    await Promise.all(callers);
    for (const index of [0, 1]) atRest.push(await restart(index));
  } finally {
    isLoaded = false;
    await balancer.close();
    for (const signer of signers) ends.push(await signer.stop());
  }
  console.log(`rolling restarts: ${calls} calls; ms under load ${loaded.join(', ')}; ms at rest ${atRest.join(', ')}`);
  expect({ bad, failures: balancer.failures }).toEqual({ bad: [], failures: [] });
  expect(calls).toBeGreaterThan(100);
  expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
});

it('is ready until it is told to end, and then takes calls until the drain time is over', async () => {
  const config = writeConfig(folder, { serviceUrl: service.url, callbackUrl: shop.url }, { drainSeconds: 300 });
  const child = spawnFlorin(['signer', '--config', config], undefined, SECRETS);
  const ended = waitForEnd(child);
  const [, url = ''] = await waitForOutput(child, /^signer ready at (\S+)\n/);
  const look = async (path: string, method = 'GET') => {
    const answer = await fetch(`${url}${path}`, { method });
    return [answer.status, answer.headers.get('connection'), await answer.text()];
  };
  expect(await look('/ready')).toEqual([200, 'keep-alive', '{"status":"ready"}']);
  expect(await look('/ready', 'POST')).toEqual([405, 'keep-alive', '']);
  child.kill('SIGTERM');
  await expect.poll(() => look('/ready')).toEqual([503, 'close', '{"status":"draining"}']);
  expect(await look('/health')).toMatchObject([200, 'close', expect.stringContaining('"status":"ok"')]);
  // The second signal does not wait.
  child.kill('SIGTERM');
  expect((await ended).code).toBe(1);
});
