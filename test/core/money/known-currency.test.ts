import { expect, it } from 'vitest';
import { isKnownCurrency } from '../../../src/core/money/known-currency.js';

it.each(['AUD', 'NZD', 'JPY', 'KWD'])('knows the currency %s', (code) => expect(isKnownCurrency(code)).toBe(true));

it.each(['', 'aud', 'AU', 'QQQ', 'AUD '])('knows no currency "%s"', (code) =>
  expect(isKnownCurrency(code)).toBe(false),
);
