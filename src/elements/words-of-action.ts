/** Texts for orders whose action is `preauth` or `verify_only`, in place of those of a payment. Loaded when such an order is shown. */
import { lazyFile } from './lazy-file.js';
import type { LocalizedElement } from './words/language-table.js';
import type { ActionWords } from './words/action-words.js';

/** If the file cannot be loaded, the texts of a payment stay. */
const file = lazyFile(() => import('./words/action-words.js'));

/** Undefined for a payment, and until the texts are loaded; then the element is rendered again. */
export function wordsOfAction(
  action: string | null | undefined,
  host: LocalizedElement,
  locale: string,
): ActionWords['preauth' | 'verify_only'] | undefined {
  if (action !== 'preauth' && action !== 'verify_only') return undefined;
  if (!file.module) file.want(host);
  return file.module?.actionWords(locale)[action];
}
