/** Callbacks to a shop in another language, verified with Node's own crypto. */
import { createHmac, createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCallbacks } from '../../src/signer/node/sidecar-callbacks.js';
import type { OrderAlgorithm } from '../../src/signer/order-tokens/order-token.js';
import { listenOnLoopback } from '../support/listen.js';
import { CALLBACK_SECRET, readUnchecked } from './sidecar-process.js';
import { TERMS } from './terms.js';

let server: Server;
let url: string;
let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string } | undefined;
let calls: { path: string; type: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const path = request.url ?? '';
      calls.push({ path, type: request.headers['content-type'], body });
      const said = answer(path);
      if (said) response.writeHead(said.status, said.headers).end(said.body);
    });
  });
  url = `${await listenOnLoopback(server)}/payments`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
  answer = () => ({ status: 204 });
});

const TXN = {
  ...{ TxnNumber: '10001', ReceiptNumber: '49395600001', Amount: 19900, Currency: 'AUD', IsTestTxn: true },
  Action: 'preauth',
  ...{ ResponseCode: '0', CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0542' } },
};
const open = (alg: OrderAlgorithm, key: string) =>
  createCallbacks(
    {
      ...{ url, termsUrl: url.replace('/payments', '/terms'), issuer: 'florin', audience: 'shop', kid: 'c' },
      ...{ alg, key, timeoutSeconds: 60 },
    },
    'AUD',
  );
const NEVER = new AbortController().signal;
const AGREED = {
  ...{ amount: 19500, total: 19900, currency: 'AUD', version: '7' },
  ...{ crn1: 'ORDER-1042', crn2: '', crn3: '', billerCode: '' },
};
const header = (token = '') => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as object;

function isSignedBy(token: string, key: KeyObject): boolean {
  const [head, body, signature = ''] = token.split('.');
  const text = Buffer.from(`${head}.${body}`);
  const mark = Buffer.from(signature, 'base64url');
  return key.asymmetricKeyType === 'ec'
    ? verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, mark)
    : verify(null, text, key, mark);
}

describe('a callback', () => {
  it('reports a payment, signed with HS256, without card data', async () => {
    await (await open('HS256', CALLBACK_SECRET)).onPaid('1042', TXN, AGREED, NEVER);
    const [{ type, body } = { type: '', body: '' }] = calls;
    const [head, claims, mac] = body.split('.');
    expect([type, header(body)]).toEqual(['application/jwt', { alg: 'HS256', kid: 'c', typ: 'florin-callback+jwt' }]);
    expect(mac).toBe(createHmac('sha256', CALLBACK_SECRET).update(`${head}.${claims}`).digest('base64url'));
    const { iat, exp, ...rest } = readUnchecked(body) as { iat: number; exp: number };
    expect(exp - iat).toBe(300);
    expect(rest).toEqual({
      ...{ event: 'paid', order: '1042', version: 7, txnNumber: '10001', receiptNumber: '49395600001' },
      ...{ agreedAmount: 19500, agreedCurrency: 'AUD' },
      ...{ currentAmount: null, currentCurrency: null, currentVersion: null },
      action: 'preauth',
      ...{ amount: 19900, currency: 'AUD', testMode: true, differences: '', iss: 'florin', aud: 'shop' },
    });
  });

  it.each([
    ['ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
    ['EdDSA', generateKeyPairSync('ed25519').privateKey],
  ] as const)('is signed by %s, from PEM and from a JWK', async (alg, privateKey) => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
    for (const key of [pem, jwk]) await (await open(alg, key)).onPaid('1042', TXN, AGREED, NEVER);
    expect(calls.map(({ body }) => isSignedBy(body, createPublicKey(privateKey)))).toEqual([true, true]);
    const stranger = createPublicKey(generateKeyPairSync('ed25519').privateKey);
    expect(isSignedBy(calls[0]?.body ?? '', stranger)).toBe(false);
  });

  it('reports the differences of a payment, with the agreed version', async () => {
    const terms = { ...TERMS, version: '7' };
    const callbacks = await open('HS256', CALLBACK_SECRET);
    const current = { amount: { minor: 900_000, currency: 'NZD' }, version: '8' };
    const report = { order: '1042', terms, current, txn: TXN, differences: ['Amount', 'Crn1'], followUps: [] };
    await callbacks.onMismatch({ kind: 'result_mismatch', ...report }, NEVER);
    expect(readUnchecked(calls[0]?.body ?? '')).toMatchObject({
      ...{ event: 'result_mismatch', version: 7, amount: 19900, differences: 'Amount Crn1' },
      ...{ agreedAmount: 19900, agreedCurrency: 'AUD' },
      ...{ currentAmount: 900_000, currentCurrency: 'NZD', currentVersion: 8 },
    });
  });

  it('reports what has gone back, with both numbers', async () => {
    const callbacks = await open('HS256', CALLBACK_SECRET);
    const followUps = [{ TxnNumber: '1002' }, { TxnNumber: '1003' }];
    const report = { order: '1042', terms: TERMS, current: null, txn: TXN, differences: [] };
    await callbacks.onMismatch({ kind: 'paid_reversed', ...report, followUps }, NEVER);
    expect(readUnchecked(calls[0]?.body ?? '')).toMatchObject({
      ...{ event: 'paid_reversed', txnNumber: TXN.TxnNumber, followUps: '1002 1003' },
    });
  });

  it.each([
    ['500', { status: 500 }, 'the shop answered 500'],
    ['404', { status: 404 }, 'the shop answered 404'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'the shop answered 307'],
  ])('fails if the shop answers %s', async (_name, said, message) => {
    answer = () => said;
    const callbacks = await open('HS256', CALLBACK_SECRET);
    await expect(callbacks.onPaid('1042', TXN, AGREED, NEVER)).rejects.toThrow(message);
    expect(calls.map(({ path }) => path)).toEqual(['/payments']);
  });

  it('requests the current terms at a URL of their own', async () => {
    answer = () => ({ status: 200, body: '{"amount":900000,"currency":"AUD","version":8}' });
    const callbacks = await open('HS256', CALLBACK_SECRET);
    expect(await callbacks.currentTerms?.('1042', NEVER)).toEqual({
      amount: { minor: 900_000, currency: 'AUD' },
      version: '8',
    });
    const [{ path, body } = { path: '', body: '' }] = calls;
    expect([path, readUnchecked(body)]).toMatchObject([
      '/terms',
      { event: 'current_terms', order: '1042', aud: 'shop' },
    ]);
  });

  it.each([
    ['404', { status: 404 }, 'the shop answered 404'],
    ['no JSON', { status: 200, body: '<p>secret</p>' }, 'the answer of the shop is not JSON'],
    ['null', { status: 200, body: 'null' }, 'lacks amount, currency or version'],
    ['no version', { status: 200, body: '{"amount":1,"currency":"AUD"}' }, 'lacks amount, currency or version'],
  ])('has no current terms if the shop answers %s', async (_name, said, message) => {
    answer = () => said;
    const callbacks = await open('HS256', CALLBACK_SECRET);
    await expect(callbacks.currentTerms?.('1042', NEVER)).rejects.toThrow(message);
  });

  it.each([
    ['HS256', 'short', 'at least 32 bytes'],
    ['ES256', 'a secret where a private key should be, quoted nowhere', 'private key for ES256'],
    ['EdDSA', '{"kty":"OKP","d":"half of a key"', 'private key for EdDSA'],
  ] as const)('needs a key for %s', async (alg, key, says) => {
    const refusal = await open(alg, key).then(
      () => new Error('taken'),
      (error: unknown) => error as Error,
    );
    expect(refusal.message).toContain(says);
    expect(refusal.message).not.toContain(key);
  });
});
