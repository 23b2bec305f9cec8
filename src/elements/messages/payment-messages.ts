/** Messages about the whole payment: what happened, and what to do. See field-messages.ts. */
import { payment } from '../../languages/generated/english/payment.js';
import { messagesOf } from '../locale.js';

/** The texts of one language. */
export type PaymentMessages = Readonly<typeof payment>;

/** Returns the texts for a BCP 47 locale. */
export const paymentMessages = (locale: string) => messagesOf('payment', payment, locale);
