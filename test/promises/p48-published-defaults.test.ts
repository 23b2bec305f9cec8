/**
 * P48: published credentials (a password, a token or a secret of the guides) give no access from other machines unless an option
 * allows it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type StartSandboxOptions } from '../../src/sandbox/node/start-sandbox.js';
import { createMemoryStore, createSigner } from '../../src/signer/index.js';
import { isPublishedSecret } from '../../src/signer/secrets/published-secret.js';

const EVERYWHERE = '0.0.0.0';
const OWN_USER = {
  number: '5353109000000001',
  shortName: 'OWNSHOP',
  name: 'Own Shop',
  defaultCurrency: 'AUD',
  currencies: ['AUD'],
  users: [{ username: 'own-api', password: 'no guide has this one', permissions: ['API'] }],
} as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'florin-published-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts and ends a sandbox in memory. */
async function start(options: StartSandboxOptions): Promise<string> {
  const running = await startSandbox({ database: ':memory:', ...options });
  await running.close();
  return 'started';
}

describe('P48: a sandbox that other machines reach', () => {
  it('does not start with the demo merchant’s password, and names the solution', async () => {
    await expect(start({ host: EVERYWHERE })).rejects.toThrow(/published password of demo-api.*--no-seed/);
  });

  it('does not start on a database that already has the demo merchant', async () => {
    const database = join(folder, 'sandbox.sqlite');
    expect(await start({ database })).toBe('started');
    await expect(start({ database, seed: false, host: EVERYWHERE })).rejects.toThrow(/published password/);
  });

  it('does not start with the control token of the guide', async () => {
    const controlApi = { token: 'at-least-16-characters' };
    await expect(start({ host: EVERYWHERE, seed: [OWN_USER], controlApi })).rejects.toThrow(/control token/);
  });

  it.each<[string, StartSandboxOptions]>([
    ['with users of its own', { host: EVERYWHERE, seed: [OWN_USER] }],
    ['when it is asked for by name', { host: EVERYWHERE, allowPublished: true }],
    ['on loopback', { controlApi: { token: 'at-least-16-characters' } }],
  ])('starts %s', async (_how, options) => expect(await start(options)).toBe('started'));
});

describe('P48: a signer that other machines reach', () => {
  const GUIDE = 'thirty-two characters or more, kept secret';
  const make = (publicUrl: string, options: { secret?: string; allowPublishedSecret?: boolean } = {}) =>
    createSigner({
      service: { baseUrl: 'https://pay.example', merchantNumber: '1', username: 'u', password: 'p' },
      ...{ store: createMemoryStore(), secret: GUIDE, publicUrl, merchantName: 'Example Shop' },
      priceOrder: () => null,
      onPaid: () => undefined,
      returnTo: () => '/',
      ...options,
    });

  it('is not created with the secret of a guide', () => {
    expect(() => make('https://shop.example/pay')).toThrow(/^secret is printed in the guides/);
    expect(() => make('http://192.0.2.7:4000/pay', { secret: `${GUIDE}\n` })).toThrow(
      /^secret is printed in the guides/,
    );
  });

  it.each([
    ['with its own secret', 'https://shop.example/pay', { secret: 'a secret of this test, which no guide has' }],
    ['on loopback', 'http://localhost:3000/pay', {}],
    ['with an option that allows it', 'https://shop.example/pay', { allowPublishedSecret: true }],
  ])('is created %s', (_how, url, options) => {
    expect(() => make(url, options)).not.toThrow();
  });

  it('every secret of a guide is in the list of published ones', () => {
    const guides = [...readdirSync('docs/guides').map((name) => `docs/guides/${name}`), 'README.md'];
    const found = guides.flatMap((guide) =>
      [...readFileSync(guide, 'utf8').matchAll(/^\s*secret: [^\n]*?'([^'\n]{8,})'/gm)].map(([, secret = '']) => secret),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((secret) => !isPublishedSecret(secret))).toEqual([]);
  });
});
