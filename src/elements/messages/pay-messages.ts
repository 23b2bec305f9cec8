/** Texts of the pay button, needed before the payment flow is loaded. */
import { pay } from '../../languages/generated/english/pay.js';
import { messagesOf } from '../locale.js';

/** The texts of one language. */
type PayMessages = Readonly<typeof pay>;

/** Returns the texts for a BCP 47 locale. */
export function payMessages(locale: string): PayMessages {
  return messagesOf('pay', pay, locale);
}
