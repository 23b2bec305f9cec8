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
  /** `01` to `12`. */
  readonly month: string;
  /** The last two digits. */
  readonly year: string;
}

/** Rules of a shop for an expiry date. */
export interface ExpiryRules {
  /** Accepts month 99, which selects an answer of the service's test mode. docs/wire/rest.md section 10. */
  readonly allowTestMonth?: boolean | undefined;
}

/** Characters. No date is longer, and a clipboard may hold a whole page. */
const LONGEST_DATE = 40;
/** No card is valid for longer; a later year is a typing error. */
const LONGEST_YEARS = 20;

/**
 * Returns the digits of an expiry date as `MMYY`, from the formats that people and password managers write: `MM / YY`,
 * `M/YY`, `MM/YYYY`, `MMYY`, `MYY`, `MMYYYY`, `YYYY-MM`, `YYYYMM`, with an English month (`Dec 2030`, `December 30`), and with a
 * day if month and day cannot be confused (`2030-12-31`, `30/12/2030`). An incomplete date gives fewer digits, one that can be
 * two dates (`01/02/2030`) more; a four-digit year of another century keeps its four digits.
 */
export function expiryDigits(text: string): string {
  return (
    writeAsciiDigits(text.slice(0, LONGEST_DATE))
      .replace(/[a-z]{3,}/gi, (word) => {
        for (let month = 1; month < 13; month += 1) {
          const name = new Date(0, month - 1).toLocaleString('en', { month: 'long' });
          if (name.toLowerCase().startsWith(word.toLowerCase())) return `/${month > 9 ? '' : 0}${month}/`;
        }
        return '/';
      })
      // One slash between two numbers.
      .replace(/\D+/g, '/')
      .replace(/^\/|\/$/g, '')
      // The year first.
      .replace(/^(\d{4})\/(\d+).*/, '$2/$1')
      // A day before and after the month.
      .replace(/^(1[3-9]|2\d|3[01])\/(?=\d\d?\/\d{4}$)/, '')
      .replace(/^(\d\d?)\/(1[3-9]|2\d|3[01]|\1)(?=\/\d{4}$)/, '$1')
      // A month of one digit.
      .replace(/\b\d(?=\/\d)/g, '0$&')
      .replace(/^[2-9]\d\d$/, '0$&')
      .replace(/\D/g, '')
      // The year first, without a separator; then a year of four digits.
      .replace(/^(20\d\d)(0[1-9]|1[0-2])$/, '$2$1')
      .replace(/^(\d\d)20(\d\d)$/, '$1$2')
  );
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
