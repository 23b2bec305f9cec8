/** Messages when a card or a bank account is saved or changed. See field-messages.ts. */
import { token } from '../../languages/generated/english/token.js';
import { messagesOf } from '../locale.js';

/** The texts of one language. */
export type TokenMessages = Readonly<typeof token>;

/** Returns the texts for a BCP 47 locale. */
export const tokenMessages = (locale: string) => messagesOf('token', token, locale);
