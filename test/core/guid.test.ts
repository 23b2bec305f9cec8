import { describe, expect, it } from 'vitest';
import { isGuid } from '../../src/core/guid.js';

const KEY = '1a2b3c4d-0000-9999-aaaa-bcdef0123456';

describe('isGuid', () => {
  it.each([KEY, KEY.toUpperCase()])('accepts %s', (value) => expect(isGuid(value)).toBe(true));

  it.each([
    ['nothing', ''],
    ['a character before it', `x${KEY}`],
    ['a line after it', `${KEY}\n`],
    ['a character after it', `${KEY}0`],
    ['a letter that is no digit', KEY.replace('f', 'g')],
    ['no hyphens', KEY.replaceAll('-', '')],
    ['one digit too few', KEY.slice(1)],
    ['a path', `../${KEY}`],
    ['a list with it', [KEY]],
    ['no text', null],
  ])('refuses %s', (_title, value) => expect(isGuid(value)).toBe(false));
});
