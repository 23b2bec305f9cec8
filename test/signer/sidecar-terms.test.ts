/** A sidecar that requests the current terms of an order from the shop before a notice. docs/invariants.md, invariant 15. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { startSidecar, withSigner, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import type { SidecarSettings } from '../../src/signer/node/sidecar-config.js';
import type { SignerLogEntry } from '../../src/signer/signer-options.js';
import { startFaultyService, type FaultyService } from './faulty-service.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { readUnchecked, SECRETS, sidecarConfig, startCallbackShop, type CallbackShop } from './sidecar-process.js';

let folder: string;
let service: FaultyService;
let shop: CallbackShop;
let settings: SidecarSettings;
let sidecar: RunningSidecar;
let log: SignerLogEntry[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-terms-'));
  service = await startFaultyService();
  shop = await startCallbackShop();
  const config = sidecarConfig({ serviceUrl: service.url, callbackUrl: shop.url }, { returnTo: '/' });
  const callbacks = { ...config.callbacks, termsUrl: shop.url.replace('/payments', '/terms'), timeoutSeconds: 1 };
  settings = readSidecarConfig({ ...config, callbacks, logLevel: 'warn' }, { folder, env: SECRETS });
  sidecar = await startSidecar(settings, (entry) => void log.push(entry));
}, 60_000);
beforeEach(() => {
  log = [];
});
afterAll(async () => {
  await sidecar.close();
  await service.close();
  shop.close();
  rmSync(folder, { recursive: true });
});

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${sidecar.url}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, string>;
}

interface Paid {
  readonly claim: string;
  readonly resultKey: string;
  /** Path and query of the webhook that the service was given. */
  readonly hook: string;
}

/** A key at 50.00, paid. */
async function pay(order: string): Promise<Paid> {
  const { authKey = '', claim = '' } = await post('authkey', {
    order: writeToken(claimsOf({ order, amount: 5_000, version: 1 })),
  });
  const { WebHookUrl = '' } = service.keyRequests.at(-1) as { WebHookUrl?: string };
  const { resultKey } = await service.pay(authKey);
  const { pathname, search } = new URL(WebHookUrl);
  return { claim, resultKey: resultKey ?? '', hook: pathname + search };
}

/** What finds the payment first. */
const FINDERS: Readonly<Record<string, (paid: Paid) => Promise<unknown>>> = {
  'POST /pay/result': ({ claim, resultKey }) => post('result', { claim, resultKey }),
  async 'GET /pay/return'({ claim, resultKey }) {
    const url = `${sidecar.url}/pay/return?claim=${claim}&ResponseCode=0&ResultKey=${resultKey}`;
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([303, 'http://127.0.0.1:4000/']);
  },
  async 'POST /pay/webhook'({ hook }) {
    expect((await fetch(sidecar.url + hook, { method: 'POST', body: '{}' })).status).toBe(200);
  },
};
const FAILURES = [500, 503, 'hangs', 'hangs in the body'] as const;
const NAMES = Object.keys(FINDERS);

/** Makes all due notices, like `florin signer reconcile`. */
const reconcile = () =>
  withSigner(
    settings,
    () => undefined,
    (signer) => signer.reconcileNow(),
  );
const callbacksOf = (order: string) => shop.tokens.map(readUnchecked).filter((each) => each['order'] === order);

describe('a sidecar with callbacks.termsUrl', { timeout: 60_000 }, () => {
  it.each(NAMES)('reports a payment at an old price with both sums: found by %s', async (finder) => {
    const order = `old ${finder}`;
    const paid = await pay(order);
    shop.terms.set(order, '{"amount":900000,"currency":"AUD","version":2}');
    await FINDERS[finder]?.(paid);
    await expect.poll(() => callbacksOf(order)).toHaveLength(1);
    expect((await post('result', { claim: paid.claim }))['status']).toBe('review');
    expect(callbacksOf(order)).toMatchObject([
      {
        ...{ event: 'paid_superseded', amount: 5_000, version: 1, agreedAmount: 5_000, agreedCurrency: 'AUD' },
        ...{ currentAmount: 900_000, currentCurrency: 'AUD', currentVersion: 2 },
      },
    ]);
  });

  it.each(NAMES.flatMap((finder) => FAILURES.map((failure) => [finder, failure] as const)))(
    'keeps the callback due and declines nothing: found by %s, the address answers %s',
    async (finder, failure) => {
      const order = `${failure} ${finder}`;
      const paid = await pay(order);
      shop.terms.set(order, failure);
      await FINDERS[finder]?.(paid);
      const said =
        typeof failure === 'number'
          ? { event: 'callback_failed', message: `the shop answered ${failure}` }
          : { event: 'callback_timed_out', seconds: 1 };
      await expect.poll(() => log, { timeout: 10_000 }).toMatchObject([said]);
      expect((await post('result', { claim: paid.claim }))['status']).toBe('approved');
      expect(await reconcile()).toMatchObject({ notified: 0, waiting: 1 });
      expect(callbacksOf(order)).toEqual([]);
      shop.terms.set(order, '{"amount":5000,"currency":"AUD","version":1}');
      expect(await reconcile()).toMatchObject({ notified: 1, waiting: 0 });
      expect(callbacksOf(order)).toMatchObject([{ event: 'paid', agreedAmount: 5_000, currentAmount: null }]);
    },
  );

  it('reports the payment if the terms are the same', async () => {
    const { claim } = await pay('same');
    shop.terms.set('same', '{"amount":5000,"currency":"AUD","version":1}');
    expect((await post('result', { claim }))['status']).toBe('approved');
    expect(callbacksOf('same')).toMatchObject([
      { event: 'paid', version: 1, agreedAmount: 5_000, currentAmount: null },
    ]);
  });

  it('reports nothing while the shop does not know the order, and the comparison later', async () => {
    const { claim } = await pay('late');
    expect((await post('result', { claim }))['status']).toBe('approved');
    expect(callbacksOf('late')).toEqual([]);
    shop.terms.set('late', '{"amount":5000,"currency":"AUD","version":3}');
    expect(await reconcile()).toMatchObject({ notified: 1, waiting: 0 });
    expect(callbacksOf('late')).toMatchObject([{ event: 'paid_superseded', version: 1, currentVersion: 3 }]);
    expect((await post('result', { claim }))['status']).toBe('review');
  });
});
