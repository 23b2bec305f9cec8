/**
 * What is said of an order that asks for something else than a payment, in place of a payment's words. They are loaded when
 * there is such an order.
 */
import type { Speaker } from './words/language-table.js';
import type { ActionWords, actionWords } from './words/action-words.js';

let read: typeof actionWords | undefined;

/** Undefined for a payment, and until the words have come; then the element is drawn anew. */
export function wordsOfAction(
  action: string | null | undefined,
  host: Speaker,
  locale: string,
): ActionWords['preauth' | 'verify_only'] | undefined {
  if (action !== 'preauth' && action !== 'verify_only') return undefined;
  if (!read) {
    import('./words/action-words.js').then(
      (words) => {
        read = words.actionWords;
        host.requestUpdate();
      },
      // Those of a payment stay.
      () => {},
    );
  }
  return read?.(locale)[action];
}
