/** `florin/elements/custom-messages`: replaces texts by those of a shop. */
import { languages } from './locale.js';
import type { LanguageTable } from './messages/language-table.js';

export type { LanguageTable, Texts, MessageGroup } from './messages/language-table.js';

/**
 * Replaces some texts of a language, or gives all texts of a language that Florin does not have. Elements on the page are
 * rendered again. An unknown group or name causes a warning.
 *
 * @param tag - BCP 47. `en` applies to every English, `en-NZ` to New Zealand only.
 * @param messages - By group and name, as in `dist/languages/en.json`, with `{0}` where the English text has a value.
 * @example
 * await useMessages('en', { pay: { pay: 'Donate {0}|Donate' } });
 */
export async function useMessages(tag: string, messages: LanguageTable): Promise<void> {
  const loaded = await languages.get().catch(() => undefined);
  loaded?.useMessages(tag, messages);
}
