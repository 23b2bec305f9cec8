import { expect, it } from 'vitest';
import { decodeUri } from '../../src/core/decode-uri.js';

it.each([
  ['a%20b', 'a b'],
  ['%C3%BC', 'ü'],
  ['plain', 'plain'],
  ['100%', '100%'],
  ['%FF', '%FF'],
])('decodeUri(%j) is %j', (text, decoded) => expect(decodeUri(text)).toBe(decoded));
