import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  assertComplete,
  attributeOf,
  OPTION_NAMES,
  PART_SLOTS,
  readDataAttributes,
  readOptions,
} from '../../src/widget/mount-options.js';
import { VERSION } from '../../src/core/version.js';

interface Manifest {
  readonly modules: readonly {
    readonly declarations?: readonly { readonly tagName?: string; readonly attributes?: readonly { name: string }[] }[];
  }[];
}

/** By tag: every attribute of the reference, and those that the element reads without a property. */
const attributes = new Map(
  (JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest).modules
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ tagName, attributes: own = [] }) => (tagName ? [[tagName, own.map(({ name }) => name)] as const] : [])),
);

/**
 * Attributes of elements inside a mounted checkout that no option sets: a list has signer and language of the checkout around it,
 * and sets `settled` itself; a disabled choice is omitted.
 */
const OF_PARTS: Readonly<Record<string, readonly string[]>> = {
  'saved-cards': ['change-url', 'locale', 'settled', 'signer-url'],
  'store-card': ['disabled', 'locale'],
};

/** Tags that a page writes itself: its own fields, and elements beside a checkout. */
const BY_TAG = [
  ...['card-cvn', 'card-expiry', 'card-fields', 'card-name', 'card-number', 'bank-account'],
  ...['amount', 'pay-button', 'receipt', 'references'],
];

describe('the options of a mounted checkout', () => {
  it('are all attributes of the checkout, and the elements inside it', () => {
    const options = OPTION_NAMES.map(attributeOf);
    const expected = [...(attributes.get('florin-checkout') ?? []), ...Object.keys(PART_SLOTS)];
    expect(options.sort()).toEqual(expected.sort());
  });

  it('are all in the guide', () => {
    const [, table = ''] = readFileSync('docs/guides/script-tag.md', 'utf8').split('\n## `data-` attributes\n');
    const named = [...table.matchAll(/`data-([\w-]+)/g)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(OPTION_NAMES.map(attributeOf)));
  });

  it('include every attribute of those elements, and every element', () => {
    for (const [part, left] of Object.entries(OF_PARTS)) {
      const given = part === 'saved-cards' ? ['cvn'] : [];
      expect(attributes.get(`florin-${part}`)?.toSorted(), part).toEqual([...left, ...given].sort());
    }
    const tags = ['checkout', ...Object.keys(PART_SLOTS), ...BY_TAG].map((name) => `florin-${name}`);
    expect([...attributes.keys()].sort()).toEqual(tags.sort());
  });

  it.each([
    [{ signerUrl: '/pay' }, 'test: order is not set'],
    [{ order: '7' }, 'test: signerUrl is not set'],
    [{ signerUrl: '/pay', order: '7', isolation: 'frame' }, 'test: frameSrc is not set'],
    [{ signerUrl: '/pay', order: '7', purpose: 'update-card' }, 'test: card is not set'],
    [{ purpose: 'save-card' }, 'test: signerUrl is not set'],
  ])('%j lacks something', (options, says) => {
    expect(() => assertComplete(options, 'test')).toThrow(new TypeError(says));
  });

  it.each([
    [{ signerUrl: '/pay', order: '7' }],
    [{ signerUrl: '/pay', order: '7', purpose: 'payment' }],
    [{ signerUrl: '/pay', purpose: 'save-bank-account' }],
    [{ signerUrl: '/pay', purpose: 'update-card', card: 'handle' }],
  ])('%j is enough', (options) => {
    expect(() => assertComplete(options, 'test')).not.toThrow();
  });

  it('become attributes, and undefined removes one', () => {
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
    [{ ordr: '7' }, 'test: there is no option ordr; did you mean order?'],
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

  it('are read from data- attributes, and other names are ignored', () => {
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
