/** What a shopper reads while the outcome of a payment is not known. See field-messages.ts. */
import { waiting } from '../../languages/generated/english/waiting.js';
import { messagesOf } from '../locale.js';

/** The table of one language. */
export type WaitingMessages = Readonly<typeof waiting>;

/** The messages for a BCP 47 locale. */
export function waitingMessages(locale: string): WaitingMessages {
  return messagesOf('waiting', waiting, locale);
}
