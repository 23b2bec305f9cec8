import { describe, expect, it } from 'vitest';
import { membersOf, textOf } from '../../src/core/members-of.js';

describe('membersOf', () => {
  it('is the object itself', () => {
    const value = { a: 1 };
    expect(membersOf(value)).toBe(value);
  });

  it.each([null, undefined, 'text', 7, true])('has no members for %s', (value) => {
    expect(membersOf(value)).toEqual({});
  });
});

describe('textOf', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [7, ''],
    [null, ''],
    [['text'], ''],
  ])('of %j is %j', (value, text) => expect(textOf(value)).toBe(text));
});
