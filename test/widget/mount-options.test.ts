import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import { attributeOf, OPTION_NAMES, readDataAttributes, readOptions } from '../../src/widget/mount-options.js';
import { VERSION } from '../../src/widget/version.js';

/** Read from the element as they stand, when it needs them. */
const WITHOUT_PROPERTY = ['method', 'challenge'];

describe('the options of a mounted checkout', () => {
  it('are attributes that the element knows', () => {
    const known = [...CheckoutElement.observedAttributes, ...WITHOUT_PROPERTY];
    for (const name of OPTION_NAMES) expect(known).toContain(attributeOf(name));
  });

  it('become attributes, and undefined takes one away', () => {
    const options = { signerUrl: '/pay', amount: 1250, noName: true, locale: undefined, method: 'iframe' };
    expect([...readOptions(options, 'test')]).toEqual([
      ['signer-url', '/pay'],
      ['amount', '1250'],
      ['no-name', ''],
      ['locale', null],
      ['method', 'iframe'],
    ]);
    expect([...readOptions({ noName: false }, 'test')]).toEqual([['no-name', null]]);
  });

  it.each([
    [{ ordr: '7' }, 'test: there is no option ordr'],
    [{ constructor: '7' }, 'test: there is no option constructor'],
    [{ order: 7 }, 'test: order must be a string'],
    [{ amount: '7' }, 'test: amount must be a whole number of minor units above 0'],
    [{ amount: 0 }, 'test: amount must be a whole number of minor units above 0'],
    [{ amount: 0.1 }, 'test: amount must be a whole number of minor units above 0'],
    [{ currency: 'aud' }, 'test: currency must be three capital letters of ISO 4217'],
    [{ noName: 'yes' }, 'test: noName must be true or false'],
    [{ isolation: 'iframe' }, 'test: isolation must be one of page, frame'],
    [{ signerUrl: null }, 'test: signerUrl must be a string'],
  ])('%j is refused by name', (options, says) => {
    expect(() => readOptions(options, 'test')).toThrow(new TypeError(says));
  });

  it('are read from data- attributes, and what has another name is left alone', () => {
    const dataset = { florinCheckout: '', order: '7', amount: '1250', noName: '', gtmId: 'x', locale: 'de' };
    expect(readDataAttributes({ dataset } as unknown as HTMLElement)).toEqual({
      order: '7',
      amount: 1250,
      noName: true,
      locale: 'de',
    });
    const wrong = { amount: '', noName: 'false' };
    expect(readDataAttributes({ dataset: wrong } as unknown as HTMLElement)).toEqual({ amount: NaN, noName: false });
  });
});

it('the version of the script is the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(version);
});
