/** Money is an integer in the lowest denomination; only the edges of the program parse and format text. */
import { currencyExponent, exponentOf } from './currency.js';

/** An amount in the lowest denomination of its currency (minor units, ISO 4217). Always a safe integer. */
export interface Money {
  /** Whole minor units: cents of a dollar, yen of a yen. */
  readonly minor: number;
  /** ISO 4217 alphabetic code, upper case. */
  readonly currency: string;
}

/**
 * Creates an amount of `minor` units, which may be negative.
 *
 * @example
 *   createMoney(19900, 'AUD'); // 199.00 Australian dollars
 * @throws RangeError when `minor` is not a safe integer or `currency` is not an active ISO 4217 code.
 */
export function createMoney(minor: number, currency: string): Money {
  currencyExponent(currency);
  return safeMoney(minor, currency);
}

/**
 * Parses major units in English notation: `1234`, `1,234.50`, `-3.00`. Strict: a point is followed by exactly the
 * currency's decimals, commas separate groups of three or are absent, and blanks or symbols are refused.
 *
 * @example
 *   readMoney('1,234.50', 'AUD'); // { minor: 123450, currency: 'AUD' }
 * @throws RangeError when the text is anything else, or too large for a safe integer of minor units.
 */
export function readMoney(text: string, currency: string): Money {
  const exponent = currencyExponent(currency);
  const match = /^(-?)(0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/.exec(text);
  const [, sign, whole = '', decimals] = match ?? [];
  if (!match || (decimals !== undefined && decimals.length !== exponent)) {
    throw new RangeError(`Not an amount in ${currency}: ${JSON.stringify(text.slice(0, 40))}`);
  }
  const minor = Number(whole.replaceAll(',', '') + (decimals ?? '0'.repeat(exponent)));
  return safeMoney(sign && minor !== 0 ? -minor : minor, currency);
}

/** An amount, or a sum that may exceed the safe integers. */
type Shown = Omit<Money, 'minor'> & { readonly minor: number | bigint };

/** Writes major units as decimal text, `1234.50`, for {@link readMoney} and for form fields of the service. */
export function writeMoney(money: Shown): string {
  const exponent = exponentOf(money.currency);
  const digits = String(money.minor)
    .replace('-', '')
    .padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  return `${money.minor < 0 ? '-' : ''}${whole}${exponent ? '.' : ''}${digits.slice(whole.length)}`;
}

/**
 * Formats an amount for `locale` (BCP 47) with all decimals of its currency: `$199.00`. In right-to-left locales the text
 * contains invisible Unicode direction marks.
 */
export function formatMoney(money: Shown, locale?: string): string {
  const exponent = exponentOf(money.currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // Text, not a quotient: a double of dollars cannot hold all digits of a safe integer of cents.
  const text = format.format(writeMoney(money) as `${number}`);
  // Isolates letters and sign: in right-to-left text "AU$" would be shown as "$AU".
  return text.includes('\u200f') ? text.replace(/[A-Z]{1,4}\p{Sc}/u, '\u2068$&\u2069') : text;
}

/** Whether two amounts have the same value and currency. */
export function isSameMoney(one: Money, other: Money): boolean {
  return one.minor === other.minor && one.currency === other.currency;
}

/**
 * Adds two amounts of one currency.
 *
 * @throws RangeError when the currencies differ or the sum is not a safe integer.
 */
export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`Cannot add ${b.currency} to ${a.currency}`);
  return safeMoney(a.minor + b.minor, a.currency);
}

function safeMoney(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`Not a safe integer of minor units: ${String(minor)}`);
  return { minor, currency };
}
