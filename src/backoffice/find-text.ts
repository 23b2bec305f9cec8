/** The text of the search in the header. An address has no card number, and no whole token or key. */
import { maskCardNumbers } from '../core/card/mask-card-numbers.js';
import { OFFICE } from './root.js';

/** Also where more was copied than the key. */
const KEYS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TOKENS = /(599999)\d{4,}(\d{3})/g;

/** The searched texts of this tab by their masks: only here, a token or a key is whole. */
const texts = new Map<string, string>();

/** The address of the search for a text. */
export function findAddress(typed: string): string {
  const text = maskCardNumbers(typed);
  const shown = text.replace(KEYS, (key) => `${key.slice(0, 8)}…`).replace(TOKENS, '$1…$2');
  if (shown !== text) texts.set(shown, text);
  return `${OFFICE}/find?${new URLSearchParams({ q: shown }).toString()}`;
}

/** The text behind the mask in an address. After a reload, it is the mask. */
export function wholeText(shown: string): string {
  return texts.get(shown) ?? shown;
}
