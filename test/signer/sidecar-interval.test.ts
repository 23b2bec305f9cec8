/** A sidecar finds lost payments on its interval, and notifies the shop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { startSidecar } from '../../src/signer/node/sidecar.js';
import type { SignerLogEntry } from '../../src/signer/signer-options.js';
import { startFaultyService } from './faulty-service.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { readUnchecked, SECRETS, sidecarConfig, startCallbackShop } from './sidecar-process.js';

it('reconciles repeatedly until the shop is notified, even if the service was down', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-interval-'));
  const [service, shop] = [await startFaultyService(), await startCallbackShop()];
  const config = sidecarConfig({ serviceUrl: service.url, callbackUrl: shop.url });
  const log: SignerLogEntry[] = [];
  // The minimum of a configuration is five seconds.
  const settings = { ...readSidecarConfig(config, { folder, env: SECRETS }), reconcileSeconds: 0.2 };
  const sidecar = await startSidecar(settings, (entry) => log.push(entry));
  try {
    const response = await fetch(`${sidecar.url}/pay/authkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: writeToken(claimsOf({ order: '7', crn1: 'ORDER-7' })) }),
    });
    const { authKey } = (await response.json()) as { authKey: string };
    service.fault = (call) => (call === 'T5' ? undefined : 'html');
    await service.pay(authKey);
    const searches = service.calls.T3;
    await expect.poll(() => service.calls.T3, { timeout: 20_000 }).toBeGreaterThan(searches + 1);
    expect(shop.tokens).toEqual([]);
    service.fault = () => undefined;
    await expect
      .poll(() => shop.tokens.map(readUnchecked), { timeout: 20_000 })
      .toMatchObject([{ event: 'paid', order: '7' }]);
    const reconciled = { level: 'info', event: 'reconciled', found: 1, unreachable: 0 };
    await expect.poll(() => log, { timeout: 20_000 }).toContainEqual(expect.objectContaining(reconciled));
  } finally {
    await sidecar.close();
    await service.close();
    shop.close();
    rmSync(folder, { recursive: true });
  }
});
