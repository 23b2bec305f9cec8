import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createClaimTokens, createClientNames } from '../../../src/signer/claims/claim-token.js';

const ACCOUNT = 'https://service.example 5353109000000000';

const SECRET = 'a secret of the shop, for tests only, long enough';
const ID = '0123456789abcdef0123456789abcdef';
const tokens = createClaimTokens([SECRET], ACCOUNT);

describe('a claim token', () => {
  it('is read back as its id', async () => {
    expect(await tokens.read(await tokens.write(ID))).toBe(ID);
  });

  it('is HMAC-SHA256 with a key for this purpose, as Node computes it', async () => {
    const key = hkdfSync('sha256', SECRET, Buffer.alloc(32), `florin claim token, version 1, ${ACCOUNT}`, 32);
    const mac = createHmac('sha256', Buffer.from(key)).update(ID).digest('base64url');
    expect(await tokens.write(ID)).toBe(`${ID}.${mac}`);
  });

  it('is refused if any one of its characters is changed, dropped or added', async () => {
    const token = await tokens.write(ID);
    let tried = 0;
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'a' ? 'b' : 'a';
      for (const forged of [
        token.slice(0, at) + other + token.slice(at + 1),
        token.slice(0, at) + token.slice(at + 1),
        token.slice(0, at) + other + token.slice(at),
      ]) {
        tried += 1;
        expect(await tokens.read(forged), forged).toBeUndefined();
      }
    }
    expect(tried).toBe(token.length * 3);
  });

  it('has one spelling, although two bits of its last character are unused', async () => {
    const token = await tokens.write(ID);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const read = await Promise.all([...letters].map((letter) => tokens.read(token.slice(0, -1) + letter)));
    expect(read.filter((id) => id !== undefined)).toEqual([ID]);
  });

  it.each([
    undefined,
    null,
    7,
    {},
    [],
    '',
    '.',
    ID,
    `${ID}.`,
    `${ID}.${'A'.repeat(43)}`,
    `${ID.toUpperCase()}.${'A'.repeat(43)}`,
  ])('is not %o', async (value) => {
    expect(await tokens.read(value)).toBeUndefined();
  });

  it('of either of two secrets is read, and the first signs', async () => {
    const old = createClaimTokens(['an old secret of the shop, long enough'], ACCOUNT);
    const both = createClaimTokens([SECRET, 'an old secret of the shop, long enough'], ACCOUNT);
    expect(await both.read(await old.write(ID))).toBe(ID);
    expect(await both.read(await tokens.write(ID))).toBe(ID);
    expect(await both.write(ID)).toBe(await tokens.write(ID));
    expect(await old.read(await both.write(ID))).toBeUndefined();
  });

  it('is refused with another secret', async () => {
    const other = createClaimTokens([`${SECRET}.`], ACCOUNT);
    expect(await other.read(await tokens.write(ID))).toBeUndefined();
  });
});

describe('the name of a client', () => {
  it('is the same each time, and different for another secret or client', async () => {
    const nameOf = createClientNames([SECRET], ACCOUNT);
    const name = await nameOf('192.0.2.1');
    expect(name).toMatch(/^[\w-]{22}$/);
    expect(await nameOf('192.0.2.1')).toBe(name);
    expect(await createClientNames([SECRET], ACCOUNT)('192.0.2.1')).toBe(name);
    expect(await nameOf('192.0.2.2')).not.toBe(name);
    expect(await createClientNames([`${SECRET}.`], ACCOUNT)('192.0.2.1')).not.toBe(name);
  });

  it('is the start of an HMAC with a key for this purpose, as Node computes it', async () => {
    const key = hkdfSync('sha256', SECRET, Buffer.alloc(32), `florin client name, version 1, ${ACCOUNT}`, 32);
    const mac = createHmac('sha256', Buffer.from(key)).update('192.0.2.1').digest().subarray(0, 16);
    expect(await createClientNames([SECRET], ACCOUNT)('192.0.2.1')).toBe(mac.toString('base64url'));
  });

  it('is correct for more clients than the cache holds', async () => {
    const nameOf = createClientNames([SECRET], ACCOUNT);
    const clients = Array.from({ length: 600 }, (_, index) => `client ${index}`);
    const names = await Promise.all(clients.map(nameOf));
    expect(new Set(names).size).toBe(600);
    expect(await Promise.all(clients.map(nameOf))).toEqual(names);
  });
});
