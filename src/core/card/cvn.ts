import type { CardBrand } from './brand.js';
import type { CardFieldState } from './field-state.js';

/** The longest security code in digits: the brand's length, or 4 while the brand is unknown. */
export function longestCvn(brand?: Pick<CardBrand, 'cvnLength'>): number {
  return brand?.cvnLength ?? 4;
}

/** Checks a security code field by its digits. Without a brand, 3 and 4 digits are both valid. */
export function checkCvn(digits: string, brand?: Pick<CardBrand, 'cvnLength'>): CardFieldState {
  if (digits === '') return { status: 'empty' };
  if (/\D/.test(digits)) return { status: 'invalid', reason: 'characters' };
  if (digits.length < (brand?.cvnLength ?? 3)) return { status: 'incomplete', reason: 'too_short' };
  if (digits.length > longestCvn(brand)) return { status: 'invalid', reason: 'too_long' };
  return { status: 'valid' };
}
