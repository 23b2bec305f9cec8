/** A sidecar finds lost payments on its interval, and notifies the shop. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AUDIT_MARK } from '../../src/signer/attempts/audit-progress.js';
import { accountOf, scopesOf } from '../../src/signer/claims/scope.js';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { startSidecar } from '../../src/signer/node/sidecar.js';
import type { SignerLogEntry } from '../../src/signer/signer-options.js';
import { startFaultyService } from './faulty-service.js';
import { claimsOf, writeToken } from './order-tokens.js';
import { readUnchecked, SECRETS, sidecarConfig, startCallbackShop } from './sidecar-process.js';

/** A sidecar that reconciles five times a second. */
function settingsFor(folder: string, config: object) {
  // The minimum of a configuration is five seconds.
  return { ...readSidecarConfig(config, { folder, env: SECRETS }), reconcileSeconds: 0.2 };
}

async function grant(url: string, order: string): Promise<string> {
  const response = await fetch(`${url}/pay/authkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: writeToken(claimsOf({ order, crn1: `ORDER-${order}` })) }),
  });
  return ((await response.json()) as { authKey: string }).authKey;
}

it('reconciles repeatedly until the shop is notified, even if the service was down', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-interval-'));
  const [service, shop] = [await startFaultyService(), await startCallbackShop()];
  const config = sidecarConfig({ serviceUrl: service.url, callbackUrl: shop.url });
  const log: SignerLogEntry[] = [];
  const sidecar = await startSidecar(settingsFor(folder, config), (entry) => log.push(entry));
  try {
    const authKey = await grant(sidecar.url, '7');
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

it('reconciles while the daily audit waits for the service', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-interval-'));
  const [service, shop] = [await startFaultyService(), await startCallbackShop()];
  const settings = settingsFor(folder, sidecarConfig({ serviceUrl: service.url, callbackUrl: shop.url }));
  if (!('sqlite' in settings.store)) throw new Error('no file');
  const store = openSqliteStore(settings.store.sqlite);
  const { live } = scopesOf(accountOf(service.url, settings.service.merchantNumber));
  const text = JSON.stringify({ since: 0, end: 0, at: null, leaseUntil: 0, differences: 0, last: null });
  await store.setMark({ scope: live, name: AUDIT_MARK, before: null, text });
  await store.close();
  let goOn: (() => void) | undefined;
  const answers = new Promise<void>((resolve) => (goOn = resolve));
  let audits = 0;
  service.beforeFound = async ({ MerchantReference, Crn1, Action }) => {
    if (MerchantReference ?? Crn1 ?? Action) return;
    audits += 1;
    await answers;
  };
  const sidecar = await startSidecar(settings, () => undefined);
  try {
    await expect.poll(() => audits, { timeout: 20_000 }).toBe(1);
    await service.pay(await grant(sidecar.url, '7'));
    await expect
      .poll(() => shop.tokens.map(readUnchecked), { timeout: 10_000 })
      .toMatchObject([{ event: 'paid', order: '7' }]);
    expect(audits).toBe(1);
  } finally {
    goOn?.();
    await sidecar.close();
    await service.close();
    shop.close();
    rmSync(folder, { recursive: true });
  }
});
