import { createHmac, createSign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNED_KEY_LENGTH } from '../../src/channel/contract.js';
import { type SignedKeyRules, verifySignedKey } from '../../src/channel/signed-key.js';
import { FlorinError } from '../../src/core/errors.js';
import { HEADER, PAYLOAD, createPair, signBytes, signKey } from './sign-key.js';

const { privateKey, publicKey } = createPair();
const other = createPair();
const rules = { publicKeys: [publicKey], serviceOrigin: 'https://service.test', now: () => 1_900_000_000 };

async function codeOf(token: string, changed: Partial<SignedKeyRules> = {}): Promise<string> {
  try {
    await verifySignedKey(token, { ...rules, ...changed });
    return 'verified';
  } catch (error) {
    if (!(error instanceof FlorinError)) throw error;
    return error.code;
  }
}

const sameBytes = (one: string, two: string) => Buffer.from(one, 'base64url').equals(Buffer.from(two, 'base64url'));
const splitSigned = (token: string): [said: string, signature: string] => {
  const dot = token.lastIndexOf('.');
  return [token.slice(0, dot), token.slice(dot + 1)];
};
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a key that the signer signed', () => {
  it('has the signed members', async () => {
    expect(await verifySignedKey(signKey(privateKey), rules)).toEqual({
      authKey: PAYLOAD.authKey,
      submitUrl: PAYLOAD.submitUrl,
      order: '1042',
      expiresAt: PAYLOAD.exp,
    });
  });

  it('may have unknown members', async () => {
    const token = signKey(privateKey, { iat: 1, iss: 'shop' }, { kid: '2026', jwk: other.publicKey });
    expect(await codeOf(token)).toBe('verified');
  });

  it('is verified with either of two public keys, during a rotation', async () => {
    const publicKeys = [other.publicKey, publicKey];
    expect(await codeOf(signKey(privateKey), { publicKeys })).toBe('verified');
    expect(await codeOf(signKey(other.privateKey), { publicKeys })).toBe('verified');
  });

  it('may have the longest order', async () => {
    expect(await codeOf(signKey(privateKey, { order: '鹿'.repeat(4096) }))).toBe('verified');
  });

  it('may have the greatest length that the channel carries, and no more', async () => {
    // Base64 has no text of every length, so that header and payload are both padded.
    const ofLength = (length: number) => {
      for (const kid of ['', 'x', 'xx']) {
        const sign = (pad: number) => signKey(privateKey, { pad: 'x'.repeat(pad) }, { kid });
        const about = Math.floor(((length - sign(0).length) * 3) / 4);
        const token = [about, about + 1].map(sign).find((each) => each.length === length);
        if (token) return token;
      }
      throw new Error(`No token has ${length} characters`);
    };
    expect(await codeOf(ofLength(SIGNED_KEY_LENGTH))).toBe('verified');
    expect(await codeOf(ofLength(SIGNED_KEY_LENGTH + 1))).toBe('key_refused');
  });

  it('is for the browsers that it names', async () => {
    const verify = (frames: unknown) => codeOf(signKey(privateKey, { frames }), { binding: 'mine' });
    expect(await verify(['other', 'mine'])).toBe('verified');
    expect(await verify(['other'])).toBe('key_refused');
    expect(await verify([])).toBe('key_refused');
    expect(await verify('mine')).toBe('key_refused');
    expect(await verify(undefined)).toBe('key_refused');
    // A frame of another site has no cookie, so its keys are not bound: it asks the shopper for consent.
    expect(await codeOf(signKey(privateKey, { frames: ['other'] }))).toBe('verified');
  });

  it('is accepted for each of 100 key pairs', async () => {
    const endings = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const pair = createPair();
        return codeOf(signKey(pair.privateKey, { order: `order ${index} ✓` }), { publicKeys: [pair.publicKey] });
      }),
    );
    expect(new Set(endings)).toEqual(new Set(['verified']));
  });
});

describe('a key is refused', () => {
  it.each<[what: string, payload: object]>([
    ['another service', { submitUrl: 'https://evil.test/webapi' }],
    ['a prefix of the service’s origin', { submitUrl: 'https://service.test.evil.test/x' }],
    ['the service’s origin as a user', { submitUrl: 'https://service.test@evil.test/x' }],
    ['a user at the service', { submitUrl: 'https://user:pw@service.test/x' }],
    ['another port', { submitUrl: 'https://service.test:8443/x' }],
    ['plain http', { submitUrl: 'http://service.test/x' }],
    ['a subdomain', { submitUrl: 'https://a.service.test/x' }],
    ['a trailing dot', { submitUrl: 'https://service.test./x' }],
    ['a path', { submitUrl: '/webapi' }],
    ['a blob', { submitUrl: 'blob:https://service.test/6ba7b810' }],
    ['no address', { submitUrl: undefined }],
    ['a list of addresses', { submitUrl: [PAYLOAD.submitUrl] }],
    ['no key', { authKey: undefined }],
    ['a key with a path', { authKey: '../6ba7b810-9dad-41d1-80b4-00c04fd430c8' }],
    ['no order', { order: undefined }],
    ['an order that is a number', { order: 1042 }],
    ['no end', { exp: undefined }],
    ['an end that is a text', { exp: '2000000000' }],
  ])('that is signed for %s', async (_what, payload) => {
    expect(await codeOf(signKey(privateKey, payload))).toBe('key_refused');
  });

  it.each<[what: string, header: object]>([
    ['no algorithm', { alg: 'none' }],
    ['another curve’s', { alg: 'ES384' }],
    ['a shared secret’s', { alg: 'HS256' }],
    ['RSA’s', { alg: 'RS256' }],
    ['another spelling', { alg: 'es256' }],
    ['a list', { alg: ['ES256'] }],
    ['none', { alg: undefined }],
  ])('with %s algorithm', async (_what, header) => {
    expect(await codeOf(signKey(privateKey, {}, header))).toBe('key_refused');
  });

  it.each<[what: string, header: object]>([
    ['of another type: an order token of the same signer', { typ: 'JWT' }],
    ['of no type', { typ: undefined }],
    ['with a member that must be understood', { crit: ['exp'] }],
  ])('%s', async (_what, header) => {
    expect(await codeOf(signKey(privateKey, {}, header))).toBe('key_refused');
  });

  it('without a signature', async () => {
    const [header, payload] = signKey(privateKey).split('.');
    expect(await codeOf(`${header}.${payload}.`)).toBe('key_refused');
    expect(await codeOf(`${base64({ ...HEADER, alg: 'none' })}.${payload}.`)).toBe('key_refused');
  });

  it('signed with another key, also if its public key is included', async () => {
    expect(await codeOf(signKey(other.privateKey))).toBe('key_refused');
    expect(await codeOf(signKey(other.privateKey, {}, { jwk: other.publicKey }))).toBe('key_refused');
  });

  it('signed with the public key as a shared secret', async () => {
    const signed = `${base64({ ...HEADER, alg: 'HS256' })}.${base64(PAYLOAD)}`;
    const mac = createHmac('sha256', JSON.stringify(publicKey)).update(signed).digest('base64url');
    expect(await codeOf(`${signed}.${mac}`)).toBe('key_refused');
  });

  it('with the empty signature of r = 0, s = 0', async () => {
    const [header, payload] = signKey(privateKey).split('.');
    expect(await codeOf(`${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`)).toBe('key_refused');
  });

  it('with a signature in the other form, DER', async () => {
    const [header, payload] = signKey(privateKey).split('.');
    const der = createSign('SHA256').update(`${header}.${payload}`).sign(privateKey);
    expect(await codeOf(`${header}.${payload}.${der.toString('base64url')}`)).toBe('key_refused');
  });

  it('with one character changed, wherever it is', async () => {
    const token = signKey(privateKey);
    const [said, signature] = splitSigned(token);
    const seed = 20261124;
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom(...'AQgwZ_-09.='), async (at, character) => {
        const [bentSaid, bentSignature] = splitSigned(token.slice(0, at) + character + token.slice(at + 1));
        // The last character of base64 has unused bits (RFC 4648 section 3.5).
        const isSame = bentSaid === said && /^[\w-]*$/.test(bentSignature) && sameBytes(bentSignature, signature);
        expect(await codeOf(`${bentSaid}.${bentSignature}`)).toBe(isSame ? 'verified' : 'key_refused');
        refusals += isSame ? 0 : 1;
      }),
      { seed, numRuns: 1000 },
    );
    console.log(`signed-key: seed ${seed}, 1000 bent tokens, ${refusals} refused`);
    expect(refusals).toBeGreaterThan(900);
  });

  it.each([
    ['nothing', ''],
    ['a text', 'key'],
    ['a bare key', PAYLOAD.authKey],
    ['two parts', 'a.b'],
    ['five parts', 'a.b.c.d.e'],
    ['blanks', `${signKey(privateKey)} `],
    ['a list', `${base64([])}.${base64(PAYLOAD)}.AAAA`],
    ['no JSON', 'AAAA.AAAA.AAAA'],
    ['padding', `${signKey(privateKey)}=`],
    ['a long text', `a.${'b'.repeat(20_000)}.c`],
  ])('that is %s', async (_what, token) => {
    expect(await codeOf(token)).toBe('key_refused');
  });

  it.each([
    ['a list', Buffer.from('[]')],
    ['nothing', Buffer.from('null')],
    ['a number', Buffer.from('7')],
    ['a text', Buffer.from('"key"')],
    ['no JSON', Buffer.from('{')],
    ['no UTF-8', Buffer.from(JSON.stringify({ ...PAYLOAD, order: '?' }).replace('?', '\xff'), 'latin1')],
  ])('that is signed, but whose payload is %s', async (_what, payload) => {
    expect(await codeOf(signBytes(privateKey, Buffer.from(JSON.stringify(HEADER)), payload))).toBe('key_refused');
  });

  it.each(['[]', 'null', '7', '"ES256"'])('that is signed, but whose header is %s', async (header) => {
    const payload = Buffer.from(JSON.stringify(PAYLOAD));
    expect(await codeOf(signBytes(privateKey, Buffer.from(header), payload))).toBe('key_refused');
  });

  it('by code when it has expired, and not a second before', async () => {
    expect(await codeOf(signKey(privateKey), { now: () => PAYLOAD.exp - 1 })).toBe('verified');
    expect(await codeOf(signKey(privateKey), { now: () => PAYLOAD.exp })).toBe('key_expired');
  });

  it('as refused, not as expired, when it is both', async () => {
    expect(await codeOf(signKey(other.privateKey), { now: () => PAYLOAD.exp })).toBe('key_refused');
  });
});

describe('the settings of the frame', () => {
  it.each([
    ['a private key', () => privateKey.export({ format: 'jwk' }) as JsonWebKey],
    ['a key on another curve', () => createPair('P-384').publicKey],
    ['a key that is none', () => ({ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' })],
    ['a point off the curve', () => ({ ...publicKey, y: publicKey.x as string })],
    ['an RSA key', () => ({ kty: 'RSA', n: 'AA', e: 'AQAB' })],
    ['a secret', () => ({ kty: 'oct', k: 'AA' })],
  ])('with %s is wrong', async (_what, jwk) => {
    expect(await codeOf(signKey(privateKey), { publicKeys: [jwk()] })).toBe('configuration_invalid');
  });

  it('with no key verifies nothing', async () => {
    expect(await codeOf(signKey(privateKey), { publicKeys: [] })).toBe('key_refused');
  });

  it('does not put the token into the error', async () => {
    const token = signKey(other.privateKey);
    await expect(verifySignedKey(token, rules)).rejects.not.toThrow(token.slice(0, 20));
    await expect(verifySignedKey(token, rules)).rejects.not.toThrow(PAYLOAD.authKey);
  });

  it('gives the browser’s reason with a wrong public key', async () => {
    const verified = verifySignedKey(signKey(privateKey), { ...rules, publicKeys: [{ kty: 'oct', k: 'AA' }] });
    await expect(verified).rejects.toHaveProperty('cause', expect.any(Error));
  });
});
