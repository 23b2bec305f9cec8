import { detectBrands } from './brand.js';
import type { CardFieldState } from './field-state.js';
import { passesLuhn } from './luhn.js';

/** What a shop asks of a card number. */
export interface CardNumberRules {
  /** Ids of the brands that the shop takes; all, unknown ones too, when absent. The service has the last word. */
  readonly accepted?: readonly string[] | undefined;
}

/** The service takes 10 to 19 digits. REST manual, "Field rules". */
const SERVICE_LENGTHS = [16, 10, 11, 12, 13, 14, 15, 17, 18, 19];

/** Stored cards (DVTokens) look like card numbers that begin so. REST manual, "Objects". */
const STORED_TOKEN = '599999';

/**
 * What a card number field holds, from its digits alone (see `readDigits`).
 *
 * A number that may still grow into a valid one is `incomplete`, also when it has a usual length and its check digit
 * does not fit while the brand has longer numbers: its reason is then `luhn`. A number of no known brand is refused
 * only where the shop has named its brands; else the service decides.
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
