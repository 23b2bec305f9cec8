/** Which frame may use a key: the cookies of the frame page, and the signed token. docs/invariants.md, 10 and 16. */
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import type { AuthKeyGrant, TokenKeyGrant } from '../../../src/core/pay-api.js';
import { bindFrame, readBindings } from '../../../src/signer/frame/frame-binding.js';
import { createKeySigner, generateFrameKeys, type KeyToSign, signGrant } from '../../../src/signer/frame/frame-keys.js';

const pages = (cookie?: string) =>
  new Request('https://card.shop.example/frame.html', cookie ? { headers: { cookie } } : {});
const nameOf = (setCookie: string | undefined) => setCookie?.split('=', 1)[0] ?? '';

describe('the cookie of a frame page', () => {
  it.each([
    ['shop.example', true, 'Domain=shop.example; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure'],
    ['', false, 'Path=/; Max-Age=86400; HttpOnly; SameSite=Lax'],
  ])('for the domain "%s", secure: %s', async (domain, isSecure, attributes) => {
    const { cookies } = await bindFrame(pages(), domain, isSecure);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^florin-frame-[\w-]{22}=1; /);
    expect(cookies[0]?.slice(cookies[0].indexOf('; ') + 2)).toBe(attributes);
  });

  it('is different each time, and its binding is a hash', async () => {
    const [one, other] = await Promise.all([bindFrame(pages(), '', true), bindFrame(pages(), '', true)]);
    expect(nameOf(one.cookies[0])).not.toBe(nameOf(other.cookies[0]));
    expect(one.binding).toMatch(/^[\w-]{22}$/);
    expect(one.binding).not.toBe(other.binding);
    expect(one.cookies[0]).not.toContain(one.binding);
  });

  it('has a binding that the signer reads among other cookies', async () => {
    const frames = await Promise.all([1, 2, 3].map(() => bindFrame(pages(), '', true)));
    const own = frames.map(({ cookies }) => `${nameOf(cookies[0])}=1`);
    const cookie = ['session=7', ...own, 'florin-frame-short=1', `x${own[0]}`, own[0]].join('; ');
    expect(await readBindings(pages(cookie))).toEqual(frames.map(({ binding }) => binding));
    expect(await readBindings(pages(own.join(';')))).toEqual(frames.map(({ binding }) => binding));
    expect(await readBindings(pages())).toEqual([]);
  });

  it('has a known binding: half of the SHA-256 of its value, in base64url', async () => {
    const value = 'AAAAAAAAAAAAAAAAAAAAAA';
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value)));
    const expected = Buffer.from(bytes.slice(0, 16)).toString('base64url');
    expect(await readBindings(pages(`florin-frame-${value}=1`))).toEqual([expected]);
  });

  it('removes the oldest of twelve, so that a browser keeps no more', async () => {
    const values = Array.from({ length: 13 }, (_, index) => `${index}`.padStart(22, 'v'));
    const withSome = (count: number) =>
      pages(
        values
          .slice(0, count)
          .map((value) => `florin-frame-${value}=1`)
          .join('; '),
      );
    expect((await bindFrame(withSome(11), 'shop.example', true)).cookies).toHaveLength(1);
    const { cookies } = await bindFrame(withSome(13), 'shop.example', true);
    expect(cookies.slice(0, -1)).toEqual(
      values
        .slice(0, 2)
        .map(
          (value) => `florin-frame-${value}=1; Domain=shop.example; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
        ),
    );
    expect(cookies.at(-1)).toContain('Max-Age=86400');
  });

  it('is read among the last two dozen, even if a script adds a hundred', async () => {
    const values = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(22, 'v'));
    const all = pages(values.map((value) => `florin-frame-${value}=1`).join('; '));
    const last = pages(
      values
        .slice(-24)
        .map((value) => `florin-frame-${value}=1`)
        .join('; '),
    );
    expect(await readBindings(all)).toEqual(await readBindings(last));
    expect(await readBindings(all)).toHaveLength(24);
  });
});

describe('a key that is signed', () => {
  const NOW = 1_800_000_000_000;
  const clock = { now: () => NOW };
  const GRANT = {
    ...{ status: 'granted', order: '1042', claim: 'c', authKey: 'k', submitUrl: 'https://service.example/k' },
    ...{ amount: { minor: 4900, currency: 'AUD' }, expiresInSeconds: 1800, testMode: true },
  } as AuthKeyGrant;
  const TOKEN = {
    ...{ status: 'granted', task: 'add', claim: 'c', authKey: 'k', submitUrl: 'https://service.example/t' },
    expiresInSeconds: 60,
  } as TokenKeyGrant;

  async function signed<Grant extends AuthKeyGrant | TokenKeyGrant>(grant: Grant, storing = {}, cookie?: string) {
    const keys: KeyToSign[] = [];
    const signKey = (key: KeyToSign) => {
      keys.push(key);
      return Promise.resolve('signed');
    };
    const answer = await signGrant({ clock, signKey }, { request: pages(cookie), storing }, grant);
    expect(answer).toEqual({ ...grant, signedKey: 'signed' });
    return keys[0];
  }

  it('for a payment has its order, expiry, amount and the frames of the browser', async () => {
    const value = 'AAAAAAAAAAAAAAAAAAAAAA';
    const cookie = `florin-frame-${value}=1`;
    expect(await signed(GRANT, { stores: 'if_agreed', account: 'ann@shop.example' }, cookie)).toEqual({
      ...{ authKey: 'k', submitUrl: 'https://service.example/k', order: '1042', expiresAt: NOW + 1_800_000 },
      frames: await readBindings(pages(cookie)),
      terms: { amount: { minor: 4900, currency: 'AUD' }, stores: 'if_agreed', account: 'ann@shop.example' },
    });
    expect((await signed({ ...GRANT, action: 'preauth' }))?.terms).toEqual({
      ...{ amount: { minor: 4900, currency: 'AUD' }, action: 'preauth' },
    });
  });

  it.each([
    ['add', 'new'],
    ['update', 'changed'],
  ] as const)('of an attempt to save (%s) has no order, and says that a card is stored: %s', async (task, stores) => {
    const key = await signed({ ...TOKEN, task }, { account: 'CUSTOMER-ann' });
    expect(key).toMatchObject({ order: '', use: 'token', terms: { stores, account: 'CUSTOMER-ann' } });
    expect(key?.expiresAt).toBe(NOW + 60_000);
  });

  it('is not made if the shop does not use frame isolation', async () => {
    const answer = await signGrant({ clock, signKey: undefined }, { request: pages(), storing: {} }, GRANT);
    expect(answer).toBe(GRANT);
  });

  it('is a JWS with ES256, whose type is its purpose', async () => {
    const { privateKey, publicKey } = await generateFrameKeys();
    expect([privateKey.kid, privateKey.crv, publicKey.d]).toEqual([publicKey.kid, 'P-256', undefined]);
    const key = { ...GRANT, expiresAt: 1_900_000_000_999, frames: ['f'], terms: {} };
    const token = await createKeySigner(privateKey)(key);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'florin-key+jwt', kid: privateKey.kid });
    expect(decodeJwt(token)).toEqual({
      ...{ authKey: 'k', submitUrl: GRANT.submitUrl, order: '1042', frames: ['f'], terms: {}, exp: 1_900_000_000 },
    });
    const other = await createKeySigner({ ...privateKey, kid: undefined as never })({ ...key, use: 'token' });
    expect(decodeProtectedHeader(other)).toEqual({ alg: 'ES256', typ: 'florin-token-key+jwt' });
  });

  it.each([
    ['of another kind', { kty: 'OKP' }],
    ['on another curve', { crv: 'P-384' }],
    ['without its private part', { d: undefined }],
    ['with an empty private part', { d: '' }],
  ])('cannot be signed by a key %s', async (_title, change) => {
    const { privateKey } = await generateFrameKeys();
    expect(() => createKeySigner({ ...privateKey, ...change } as typeof privateKey)).toThrow('frame.signingKey');
  });

  it('fails when it is signed, not earlier, if the private key is damaged', async () => {
    const { privateKey } = await generateFrameKeys();
    const sign = createKeySigner({ ...privateKey, d: 'AAAA' });
    await new Promise((resolve) => setTimeout(resolve));
    await expect(sign({ ...GRANT, expiresAt: NOW, frames: [], terms: {} })).rejects.toThrow();
  });
});
