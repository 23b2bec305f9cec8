import { describe, expect, it } from 'vitest';
import { checkReference, isCardLike } from '../../src/core/reference.js';

const TEST_CARD = '5123456789012346';

describe('checkReference', () => {
  it.each([
    ['', {}, undefined],
    ['', { isRequired: true }, 'empty'],
    ['INV-2026/11 #7 (a, b): x@y+z_1.', {}, undefined],
    ['x'.repeat(50), {}, undefined],
    ['x'.repeat(51), {}, 'too_long'],
    ['x'.repeat(51), { longest: 60 }, 'too_long'],
    ['12345', { longest: 4 }, 'too_long'],
    ['<b>', {}, 'characters'],
    ['a\u0000b', {}, 'characters'],
    ['caf\u00e9', {}, 'characters'],
    ['1234', { pattern: /\d{4}/g }, undefined],
    ['abc', { pattern: /ABC/iy }, undefined],
    ['', { pattern: /x/ }, undefined],
    ['abc', { pattern: /x/ }, 'format'],
    ['x1234', { pattern: /\d{4}/ }, 'format'],
    ['12345', { pattern: /\d{4}/ }, 'format'],
  ] as const)('%j with %o is %s', (text, rule, problem) => {
    expect(checkReference(text, rule)).toBe(problem);
  });

  it('reports a possible card number before any other problem', () => {
    expect(checkReference(TEST_CARD, { longest: 4, pattern: /x/ })).toBe('card');
  });
});

describe('isCardLike', () => {
  it.each([
    [TEST_CARD],
    ['5123 4567 8901 2346'],
    ['5123-4567-8901-2346'],
    ['7 5123 4567 8901 2346'],
    [`bill ${TEST_CARD} of May`],
    ['345678901234564'],
    ['4222222222222'],
    ['6304000000000000000'],
  ])('reports %j as a possible card number', (text) => expect(isCardLike(text)).toBe(true));

  it.each([[''], ['5123456789012347'], ['1042'], ['2026-11-21 1042'], ['123456789012'], ['00000000000000000000']])(
    'takes %j for a reference',
    (text) => expect(isCardLike(text)).toBe(false),
  );
});
