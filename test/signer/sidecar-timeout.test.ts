/** A shop that never answers a callback of the sidecar: the call ends at the signer's limit, and is repeated. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSidecarConfig, type SidecarSettings } from '../../src/signer/node/sidecar-config.js';
import { withSigner, startSidecar, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import type { SignerLogEntry } from '../../src/signer/signer-options.js';
import { listenOnLoopback } from '../support/listen.js';
import { startFaultyService, type FaultyService } from './faulty-service.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { readUnchecked, SECRETS, sidecarConfig } from './sidecar-process.js';

interface Call {
  readonly path: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly response: ServerResponse;
  isClosed: boolean;
}

let folder: string;
let service: FaultyService;
let server: Server;
let calls: Call[];
let settings: SidecarSettings;
let sidecar: RunningSidecar;
let log: SignerLogEntry[];
/** What the shop does at once with a call. */
let answer: (call: Call) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-hanging-'));
  [calls, log] = [[], []];
  answer = () => undefined;
  service = await startFaultyService();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const call: Call = { path: request.url ?? '', claims: readUnchecked(body), response, isClosed: false };
      response.on('close', () => (call.isClosed = true));
      calls.push(call);
      answer(call);
    });
  });
  const shopUrl = await listenOnLoopback(server);
  const config = sidecarConfig({ serviceUrl: service.url, callbackUrl: `${shopUrl}/payments` });
  const callbacks = { ...config.callbacks, termsUrl: `${shopUrl}/terms`, timeoutSeconds: 1 };
  settings = readSidecarConfig({ ...config, callbacks, logLevel: 'warn' }, { folder, env: SECRETS });
  sidecar = await startSidecar(settings, (entry) => void log.push(entry));
}, 60_000);
afterEach(async () => {
  await sidecar.close();
  await service.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sidecar.url}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}

/** An order of 50.00 that has been paid, and whose page asks for the result. */
async function payAndAsk(): Promise<void> {
  const { authKey = '', claim = '' } = await post('authkey', {
    order: writeToken(claimsOf({ order: '7', amount: 5_000, version: 1 })),
  });
  await service.pay(authKey);
  expect((await post('result', { claim }))['status']).toBe('approved');
}

/** Makes all due calls in another process. */
const reconcile = () =>
  withSigner(
    settings,
    () => undefined,
    (signer) => signer.reconcileNow(),
  );
const isTerms = ({ path }: Call) => path === '/terms';
const answerTerms = ({ response }: Call) => response.end('{"amount":5000,"currency":"AUD","version":1}');
const timedOut = { level: 'error', event: 'callback_timed_out', order: '7', seconds: 1 };

it('a callback that hangs is ended at the limit, and its late answer does not count', { timeout: 60_000 }, async () => {
  answer = (call) => void (isTerms(call) && answerTerms(call));
  await payAndAsk();
  await expect.poll(() => log).toMatchObject([timedOut]);
  await expect
    .poll(() => calls.map(({ path, isClosed }) => [path, isClosed]))
    .toEqual([
      ['/terms', true],
      ['/payments', true],
    ]);
  calls[1]?.response.writeHead(204).end();
  expect(await reconcile()).toMatchObject({ notified: 0, waiting: 1 });
  answer = (call) => void (isTerms(call) ? answerTerms(call) : call.response.writeHead(204).end());
  expect(await reconcile()).toMatchObject({ notified: 1, waiting: 0 });
  const numbers = calls.filter((call) => !isTerms(call)).map(({ claims }) => claims['txnNumber']);
  expect(numbers).toHaveLength(3);
  expect(new Set(numbers).size).toBe(1);
});

it(
  'a question for the terms that hangs is ended at the limit, and no callback follows',
  { timeout: 60_000 },
  async () => {
    await payAndAsk();
    await expect.poll(() => log).toMatchObject([timedOut]);
    await expect.poll(() => calls.map(({ path, isClosed }) => [path, isClosed])).toEqual([['/terms', true]]);
  },
);
