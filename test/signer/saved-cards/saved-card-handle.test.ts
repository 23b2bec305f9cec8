/** Handles of saved cards. docs/invariants.md, invariant 6. */
import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSavedCardHandles } from '../../../src/signer/saved-cards/saved-card-handle.js';

const ACCOUNT = 'https://service.example 5353109000000000';

const SECRET = 'a secret of the shop, for tests only, long enough';
const DV_TOKEN = '5999991234567890';
const OWNER = { id: 'ann', session: 'first' };
const handles = createSavedCardHandles([SECRET], ACCOUNT);

describe('the handle of a saved card', () => {
  it('can be read in its session by every process with the same secret, and is the same each time', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    expect(handle).toMatch(/^[\w-]{59}$/);
    expect(await createSavedCardHandles([SECRET], ACCOUNT).read(handle, OWNER)).toBe(DV_TOKEN);
    expect(await handles.write(DV_TOKEN, OWNER)).toBe(handle);
  });

  it('of either of two secrets is read, and the first writes', async () => {
    const old = createSavedCardHandles(['an old secret of the shop, long enough'], ACCOUNT);
    const both = createSavedCardHandles([SECRET, 'an old secret of the shop, long enough'], ACCOUNT);
    expect(await both.read(await old.write(DV_TOKEN, OWNER), OWNER)).toBe(DV_TOKEN);
    expect(await both.read(await old.write(DV_TOKEN, OWNER), { ...OWNER, session: 'second' })).toBeUndefined();
    expect(await both.write(DV_TOKEN, OWNER)).toBe(await handles.write(DV_TOKEN, OWNER));
  });

  it('never has the nonce of another token, shopper or session: the same nonce twice would break AES-GCM', async () => {
    const tokens = Array.from({ length: 50 }, (_, index) => `59999912345678${String(index).padStart(2, '0')}`);
    const owners = [OWNER, { id: 'ann', session: 'second' }, { id: 'bob', session: 'first' }];
    const written = await Promise.all(
      owners.flatMap((owner) =>
        tokens.map(async (token) => {
          const handle = await handles.write(token, owner);
          expect(await handles.read(handle, owner)).toBe(token);
          return handle;
        }),
      ),
    );
    // 12 bytes are 16 characters of base64.
    expect(new Set(written.map((handle) => handle.slice(0, 16))).size).toBe(150);
  });

  it('is AES-256-GCM with a nonce by HMAC, with keys for these purposes, as Node computes it', async () => {
    const bytes = Buffer.from(await handles.write(DV_TOKEN, OWNER), 'base64url');
    const keyFor = (use: string) =>
      Buffer.from(
        hkdfSync('sha256', SECRET, Buffer.alloc(32), `florin saved card handle, version 1, ${ACCOUNT}, ${use}`, 32),
      );
    const nonce = createHmac('sha256', keyFor('nonce')).update(JSON.stringify([DV_TOKEN, OWNER.id, OWNER.session]));
    expect(bytes.subarray(0, 12)).toEqual(nonce.digest().subarray(0, 12));
    const cipher = createDecipheriv('aes-256-gcm', keyFor('cipher'), bytes.subarray(0, 12));
    cipher.setAAD(Buffer.from(JSON.stringify([OWNER.id, OWNER.session])));
    cipher.setAuthTag(bytes.subarray(-16));
    expect(Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString()).toBe(DV_TOKEN);
  });

  it('does not contain the token', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    expect(handle).not.toContain(DV_TOKEN.slice(6));
    expect(atob(handle.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('599999');
  });

  it.each([
    ['another session', { id: 'ann', session: 'second' }],
    ['another shopper', { id: 'bob', session: 'first' }],
    ['a pair that would be glued to the same text', { id: 'annfirst', session: '' }],
  ])('is invalid in %s', async (_name, owner) => {
    expect(await handles.read(await handles.write(DV_TOKEN, OWNER), owner)).toBeUndefined();
  });

  it('is invalid with another secret', async () => {
    const foreign = createSavedCardHandles([`${SECRET} of another shop`], ACCOUNT);
    expect(await foreign.read(await handles.write(DV_TOKEN, OWNER), OWNER)).toBeUndefined();
  });

  it('is invalid if any one of its characters is changed', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    // The last character's low bits are padding, which a decoder may drop.
    for (let at = 0; at < handle.length - 1; at += 1) {
      const other = handle[at] === 'A' ? 'B' : 'A';
      expect(await handles.read(handle.slice(0, at) + other + handle.slice(at + 1), OWNER)).toBeUndefined();
    }
  });

  it.each([DV_TOKEN, '', 'x'.repeat(59), 'é'.repeat(59), 'A'.repeat(1_000_000), null, undefined, 7, [], {}])(
    'is not %.40s',
    async (value) => {
      expect(await handles.read(value, OWNER)).toBeUndefined();
    },
  );

  it('is not made from an invalid token', async () => {
    await expect(handles.write('5123456789012346', OWNER)).rejects.toThrow(RangeError);
  });
});
