/**
 * Makes text from outside safe for messages and logs: one short line of ASCII, without anything that could be a card
 * number, a stored token or an AuthKey.
 */
import { GUID } from '../core/guid.js';

const LENGTH = 200;

const KEY = new RegExp(GUID, 'gi');
const EIGHT_DIGITS = /\d(?:[ ._/-]*\d){7,}/g;

/** Returns the line. It is truncated after digits are replaced, so that half a number cannot escape the search. */
export function loggableText(text: string): string {
  return text
    .slice(0, LENGTH * 2)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .replace(KEY, '[key]')
    .replace(EIGHT_DIGITS, '[digits]')
    .slice(0, LENGTH);
}
