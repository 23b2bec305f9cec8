/** Frameworks import browser modules on the server too: the import must use nothing that a server does not have. */
import { describe, expect, it } from 'vitest';

describe('in Node', () => {
  it.each([
    ['florin/checkout', () => import('../../src/checkout/index.js'), 'createCheckout'],
    ['florin/elements', () => import('../../src/elements/index.js'), 'CheckoutElement'],
    ['florin/elements/define', () => import('../../src/elements/define.js'), undefined],
    ['the script tag', () => import('../../src/widget/florin.js'), undefined],
    ['what the script tag gets later', () => import('../../src/widget/define-later.js'), undefined],
  ])('%s can be imported', async (_name, load, member) => {
    const module = (await load()) as Record<string, unknown>;
    if (member) expect(module[member]).toBeTypeOf('function');
    expect('document' in globalThis).toBe(false);
  });
});
