import { expect, it } from 'vitest';
import { maskCardNumbers } from '../../../src/core/card/mask-card-numbers.js';

it.each([
  ['5123456789012346', '512345...346'],
  ['card 5123 4567 8901 2346!', 'card 512345...346!'],
  ['3456-789012-34564', '345678...564'],
  ['５１２３４５６７８９０１２３４６', '512345...346'],
  ['5123456789012346 123', '512345...346'],
  ['4111111111111111, 5123456789012346', '...'],
])('masks the card number of %s', (text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked);
});

it.each(['order 7', '5999991234567890', '1764507600123', '512345...346', '12345678901', '5123456789012347', ''])(
  'leaves %s, which is no card number',
  (text) => {
    expect(maskCardNumbers(text)).toBe(text);
  },
);
