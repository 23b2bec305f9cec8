/** A sidecar that asks the shop what an order costs now, before it tells of a payment. docs/invariants.md, invariant 15. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { reconcileOnce, startSidecar, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import type { SidecarSettings } from '../../src/signer/node/sidecar-config.js';
import { accountAt, startFaultyService, type FaultyService } from './faulty-service.js';
import { claimsOf, KID, SECRET, writeToken } from './order-tokens.js';
import { readUnchecked, SECRETS, startCallbackShop, type CallbackShop } from './sidecar-process.js';

const ENV = { ...SECRETS, CLAIM_SECRET: `claims of ${SECRET}`, PASSWORD: 'Demo-Password-1' };

let folder: string;
let service: FaultyService;
let shop: CallbackShop;
let settings: SidecarSettings;
let sidecar: RunningSidecar;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-terms-'));
  service = await startFaultyService();
  shop = await startCallbackShop();
  const config = {
    service: { ...accountAt(service), password: { env: 'PASSWORD' } },
    secret: { env: 'CLAIM_SECRET' },
    publicUrl: 'http://127.0.0.1:4000/pay',
    merchantName: 'Example Shop',
    orders: {
      ...{ issuer: 'shop.example', audience: 'florin' },
      keys: [{ kid: KID, alg: 'HS256', key: { env: 'FLORIN_ORDER_SECRET' } }],
    },
    callbacks: {
      ...{ url: shop.url, termsUrl: shop.url.replace('/payments', '/terms') },
      ...{ kid: 'c', alg: 'HS256', key: { env: 'FLORIN_CALLBACK_SECRET' } },
    },
    store: { sqlite: 'claims.sqlite' },
    listen: { port: 0 },
    reconcileSeconds: 3600,
  };
  settings = readSidecarConfig(config, { folder, env: ENV });
  sidecar = await startSidecar(settings, () => undefined);
}, 60_000);
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

/** A key at 50.00, paid. */
async function pay(order: string): Promise<string> {
  const { authKey = '', claim = '' } = await post('authkey', {
    order: writeToken(claimsOf({ order, amount: 5_000, version: 1 })),
  });
  await service.pay(authKey);
  return claim;
}
const callbacksOf = (order: string) => shop.tokens.map(readUnchecked).filter((each) => each['order'] === order);

describe('a sidecar with callbacks.termsUrl', { timeout: 60_000 }, () => {
  it('says of a payment at an old price that it is one, with both sums', async () => {
    const claim = await pay('old');
    shop.terms.set('old', '{"amount":900000,"currency":"AUD","version":2}');
    expect((await post('result', { claim }))['status']).toBe('review');
    expect(callbacksOf('old')).toMatchObject([
      {
        ...{ event: 'paid_superseded', amount: 5_000, version: 1, agreedAmount: 5_000, agreedCurrency: 'AUD' },
        ...{ currentAmount: 900_000, currentCurrency: 'AUD', currentVersion: 2 },
      },
    ]);
  });

  it('says that it is paid when nothing has changed', async () => {
    const claim = await pay('same');
    shop.terms.set('same', '{"amount":5000,"currency":"AUD","version":1}');
    expect((await post('result', { claim }))['status']).toBe('approved');
    expect(callbacksOf('same')).toMatchObject([
      { event: 'paid', version: 1, agreedAmount: 5_000, currentAmount: null },
    ]);
  });

  it('says nothing while the shop does not know the order, and then what it finds', async () => {
    const claim = await pay('late');
    expect((await post('result', { claim }))['status']).toBe('approved');
    expect(callbacksOf('late')).toEqual([]);
    shop.terms.set('late', '{"amount":5000,"currency":"AUD","version":3}');
    const work = await reconcileOnce(
      settings,
      () => undefined,
      (signer) => signer.reconcileNow(),
    );
    expect(work).toMatchObject({ told: 1, waiting: 0 });
    expect(callbacksOf('late')).toMatchObject([{ event: 'paid_superseded', version: 1, currentVersion: 3 }]);
    expect((await post('result', { claim }))['status']).toBe('review');
  });
});
