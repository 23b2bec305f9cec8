/**
 * Texts for orders whose action is `preauth` or `verify_only`, in place of those of a payment. Loaded when such an order is
 * shown.
 */
import { lazyFile } from './lazy-file.js';
import type { LocalizedElement } from './messages/language-table.js';
import type { ActionMessages } from './messages/action-messages.js';

/** If the file cannot be loaded, the texts of a payment stay. */
const file = lazyFile(() => import('./messages/action-messages.js'));

/** Undefined for a payment, and until the texts are loaded; then the element is rendered again. */
export function messagesOfAction(
  action: string | null | undefined,
  host: LocalizedElement,
  locale: string,
): ActionMessages['preauth' | 'verify_only'] | undefined {
  if (action !== 'preauth' && action !== 'verify_only') return undefined;
  if (!file.module) file.want(host);
  return file.module?.actionMessages(locale)[action];
}
