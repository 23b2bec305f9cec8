/**
 * Returns the decimal digits of a text as `0` to `9`, without any other character. Full-width, Arabic, Devanagari and all
 * other decimal digits of Unicode count, because keyboards and password managers write them.
 */
export function readDigits(text: string): string {
  let digits = '';
  for (const character of text) if (DIGIT.test(character)) digits += valueOf(character);
  return digits;
}

/** Whether the last character of a text is a decimal digit of any script. */
export function endsWithDigit(text: string): boolean {
  return /\p{Nd}$/u.test(text);
}

/** Replaces each decimal digit of any script by `0` to `9`. */
export function writeAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, valueOf);
}

/**
 * Replaces each run of 13 or more digits: it can be a card number, and a security code can follow it.
 *
 * @param replace - called with each run, separators included
 * @example replaceDigitRuns('card 4111 1111 1111 1111', () => '***') // 'card ***'
 */
export function replaceDigitRuns(text: string, replace: (run: string) => string): string {
  return text.replace(DIGIT_RUN, replace);
}

/** At least 13 digits of any script, with blanks, dashes, dots and invisible characters between them. */
const DIGIT_RUN = /\p{Nd}(?:[\s\p{Pd}\p{Cf}._/+*,]{0,3}\p{Nd}){12,}/gu;

const DIGIT = /\p{Nd}/u;

/** Unicode has the digits of a script in order, zero to nine, so the value is the distance to the first of the run. */
function valueOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 0x80) return digit;
  let distance = 0;
  while (DIGIT.test(String.fromCodePoint(point - distance - 1))) distance += 1;
  return String(distance % 10);
}
