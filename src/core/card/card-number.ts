import { detectBrands } from './brand.js';
import type { CardFieldState } from './field-state.js';
import { passesLuhn } from './luhn.js';

/** Rules of a shop for a card number. */
export interface CardNumberRules {
  /** Ids of the accepted brands. Default: every number, also of an unknown brand; the service then decides. */
  readonly accepted?: readonly string[] | undefined;
}

/** The service takes 10 to 19 digits. docs/wire/rest.md section 3, "Field rules". */
const SERVICE_LENGTHS = [16, 10, 11, 12, 13, 14, 15, 17, 18, 19];

/** Tokens of stored cards (DVTokens) look like card numbers with this prefix. docs/wire/rest.md section 3. */
const STORED_TOKEN = '599999';

/**
 * Checks a card number field by its digits (see `readDigits`).
 *
 * A number to which digits can still be added is `incomplete`; if it has a valid length of its brand already and fails the
 * Luhn check, its reason is `luhn`. A number of an unknown brand is invalid only if the shop names the brands that it
 * accepts; otherwise the service decides.
 *
 * @example
 *   checkCardNumber(readDigits('4111 1111 1111 1111')); // { status: 'valid' }
 *   checkCardNumber('41111'); // { status: 'incomplete', reason: 'too_short' }
 */
export function checkCardNumber(digits: string, { accepted }: CardNumberRules = {}): CardFieldState {
  if (digits === '') return { status: 'empty' };
  if (/\D/.test(digits)) return { status: 'invalid', reason: 'characters' };
  if (digits.startsWith(STORED_TOKEN)) return { status: 'invalid', reason: 'stored_token' };

  const known = detectBrands(digits);
  const brands = accepted ? detectBrands(digits, accepted) : known;
  if (accepted && brands.length === 0) {
    return { status: 'invalid', reason: known.length === 0 ? 'unknown_brand' : 'brand_not_accepted' };
  }

  const lengths = brands.length === 0 ? SERVICE_LENGTHS : brands.flatMap((brand) => brand.lengths);
  const fits = lengths.includes(digits.length);
  if (fits && passesLuhn(digits)) return { status: 'valid' };

  const usual = lengths[0] ?? 16;
  const reason = fits ? 'luhn' : digits.length > usual ? 'too_long' : 'too_short';
  return { status: digits.length < Math.max(...lengths) ? 'incomplete' : 'invalid', reason };
}
