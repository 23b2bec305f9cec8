import { readDigits, writeAsciiDigits } from './digits.js';
import { passesLuhn } from './luhn.js';

/** A card as one text: the texts of its fields. */
export interface CardLine {
  readonly number: string;
  readonly expiry: string;
  /** May be empty. */
  readonly cvn: string;
}

/** Number, date with a separator, and perhaps the code: without the separator the end of a number could be a date. */
const LINE = /^\s*(\d(?:[\s\p{Pd}]?\d){11,18})[\s,;|]+(\d\d?\s?[/.\p{Pd}]\s?(?:20)?\d\d)(?:[\s,;|]+(\d{3,4}))?\s*$/u;

/**
 * Reads a whole card that is pasted at once; undefined for any other text.
 * @example readCardLine('4111 1111 1111 1111 12/30 123') // { number: '4111 1111 1111 1111', expiry: '12/30', cvn: '123' }
 */
export function readCardLine(text: string): CardLine | undefined {
  const [, number = '', expiry = '', cvn = ''] = LINE.exec(writeAsciiDigits(text)) ?? [];
  return passesLuhn(readDigits(number)) ? { number, expiry, cvn } : undefined;
}
