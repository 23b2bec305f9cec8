/** Throttling of a sidecar: after many declined cards, order tokens must confirm a challenge. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { startSidecar, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import { startFaultyService, type FaultyService } from './faulty-service.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { SECRETS, sidecarConfig } from './sidecar-process.js';

let folder: string;
let service: FaultyService;
let sidecar: RunningSidecar;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-challenge-'));
  service = await startFaultyService();
  const config = sidecarConfig(
    { serviceUrl: service.url, callbackUrl: 'http://127.0.0.1:9/payments' },
    { listen: { port: 0, proxies: 1 }, challenge: true, webform: { title: 'Pay the Example Shop' } },
  );
  sidecar = await startSidecar(readSidecarConfig(config, { folder, env: SECRETS }), () => undefined);
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
