/** The addresses that an entry of the list covers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const SHOP = 'https://shop.example/checkout/7';

/** A fresh module, as on a fresh page, and the page's addresses. */
async function onPage(origins?: string, base = SHOP) {
  vi.resetModules();
  vi.stubGlobal('location', new URL(SHOP));
  vi.stubGlobal('document', { baseURI: base });
  if (origins !== undefined) vi.stubGlobal('Florin', { version: '1', settings: { origins } });
  return import('../../src/checkout/named-addresses.js');
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

describe('a named address', () => {
  it.each([
    ['/pay', '/pay', true],
    ['/pay', '/pay/', true],
    ['/pay/', '/pay', true],
    ['/pay', 'https://shop.example/pay/authkey?x=1', true],
    ['/pay', '/payment', false],
    ['/pay', '/pay/../upload', false],
    ['/pay', '/pay/%2e%2e/upload', false],
    ['/pay', '/pay%2f..%2fupload', false],
    ['/pay', '/pay/%5c../upload', false],
    ['/pay', '//stranger.example/pay', false],
    ['/pay', '\\\\stranger.example\\pay', false],
    ['/pay', 'http://shop.example/pay', false],
    ['/pay', 'https://shop.example:8443/pay', false],
    ['/pay', 'https://user@shop.example/pay', false],
    ['/', '/upload', true],
    ['https://service.example', 'https://service.example/any/thing', true],
    // An encoded slash could leave the allowed path; an origin has no such limit.
    ['https://service.example', 'https://service.example/a%2fb', true],
    ['https://service.example', 'https://service.example.evil.example/', false],
    ['https://service.example', 'https://evil.example/https://service.example', false],
    ['https://a.example https://b.example', 'https://b.example/x', true],
    [' /pay\n  https://a.example ', 'https://a.example/x', true],
    ['', '/pay', false],
    ['', SHOP, false],
    [' /pay ', SHOP, false],
    ['javascript:alert(1)', 'javascript:alert(1)', false],
  ])('%s and %s: %s', async (origins, address, expected) => {
    const { isNamed } = await onPage(origins);
    expect(isNamed(address)).toBe(expected);
  });

  it('of the page does not depend on a base element, but an address of an element does', async () => {
    const { isNamed } = await onPage('/pay', 'https://stranger.example/');
    expect(isNamed('/pay')).toBe(false);
    expect(isNamed('https://shop.example/pay')).toBe(true);
  });
});

describe('withPath', () => {
  it('counts only named addresses with a path', async () => {
    const { isNamed } = await onPage('https://service.example /pay');
    expect([isNamed('https://service.example/x'), isNamed('/pay/x')]).toEqual([true, true]);
    expect(isNamed('https://service.example/x', { withPath: true })).toBe(false);
    expect(isNamed('/pay/x', { withPath: true })).toBe(true);
  });
});

describe('without a list', () => {
  it('this rule allows every address', async () => {
    const { hasNamed, isAllowed, isNamed } = await onPage();
    expect([hasNamed(), isAllowed('https://any.example/'), isNamed('/pay')]).toEqual([false, true, false]);
  });

  it.each([{ version: {}, settings: { origins: 'https://evil.example' } }, { version: '1' }, {}, null])(
    'a global without settings, or an element that poses as it, names nothing: %j',
    async (posing) => {
      const { hasNamed } = await onPage();
      vi.stubGlobal('Florin', posing);
      expect(hasNamed()).toBe(false);
    },
  );
});

describe('allowOrigins', () => {
  it('adds to the list with each call', async () => {
    const { allowOrigins, isAllowed } = await onPage();
    allowOrigins('/pay');
    expect(isAllowed('https://service.example/x')).toBe(false);
    allowOrigins('https://service.example');
    expect([isAllowed('/pay/authkey'), isAllowed('https://service.example/x')]).toEqual([true, true]);
  });

  it.each(['http://127.0.0.1:4010', 'https://service.example'])(
    'takes %s on a server, which has no page',
    async (origin) => {
      const { allowOrigins, isAllowed } = await onPage();
      vi.stubGlobal('location', undefined);
      vi.stubGlobal('document', undefined);
      allowOrigins(origin);
      expect([isAllowed(`${origin}/x`), isAllowed('https://other.example/')]).toEqual([true, false]);
    },
  );

  it('without an address allows none', async () => {
    const { allowOrigins, isAllowed } = await onPage();
    allowOrigins();
    expect(isAllowed('/pay')).toBe(false);
  });

  it.each([
    'javascript:alert(1)',
    'xhttps://a.example',
    'https://',
    'https://user:secret@shop.example',
    '/pay?x',
    '/pay#x',
  ])('names the address that is none: %s', async (address) => {
    const { allowOrigins, hasNamed } = await onPage();
    expect(() => allowOrigins('/pay', address)).toThrow(
      `allowOrigins: "${address}" is neither an origin nor an address`,
    );
    expect(hasNamed()).toBe(false);
  });
});
