import { writeAsciiDigits } from './digits.js';
import type { CardFieldState } from './field-state.js';

/** The current month. */
export interface Today {
  /** All four digits. */
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** An expiry date as it is sent: two digits each. docs/wire/rest.md section 3, "TxnReqWithAuthKey". */
export interface CardExpiry {
  readonly month: string;
  readonly year: string;
}

/** Rules of a shop for an expiry date. */
export interface ExpiryRules {
  /** Accepts month 99, which selects an answer of the service's test mode. docs/wire/rest.md section 10. */
  readonly allowTestMonth?: boolean | undefined;
}

/** No card is valid for longer; a later year is a typing error. */
const LONGEST_YEARS = 20;

/**
 * Returns the digits of an expiry date as `MMYY`, from the formats that people and password managers write: `MM / YY`,
 * `M/YY`, `MM/YYYY`, `MMYY`, `MYY`, `MMYYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYYMM`. An incomplete date gives fewer digits; a
 * four-digit year of another century keeps its four digits.
 */
export function expiryDigits(text: string): string {
  const [first = '', second = '', ...others] = writeAsciiDigits(text).match(/\d+/g) ?? [];
  let digits = first + second + others.join('');
  if (second && first.length === 4) digits = second.padStart(2, '0') + first;
  else if (second && others.length === 0 && first.length < 3) digits = first.padStart(2, '0') + second;
  else if (/^20\d{2}(0[1-9]|1[0-2])$/.test(digits)) digits = digits.slice(4) + digits.slice(0, 4);
  else if (/^[2-9]\d{2}$/.test(digits)) digits = `0${digits}`;
  return digits.replace(/^(\d\d)20(\d\d)$/, '$1$2');
}

/** Checks an expiry field. A card is valid until the last day of the month printed on it. */
export function checkExpiry(text: string, today: Today, { allowTestMonth = false }: ExpiryRules = {}): CardFieldState {
  const digits = expiryDigits(text);
  if (digits === '') return text.trim() === '' ? { status: 'empty' } : { status: 'invalid', reason: 'characters' };
  if (digits.length === 1) return { status: 'incomplete', reason: 'too_short' };

  const month = Number(digits.slice(0, 2));
  const isTestMonth = allowTestMonth && month === 99;
  if (!isTestMonth && (month < 1 || month > 12)) return { status: 'invalid', reason: 'month' };
  if ([2, 3, 5].includes(digits.length)) return { status: 'incomplete', reason: 'too_short' };
  if (digits.length > 6) return { status: 'invalid', reason: 'too_long' };
  if (isTestMonth) return { status: 'valid' };

  const year = Number(digits.length === 4 ? `20${digits.slice(2)}` : digits.slice(2));
  if (year < today.year || (year === today.year && month < today.month)) {
    // 20 may become 2031 by typing on, so it is not an error yet.
    return { status: digits.endsWith('20') && digits.length === 4 ? 'incomplete' : 'invalid', reason: 'expired' };
  }
  return year > today.year + LONGEST_YEARS ? { status: 'invalid', reason: 'too_far' } : { status: 'valid' };
}

/**
 * Returns the month and year of a field that {@link checkExpiry} found `valid`.
 *
 * @throws RangeError when the text is not one month and one year of this century.
 */
export function readExpiry(text: string): CardExpiry {
  const digits = expiryDigits(text);
  if (digits.length !== 4) throw new RangeError('Not a month and a year');
  return { month: digits.slice(0, 2), year: digits.slice(2) };
}
