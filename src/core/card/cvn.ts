import type { CardBrand } from './brand.js';
import type { CardFieldState } from './field-state.js';

/** The most digits that a security code can have: the brand's, or 4 as long as no brand is known. */
export function longestCvn(brand?: Pick<CardBrand, 'cvnLength'>): number {
  return brand?.cvnLength ?? 4;
}

/** What a security code field holds, from its digits alone. Without a brand, 3 and 4 digits are both right. */
export function checkCvn(digits: string, brand?: Pick<CardBrand, 'cvnLength'>): CardFieldState {
  if (digits === '') return { status: 'empty' };
  if (/\D/.test(digits)) return { status: 'invalid', reason: 'characters' };
  if (digits.length < (brand?.cvnLength ?? 3)) return { status: 'incomplete', reason: 'too_short' };
  if (digits.length > longestCvn(brand)) return { status: 'invalid', reason: 'too_long' };
  return { status: 'valid' };
}
