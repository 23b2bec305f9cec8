/**
 * What is said of an order that asks for something else than a payment, in place of a payment's words. They are loaded when
 * there is such an order.
 */
import { lazyFile } from './lazy-file.js';
import type { Speaker } from './words/language-table.js';
import type { ActionWords } from './words/action-words.js';

/** Cannot be had: the words of a payment stay. */
const file = lazyFile(() => import('./words/action-words.js'));

/** Undefined for a payment, and until the words have come; then the element is drawn anew. */
export function wordsOfAction(
  action: string | null | undefined,
  host: Speaker,
  locale: string,
): ActionWords['preauth' | 'verify_only'] | undefined {
  if (action !== 'preauth' && action !== 'verify_only') return undefined;
  if (!file.module) file.want(host);
  return file.module?.actionWords(locale)[action];
}
