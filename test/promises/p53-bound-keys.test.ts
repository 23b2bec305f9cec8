/**
 * P53: a frame on the shop's own site accepts only keys that the signer made for its browser, even if a script of the page sets
 * cookies. In a browser: test/browser/frame-binding.spec.ts. docs/invariants.md, 16.
 */
import { expect, it, describe } from 'vitest';
import { verifySignedKey } from '../../src/channel/signed-key.js';
import { readBindings } from '../../src/signer/frame/frame-binding.js';
import { createKeySigner, generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { createFramePage } from '../../src/signer/frame/frame-page.js';

const KEY = {
  authKey: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  submitUrl: 'https://service.test/webapi/v3/txns/withauthkey/6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  order: '1042',
  expiresAt: 2_000_000_000_500,
  terms: {},
};
const { privateKey, publicKey } = await generateFrameKeys();
const framePage = createFramePage({
  script: "document.title = 'the frame';",
  parents: ['https://shop.example'],
  serviceOrigin: 'https://service.test',
  publicKeys: [publicKey],
  cookieDomain: 'shop.example',
});

describe('a frame of the shop’s own site', () => {
  const bound = (cookie?: string) =>
    framePage.fetch(
      new Request('https://card.shop.example/frame.html', cookie === undefined ? {} : { headers: { cookie } }),
    );
  const valueOf = (response: Response) =>
    /^florin-frame-([^=]+)=1; .*Max-Age=8/.exec(response.headers.getSetCookie().at(-1) ?? '')?.[1] ?? '';
  const bindingOf = async (response: Response) => /"binding":"([^"]+)"/.exec(await response.text())?.[1];
  const forBrowser = (cookie: string) =>
    readBindings(new Request('https://shop.example/pay/authkey', { headers: { cookie } }));

  it('gets a cookie that scripts cannot read, and its binding', async () => {
    const response = await bound();
    expect(response.headers.get('set-cookie')).toMatch(
      /^florin-frame-[\w-]{22}=1; Domain=shop\.example; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookie = `florin-frame-${valueOf(response)}=1`;
    expect(await forBrowser(cookie)).toEqual([await bindingOf(response)]);
  });

  it('is one of several in a browser, each with its own binding', async () => {
    const jar = new Set<string>();
    const header = () => [...jar].join('; ');
    const bindings: (string | undefined)[] = [];
    for (let tab = 0; tab < 20; tab += 1) {
      const response = await bound(header());
      for (const cookie of response.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        if (cookie.includes('Max-Age=0;')) jar.delete(pair);
        else jar.add(pair);
      }
      bindings.push(await bindingOf(response));
    }
    expect(new Set(bindings).size).toBe(20);
    expect(await forBrowser(header())).toEqual(bindings.slice(-12));
  });

  it('is one of two that were loaded in parallel', async () => {
    const both = await Promise.all([bound(''), bound('')]);
    const pairs = both.flatMap((response) =>
      response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''),
    );
    // As a browser keeps them: by name.
    const jar = new Map(pairs.map((pair) => [pair.split('=')[0], pair]));
    const bindings = await Promise.all(both.map(bindingOf));
    expect(await forBrowser([...jar.values()].join('; '))).toEqual(bindings);
  });

  it('is not bound to a cookie that a script has set', async () => {
    const strangers = `florin-frame-${'A'.repeat(22)}=1`;
    const response = await bound(strangers);
    const binding = await bindingOf(response);
    expect(await forBrowser(strangers)).not.toContain(binding);
    expect(await forBrowser(`${strangers}; florin-frame-${valueOf(response)}=1`)).toContain(binding);
    expect(await forBrowser(`florin-frame-=1; florin-frame-x.y=1;florin-frame-${'A'.repeat(5000)}=1`)).toEqual([]);
  });

  it('accepts only keys of its own browser', async () => {
    const response = await bound();
    const binding = await bindingOf(response);
    const rules = {
      publicKeys: [publicKey as JsonWebKey],
      serviceOrigin: 'https://service.test',
      now: () => 1,
      binding,
    };
    const sign = createKeySigner(privateKey);
    const own = await forBrowser(`florin-frame-${valueOf(response)}=1`);
    const other = await forBrowser(`florin-frame-${valueOf(await bound())}=1`);
    await expect(verifySignedKey(await sign({ ...KEY, frames: own }), rules)).resolves.toMatchObject({ order: '1042' });
    for (const frames of [other, []]) {
      const refused = verifySignedKey(await sign({ ...KEY, frames }), rules);
      await expect(refused).rejects.toMatchObject({ code: 'key_refused' });
    }
  });
});
