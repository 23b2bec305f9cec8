/** Texts of the pay button, needed before the payment flow is loaded. */
import { pay } from '../../languages/generated/english/pay.js';
import { messagesOf } from '../locale.js';

/** Returns the texts for a BCP 47 locale. */
export const payMessages = (locale: string) => messagesOf('pay', pay, locale);
