/** Texts of a preauthorisation (`preauth`) and of a card check (`verify_only`). See field-messages.ts. */
import { action } from '../../languages/generated/english/action.js';
import { messagesOf } from '../locale.js';

/** The texts of one language. */
export type ActionMessages = Readonly<typeof action>;

/** Returns the texts for a BCP 47 locale. */
export const actionMessages = (locale: string) => messagesOf('action', action, locale);
