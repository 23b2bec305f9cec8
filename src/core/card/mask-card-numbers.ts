import { detectBrands } from './brand.js';
import { checkCardNumber } from './card-number.js';
import { readDigits, replaceDigitRuns } from './digits.js';

/** More digits than one card has with its security code: no number of a payment, but perhaps several cards. */
const MOST_DIGITS = 23;
/** Digits of a security code behind the number, the most common first; 0 without one. */
const CVN_LENGTHS = [0, 3, 4];

function isCard(digits: string): boolean {
  return detectBrands(digits).length > 0 && checkCardNumber(digits).status === 'valid';
}

/**
 * Masks each card number of a text as the service does: first six digits, three dots, last three digits. Brand, length and
 * check digit decide, so that most order numbers and all tokens stay. A security code behind the number is removed.
 * docs/wire/rest-interface.md "Conventions".
 *
 * @example
 *   maskCardNumbers('card 5123 4567 8901 2346'); // 'card 512345...346'
 */
export function maskCardNumbers(text: string): string {
  return replaceDigitRuns(text, (run) => {
    const digits = readDigits(run);
    if (digits.length > MOST_DIGITS) return '...';
    const pan = CVN_LENGTHS.map((length) => digits.slice(0, digits.length - length)).find(isCard);
    return pan === undefined ? run : `${pan.slice(0, 6)}...${pan.slice(-3)}`;
  });
}

/** The digits of a text, in runs with anything between them that has at most one letter. */
function looseRuns(text: string): readonly string[] {
  const runs = [''];
  let letters = 0;
  for (const each of text) {
    if (/\p{Nd}/u.test(each)) {
      if (letters > 1) runs.push('');
      letters = 0;
      runs.push(`${runs.pop() ?? ''}${each}`);
    } else if (/\p{L}/u.test(each)) letters += 1;
  }
  return runs.map(readDigits);
}

const CARD_LENGTHS = [13, 14, 15, 16, 17, 18, 19];

/**
 * Whether digits of a text make a card number, whatever separates them. For a text that is refused then: it finds more than
 * {@link maskCardNumbers}, and now and then a number that is none.
 */
export function hasCardNumber(text: string): boolean {
  return looseRuns(text).some((digits) =>
    [...digits].some((_digit, start) =>
      CARD_LENGTHS.some((length) => start + length <= digits.length && isCard(digits.slice(start, start + length))),
    ),
  );
}
