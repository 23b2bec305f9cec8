/** The settings in the frame page and its headers (invariant 10). */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TOKEN_KEY_TYPE } from '../../../src/channel/contract.js';
import { verifySignedKey } from '../../../src/channel/signed-key.js';
import { createKeySigner, generateFrameKeys } from '../../../src/signer/frame/frame-keys.js';
import { createFramePage, type FramePageOptions } from '../../../src/signer/frame/frame-page.js';

const SCRIPT = "document.title = 'the frame';";
const KEY = {
  authKey: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  submitUrl: 'https://service.test/webapi/v3/txns/withauthkey/6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  order: '1042',
  expiresAt: 2_000_000_000_500,
  frames: [],
  terms: { amount: { minor: 4900, currency: 'AUD' } },
};
const { privateKey, publicKey } = await generateFrameKeys();
const options = (changes: Partial<FramePageOptions> = {}): FramePageOptions => ({
  script: SCRIPT,
  parents: ['https://shop.example'],
  serviceOrigin: 'https://service.test',
  publicKeys: [publicKey],
  clock: { now: () => 1_900_000_000_900 },
  ...changes,
});
const get = (path = '/frame.html', init?: RequestInit, changes?: Partial<FramePageOptions>) =>
  createFramePage(options(changes)).fetch(new Request(`https://card.shop.example${path}`, init));

describe('the frame page', () => {
  it('contains the allowed parents, the origin of the service, the public keys and the time', async () => {
    const page = await (await get()).text();
    const json = /<script type="application\/json" id="florin">(.*)<\/script>/.exec(page)?.[1] ?? '';
    const { kty, crv, x, y } = publicKey;
    expect(JSON.parse(json)).toEqual({
      parents: ['https://shop.example'],
      serviceOrigin: 'https://service.test',
      publicKeys: [{ kty, crv, x, y }],
      asks: { locale: 'en-AU', direction: 'ltr', messages: expect.objectContaining({ payNow: 'Pay {0}' }) as object },
      now: 1_900_000_000,
    });
  });

  it('allows only these parents, connections to the service, and its one script', async () => {
    const policy = (await get()).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    for (const directive of [
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'connect-src https://service.test',
      'frame-ancestors https://shop.example',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it.each(['/', '/frame.html/', '/frame.html/..%2f', '/FRAME.HTML', '/frame', '/florin-frame.js', '/frame.html%00'])(
    'answers at one path, not at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('ignores the query of its URL', async () => {
    const plain = await (await get()).text();
    const bent = await get('/frame.html?serviceOrigin=https://evil.example&parents=https://evil.example#x');
    expect(await bent.text()).toBe(plain);
  });

  it('answers GET and HEAD', async () => {
    expect(await (await get('/frame.html', { method: 'HEAD' })).text()).toBe('');
    expect((await get('/frame.html', { method: 'POST' })).status).toBe(405);
  });

  it('escapes its settings', async () => {
    const odd = { ...publicKey, x: '</script><script>alert(1)</script>' };
    const page = await (await get('/frame.html', {}, { publicKeys: [odd] })).text();
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it.each([
    ['parents', { parents: [] }],
    ['parents', { parents: ['https://shop.example/'] }],
    ['parents', { parents: ['*'] }],
    ['parents', { parents: ['https://*.shop.example'] }],
    ['parents', { parents: ["https://shop.example; script-src 'unsafe-inline'"] }],
    ['parents', { parents: ['http://shop.example'] }],
    ['serviceOrigin', { serviceOrigin: 'https://service.test/webapi' }],
    ['serviceOrigin', { serviceOrigin: 'http://service.test' }],
    ['publicKeys', { publicKeys: [] }],
    ['publicKeys', { publicKeys: [privateKey] }],
    ['publicKeys', { publicKeys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
    ['cookieDomain', { cookieDomain: 'example' }],
    ['cookieDomain', { cookieDomain: 'other.example' }],
    ['cookieDomain', { cookieDomain: 'op.example' }],
    ['cookieDomain', { cookieDomain: 'shop.example; Path=/x' }],
    ['cookieDomain', { cookieDomain: '127.0.0.1', parents: ['http://127.0.0.1:1', 'http://localhost:1'] }],
    ['cookieDomain', { cookieDomain: '10.0.0.1', parents: ['https://10.0.0.1'] }],
    ['cookieDomain', { cookieDomain: 'localhost', parents: ['http://shop.localhost:1'] }],
    ['script', { script: '' }],
    ['script', { script: '</script>' }],
  ] as const)('names the option that is wrong: %s %o', (name, changes) => {
    expect(() => createFramePage(options(changes as Partial<FramePageOptions>))).toThrow(name);
  });
});

it.each([
  ['de-AT,de;q=0.9', '"asks":{"locale":"de-AT","direction":"ltr","messages":{"pay":"Sie zahlen {0} für'],
  ['ar', '"asks":{"locale":"ar","direction":"rtl"'],
  ['tlh', '"asks":{"locale":"en-AU"'],
])('asks for consent in the browser’s language %s if no key is bound', async (language, says) => {
  const response = await get('/frame.html', { headers: { 'accept-language': language } });
  expect(response.headers.get('vary')).toBe('accept-language');
  expect(await response.text()).toContain(says);
});

it('binds keys on loopback, with a cookie without a domain', async () => {
  const response = await get('/frame.html', {}, { cookieDomain: '127.0.0.1', parents: ['http://127.0.0.1:1'] });
  expect(response.headers.get('set-cookie')).toMatch(
    /^florin-frame-[\w-]{22}=1; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/,
  );
  expect(await response.text()).toContain('"binding":"');
});

describe('a key that is signed for the frame', () => {
  const rules = {
    publicKeys: [publicKey as JsonWebKey],
    serviceOrigin: 'https://service.test',
    now: () => 1_900_000_000,
  };

  it('is accepted by the frame', async () => {
    const { authKey, submitUrl, order } = KEY;
    const token = await createKeySigner(privateKey)(KEY);
    await expect(verifySignedKey(token, rules)).resolves.toEqual({
      authKey,
      submitUrl,
      order,
      terms: { amount: { minor: 4900, currency: 'AUD' } },
      expiresAt: 2_000_000_000,
    });
  });

  it('is accepted only for its own purpose', async () => {
    const [payment, token] = await Promise.all(
      (['payment', 'token'] as const).map((use) => createKeySigner(privateKey)({ ...KEY, use })),
    );
    const forTokens = { ...rules, type: TOKEN_KEY_TYPE };
    await expect(verifySignedKey(token ?? '', forTokens)).resolves.toMatchObject({ order: KEY.order });
    await expect(verifySignedKey(payment ?? '', rules)).resolves.toMatchObject({ order: KEY.order });
    await expect(verifySignedKey(token ?? '', rules)).rejects.toMatchObject({ code: 'key_refused' });
    await expect(verifySignedKey(payment ?? '', forTokens)).rejects.toMatchObject({ code: 'key_refused' });
  });

  it('is refused if another key has signed it', async () => {
    const other = await generateFrameKeys();
    const token = await createKeySigner(other.privateKey)(KEY);
    await expect(verifySignedKey(token, rules)).rejects.toMatchObject({ code: 'key_refused' });
  });

  it('is accepted with the old and the new key during a key change', async () => {
    const next = await generateFrameKeys();
    const both = { ...rules, publicKeys: [next.publicKey as JsonWebKey, publicKey as JsonWebKey] };
    for (const key of [privateKey, next.privateKey]) {
      await expect(verifySignedKey(await createKeySigner(key)(KEY), both)).resolves.toMatchObject({ order: '1042' });
    }
  });

  it('cannot be signed by a public key, or by one of another type', () => {
    expect(() => createKeySigner(publicKey)).toThrow('frame.signingKey');
    expect(() => createKeySigner({ kty: 'oct', k: 'c2VjcmV0' })).toThrow('frame.signingKey');
  });
});
