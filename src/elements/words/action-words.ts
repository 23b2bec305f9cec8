/** Texts of a preauthorisation (`preauth`) and of a card check (`verify_only`). See field-words.ts. */
import { action } from '../../languages/generated/english/action.js';
import { wordsOf } from '../locale.js';

/** The texts of one language. */
export type ActionWords = Readonly<typeof action>;

/** Returns the texts for a BCP 47 locale. */
export function actionWords(locale: string): ActionWords {
  return wordsOf('action', action, locale);
}
