/**
 * Text of somebody else, fit for a message and a log: one short line of ASCII, without what could be a card number, a
 * stored token or an AuthKey.
 */

const LENGTH = 200;

const KEY = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const EIGHT_DIGITS = /\d(?:[ ._/-]*\d){7,}/g;

/** Makes the line. It is cut after the search for digits, so that the cut never hides the half of a number. */
export function loggableText(text: string): string {
  return text
    .slice(0, LENGTH * 2)
    .replace(/[^\x21-\x7e]+/g, ' ')
    .replace(KEY, '[key]')
    .replace(EIGHT_DIGITS, '[digits]')
    .slice(0, LENGTH);
}
