/** The signer and the frame page that a page may use. docs/invariants.md, 14. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const SHOP = 'https://shop.example/checkout/7';

/** A fresh module, as on a fresh page, with the list of addresses that its owner has named. */
async function onPage(origins?: string) {
  vi.resetModules();
  vi.stubGlobal('location', new URL(SHOP));
  vi.stubGlobal('document', { baseURI: SHOP });
  if (origins !== undefined) vi.stubGlobal('Florin', { version: '1', settings: { origins } });
  return import('../../src/checkout/origins.js');
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

const refusal = { code: 'configuration_invalid' };
const thrownBy = (call: () => unknown): unknown => {
  try {
    return { returned: call() };
  } catch (error) {
    return error;
  }
};

describe('the address of a signer', () => {
  it.each(['/pay', '/pay/', '/pay//', 'https://shop.example/pay'])('%s is joined with a route', async (signerUrl) => {
    const { signerAddress } = await onPage();
    expect(signerAddress(signerUrl, 'authkey')).toBe(`${signerUrl.replace(/\/+$/, '')}/authkey`);
  });

  it.each(['https://stranger.example/pay', '//stranger.example/pay', 'https://shop.example:8443/pay', 'https://'])(
    'is refused without a list when it is of another origin: %s',
    async (signerUrl) => {
      const { signerAddress } = await onPage();
      expect(thrownBy(() => signerAddress(signerUrl, 'authkey'))).toMatchObject(refusal);
    },
  );

  it.each(['/pay?', '/pay?x=/', '/pay#', '/api/delete?x='])(
    'is refused when a route behind it would be no path: %s',
    async (signerUrl) => {
      for (const origins of [undefined, '/pay /api https://shop.example']) {
        const { signerAddress } = await onPage(origins);
        expect(thrownBy(() => signerAddress(signerUrl, 'order'))).toMatchObject(refusal);
      }
    },
  );

  it('is refused when there is a list without it, also on the page’s own origin', async () => {
    const { signerAddress } = await onPage('https://pay.example');
    expect(thrownBy(() => signerAddress('/pay', 'authkey'))).toMatchObject(refusal);
    expect(signerAddress('https://pay.example/x', 'authkey')).toBe('https://pay.example/x/authkey');
  });

  it('may be any on a server, which has no page', async () => {
    const { signerAddress } = await onPage();
    vi.stubGlobal('location', undefined);
    expect(signerAddress('https://shop.example/pay', 'result')).toBe('https://shop.example/pay/result');
  });

  it('is named in the error, shortened, since it may be the text of a visitor', async () => {
    const { signerAddress } = await onPage();
    const error = thrownBy(() => signerAddress(`https://stranger.example/${'x'.repeat(500)}`, 'authkey')) as Error;
    expect(error.message).toContain("signer's");
    expect(error.message).toContain('https://stranger.example/');
    expect(error.message).toContain('data-florin-origins');
    expect(error.message).not.toContain('x'.repeat(100));
  });
});

describe('the address of a frame page', () => {
  it('must be in the list', async () => {
    const { assertFrameAllowed } = await onPage('https://card.example');
    expect(thrownBy(() => assertFrameAllowed('https://card.example/frame'))).toEqual({ returned: undefined });
    expect(thrownBy(() => assertFrameAllowed('https://stranger.example/frame'))).toMatchObject({
      ...refusal,
      message: expect.stringContaining("frame's") as string,
    });
  });

  it('is refused without a list, also on the page’s own origin', async () => {
    const { assertFrameAllowed } = await onPage();
    expect(thrownBy(() => assertFrameAllowed('/frame'))).toMatchObject(refusal);
  });
});
