/**
 * Pairs for the benches of the sandbox: clients create a payment each, read it back and compare it, again and again.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const AUTHORIZATION = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');
const CARD = { CardNumber: '5123456789012346', CardHolderName: 'Jane Citizen', ExpiryDate: '0539', Cvn: '123' };

export const paymentOf = (Amount) => ({
  Action: 'payment',
  Amount,
  Crn1: `order ${Amount}`,
  TestMode: true,
  Type: 'internet',
  SubType: 'single',
  CardDetails: CARD,
});

/** The command `florin sandbox` on a database, with more arguments, and how a payment is created and read there. */
export const sandboxOn = (database, more = []) => ({
  args: () => [
    fileURLToPath(new URL('../../dist/bin/florin.js', import.meta.url)),
    ...['sandbox', '--port', '0', '--database', database(), ...more],
  ],
  create: ['/webapi/v3/txns/', (amount) => ({ TxnReq: paymentOf(amount) }), (body) => body.TxnResp.TxnNumber],
  read: [(id) => `/webapi/v3/txns/${id}`, (body) => body.TxnResp.Amount],
});

export function call(url, agent, method, target, body) {
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

/** Starts a server in a process of its own. */
export async function start({ args, create }) {
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

export const rssMiB = (child) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
/** The value at a share of the sorted values: 0.99 is the 99th percentile. */
export const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Starts a server, measures it with so many clients, and stops it. */
export async function measurePairs(server, { clients, seconds }) {
  const { child, url, startMs } = await start(server);
  await pause(500);
  const idleMiB = rssMiB(child);
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
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
  await Promise.all(Array.from({ length: clients }, () => load(performance.now() + 1_500)));
  times.length = 0;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: clients }, () => load(startedAt + seconds * 1_000)));
  const perSecond = times.length / ((performance.now() - startedAt) / 1_000);
  agent.destroy();
  child.kill();
  await new Promise((resolve) => child.once('close', resolve));
  times.sort((a, b) => a - b);
  return { startMs, idleMiB, perSecond, p50: at(times, 0.5), p99: at(times, 0.99), wrong };
}
