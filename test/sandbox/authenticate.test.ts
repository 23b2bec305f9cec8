import { describe, expect, it } from 'vitest';
import { createAuthenticate } from '../../src/sandbox/authenticate.js';
import { webCryptoHmac } from '../../src/sandbox/hmac.js';
import { nodeHmac } from '../../src/sandbox/node/node-hmac.js';
import { hashPassword, verifyPassword } from '../../src/sandbox/password.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import type { Store } from '../../src/sandbox/store/store.js';
import { credentials } from './rest-caller.js';

describe('passwords', () => {
  it('are hashed with a new salt each time', async () => {
    const [one, two] = [await hashPassword('secret'), await hashPassword('secret')];
    expect(one.passwordHash).not.toBe(two.passwordHash);
    for (const stored of [one, two]) {
      expect(await verifyPassword('secret', stored)).toBe(true);
      expect(await verifyPassword('Secret', stored)).toBe(false);
    }
  });
});

describe('keyed hashes', () => {
  it('are equal in Node and WebCrypto, and differ with another key', async () => {
    const [one, two] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    expect(nodeHmac(one)('text')).toBe(await webCryptoHmac(one)('text'));
    expect(nodeHmac(two)('text')).not.toBe(nodeHmac(one)('text'));
  });
});

describe('authentication', () => {
  it('applies a changed password at once, although the old one is cached', async () => {
    const store = await openSqliteStore({ database: ':memory:' });
    let changed: object = {};
    const changing: Store = {
      ...store,
      read: (work) =>
        store.read((view) =>
          work({
            ...view,
            async findCaller(merchantNumber, username) {
              const found = await view.findCaller(merchantNumber, username);
              return found && { ...found, ...changed };
            },
          }),
        ),
    };
    const authenticate = createAuthenticate(changing, webCryptoHmac);
    const old = credentials();
    expect(await authenticate(old)).toMatchObject({ username: 'demo-api' });
    expect(await authenticate(old)).toMatchObject({ username: 'demo-api' });
    changed = await hashPassword('new one');
    await expect(authenticate(old)).rejects.toMatchObject({ apiCode: 1 });
    expect(await authenticate(credentials(undefined, undefined, 'new one'))).toMatchObject({ username: 'demo-api' });
    await store.close();
  });

  it('caches a verified password, so that only the first call is slow', async () => {
    const store = await openSqliteStore({ database: ':memory:' });
    const authenticate = createAuthenticate(store, nodeHmac);
    const time = async () => {
      const started = performance.now();
      await authenticate(credentials());
      return performance.now() - started;
    };
    const first = await time();
    const later = [];
    for (let call = 0; call < 20; call += 1) later.push(await time());
    expect(Math.min(...later)).toBeLessThan(first);
    await store.close();
  });
});
