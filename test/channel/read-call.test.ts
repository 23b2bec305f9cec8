import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FRAME_METHODS, type FrameMethod } from '../../src/channel/contract.js';
import { CALL_READERS } from '../../src/channel/read-call.js';
import { BRAND_IDS } from '../../src/core/card/brand.js';

const read = (method: FrameMethod, value: unknown) => CALL_READERS[method](value, method);

describe('the argument of a method', () => {
  it('is read by name: unknown members are left out', () => {
    const options = {
      locale: 'pt-BR',
      messages: { 'labels.number': 'Número', __proto: 'x', ['x'.repeat(42)]: 'x' },
      acceptedBrands: ['visa', 'amex'],
      allowTestMonth: true,
      withoutName: false,
      styles: { '--florin-ink': 'rgb(1, 2, 3)' },
      serviceOrigin: 'https://evil.test',
      onSubmit: 'x',
    };
    const { locale, acceptedBrands, allowTestMonth, withoutName, styles } = options;
    const messages = { 'labels.number': 'Número' };
    expect(read('configure', options)).toEqual({
      locale,
      acceptedBrands,
      allowTestMonth,
      withoutName,
      styles,
      messages,
    });
  });

  it('leaves out absent members', () => {
    expect(read('configure', {})).toEqual({});
    expect(read('configure', { locale: undefined })).toEqual({});
  });

  it.each<[FrameMethod, unknown]>([
    ['configure', { locale: 'en' }],
    ['configure', { locale: 'zh-Hant-TW' }],
    ['configure', { messages: { 'labels.name': 'نام‌کاربری' } }],
    ['configure', { acceptedBrands: [...BRAND_IDS] }],
    ['configure', { acceptedBrands: [] }],
    ['focus', 'cvn'],
    ['focus', 'last'],
    ['submit', 'a.b.c'],
    ['setDisabled', false],
  ])('%s accepts %j', (method, value) => {
    expect(read(method, value)).toEqual(value);
  });

  it.each<[FrameMethod, string, unknown]>([
    ['configure', 'configure is not a record', undefined],
    ['configure', 'configure is not a record', null],
    ['configure', 'configure is not a record', []],
    ['configure', 'configure is not a record', 'x'],
    ['configure', 'locale is not a language tag', { locale: '' }],
    ['configure', 'locale is not a language tag', { locale: 'en_AU' }],
    ['configure', 'locale is not a language tag', { locale: '../../x' }],
    ['configure', 'locale is not a text of at most 35 characters', { locale: 'e'.repeat(36) }],
    ['configure', 'messages is not a record', { messages: 'x' }],
    ['configure', 'messages is not a text of at most 200', { messages: { number: 'x'.repeat(201) } }],
    [
      'configure',
      'messages has more than',
      { messages: Object.fromEntries([...Array(65).keys()].map((n) => [`a${n}`, 'x'])) },
    ],
    ['configure', 'messages is not a text', { messages: { number: 'a\u0000' } }],
    ['configure', 'messages is not a text', { messages: { number: { toString: 'x' } } }],
    ['configure', 'acceptedBrands is not a short list', { acceptedBrands: 'visa' }],
    ['configure', 'acceptedBrands is not a short list', { acceptedBrands: Array(1e6).fill('visa') }],
    ['configure', 'acceptedBrands is none of visa', { acceptedBrands: ['eftpos'] }],
    ['configure', 'allowTestMonth is not true or false', { allowTestMonth: 1 }],
    ['configure', 'withoutName is not true or false', { withoutName: 'no' }],
    ['configure', 'styles has more', { styles: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [i, 'x'])) }],
    ['focus', 'focus is none of', 'constructor'],
    ['focus', 'focus is none of', ['cvn']],
    ['submit', 'submit is not a text', undefined],
    ['submit', 'submit is not a text of at most 20000 characters', 'x'.repeat(20_001)],
    ['setDisabled', 'setDisabled is not true or false', 'true'],
  ])('%s refuses its argument: %s', (method, message, value) => {
    expect(() => read(method, value)).toThrow(TypeError);
    expect(() => read(method, value)).toThrow(message);
  });

  it('truncates a long style value, which is validated later', () => {
    expect(read('configure', { styles: { '--florin-ink': 'x'.repeat(1e6) } })).toEqual({
      styles: { '--florin-ink': 'x'.repeat(401) },
    });
  });

  it('is read or refused by TypeError, whatever it is', () => {
    const seed = 20261122;
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom(...FRAME_METHODS), fc.anything(), fc.anything(), (method, value, member) => {
        for (const argument of [value, { locale: member }, { messages: member }, { styles: member }]) {
          try {
            read(method, structuredClone(argument));
            taken += 1;
          } catch (error) {
            expect(error instanceof TypeError || error instanceof DOMException, String(error)).toBe(true);
          }
        }
      }),
      { seed, numRuns: 2000 },
    );
    // Some of these values are valid.
    expect(taken).toBeGreaterThan(0);
  });
});
