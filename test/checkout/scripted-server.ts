/**
 * A real HTTP server on loopback that answers as signer and service by a script. with-sandbox.test.ts uses the real signer and
 * sandbox.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../support/listen.js';

/** The server's reaction to one call. */
export type Reply =
  | {
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly json?: unknown;
      readonly text?: string;
    }
  /** Cuts the connection after reading the call. */
  | 'drop'
  /** Never answers. */
  | 'hang';

export interface Call {
  readonly path: string;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

type Script = Reply | ((call: Call) => Reply);

export interface ScriptedServer {
  readonly url: string;
  readonly signerUrl: string;
  readonly calls: Call[];
  readonly script: { order: Script; authkey: Script; result: Script; submit: Script };
  callsTo(name: 'order' | 'authkey' | 'result' | 'withauthkey'): readonly Call[];
  /** Number of calls that the client has aborted. */
  aborted(): number;
  close(): Promise<void>;
}

export const AUTH_KEY = '11111111-2222-3333-4444-555555555555';
export const RESULT_KEY = '99999999-8888-7777-6666-555555555555';
export const ORDER = '1042';
export const CLAIM = 'claim-1';

export async function startScriptedServer(): Promise<ScriptedServer> {
  const calls: Call[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('close', () => (aborted += response.writableFinished ? 0 : 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const call = { path, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString() || 'null') };
      calls.push(call);
      const name =
        path === '/pay/order' ? 'order' : isKeyCall(path) ? 'authkey' : isResultCall(path) ? 'result' : 'submit';
      const script = api.script[name];
      answer(typeof script === 'function' ? script(call) : script, request, response);
    });
  });
  const url = await listenOnLoopback(server);
  const api: ScriptedServer = {
    url,
    signerUrl: `${url}/pay`,
    calls,
    script: {
      order: { json: { status: 'payable' } },
      authkey: { json: grant(url) },
      submit: { json: submitted(0) },
      result: { json: approved() },
    },
    callsTo: (name) => calls.filter((call) => call.path.includes(name)),
    aborted: () => aborted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** Payments and saving use different paths of the signer, with the same scripts. */
const isKeyCall = (path: string) => /^\/pay\/(auth|token)key$/.test(path);
const isResultCall = (path: string) => /^\/pay\/(token)?result$/.test(path);

function answer(reply: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (reply === 'hang') return;
  if (reply === 'drop') {
    request.socket.destroy();
    return;
  }
  response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(reply.text ?? JSON.stringify(reply.json));
}

export function grant(url: string, changes: object = {}) {
  return {
    status: 'granted',
    order: ORDER,
    claim: CLAIM,
    authKey: AUTH_KEY,
    submitUrl: `${url}/webapi/v3/txns/withauthkey/${AUTH_KEY}`,
    amount: { minor: 19900, currency: 'AUD' },
    expiresInSeconds: 1800,
    testMode: false,
    ...changes,
  };
}

export function submitted(ResponseCode: number | string, changes: object = {}) {
  return { APIResponse: { ResponseCode, ResponseText: '' }, RedirectionUrl: null, ResultKey: RESULT_KEY, ...changes };
}

export function receipt(outcome: 'approved' | 'declined' | 'failed' = 'approved') {
  return {
    outcome,
    order: ORDER,
    merchantName: 'Demo Shop',
    amount: { minor: 19900, currency: 'AUD' },
    card: { type: 'VC', lastDigits: '769', expiry: '0529' },
    receiptNumber: '75421890031',
    txnNumber: '1179900031',
    processedAt: '2026-11-20T10:15:30.000+11:00',
    authoriseId: '482910',
    responseText: outcome === 'approved' ? 'Approved' : 'Declined',
    references: [ORDER],
    isTest: false,
  };
}

export const approved = () => ({ status: 'approved', order: ORDER, claim: CLAIM, receipt: receipt() });
export const declined = () => ({
  status: 'declined',
  order: ORDER,
  claim: CLAIM,
  advice: 'another_card',
  receipt: receipt('declined'),
});
export const simple = (status: 'open' | 'expired' | 'review' | 'pending') => ({
  status,
  order: ORDER,
  claim: CLAIM,
  ...(status === 'pending' && { retryAfterSeconds: 4 }),
});
