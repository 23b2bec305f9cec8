/** Throttling of a sidecar: order tokens have to say that a person is there, once many cards were declined. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { startSidecar, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import { accountAt, startFaultyService, type FaultyService } from './faulty-service.js';
import { claimsOf, KID, SECRET, writeToken } from './order-tokens.js';

const ENV = {
  SECRET,
  CLAIM_SECRET: `claims of ${SECRET}`,
  CALLBACK_KEY: `callbacks of ${SECRET}`,
  PASSWORD: 'Demo-Password-1',
};

let folder: string;
let service: FaultyService;
let sidecar: RunningSidecar;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-challenge-'));
  service = await startFaultyService();
  const config = {
    service: { ...accountAt(service), password: { env: 'PASSWORD' } },
    secret: { env: 'CLAIM_SECRET' },
    publicUrl: 'http://127.0.0.1:4000/pay',
    merchantName: 'Example Shop',
    orders: { issuer: 'shop.example', audience: 'florin', keys: [{ kid: KID, alg: 'HS256', key: { env: 'SECRET' } }] },
    callbacks: { url: 'http://127.0.0.1:9/payments', kid: 'c', alg: 'HS256', key: { env: 'CALLBACK_KEY' } },
    listen: { port: 0, proxies: 1 },
    challenge: true,
    webform: { title: 'Pay the Example Shop' },
  };
  sidecar = await startSidecar(readSidecarConfig(config, { folder, env: ENV }), () => undefined);
}, 60_000);
afterAll(async () => {
  await sidecar.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

let serial = 0;
async function post(path: string, body: object) {
  serial += 1;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${serial}` };
  const response = await fetch(`${sidecar.url}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
const tokenOf = (order: string, changes = {}) => writeToken(claimsOf({ order, ...changes }));

describe('a sidecar with a challenge', { timeout: 60_000 }, () => {
  it('requires a challenge in the token while many cards are declined', async () => {
    for (let card = 0; card < 11; card += 1) {
      const { body } = await post('authkey', { order: tokenOf(`declined-${card}`) });
      await service.pay(body['authKey'] ?? '', { holder: 'DECLINED' });
      expect((await post('result', { claim: body['claim'] })).body['status']).toBe('declined');
    }
    expect(await (await fetch(`${sidecar.url}/health`)).json()).toMatchObject({ isThrottled: true });
    expect(await post('authkey', { order: tokenOf('a') })).toMatchObject({
      ...{ status: 429, body: { error: { code: 'rate_limited' } } },
    });
    expect((await post('authkey', { order: tokenOf('a', { person: false }) })).status).toBe(429);
    expect((await post('authkey', { order: tokenOf('a', { person: true }) })).status).toBe(200);
  });

  it('serves the plain form if its configuration allows it', async () => {
    const form = await fetch(`${sidecar.url}/pay/form?order=${tokenOf('b', { person: true })}`);
    expect([form.status, form.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(await form.text()).toContain('Pay the Example Shop');
  });
});
