/** `florin/elements/own-words`: replaces texts by those of a shop. */
import { languages } from './locale.js';
import type { LanguageTable } from './words/language-table.js';

export type { LanguageTable, Texts, WordGroup } from './words/language-table.js';

/**
 * Replaces some texts of a language, or gives all texts of a language that Florin does not have. Elements on the page are
 * rendered again. An unknown group or name causes a warning.
 *
 * @param tag - BCP 47. `en` applies to every English, `en-NZ` to New Zealand only.
 * @param words - By group and name, as in `dist/languages/en.json`, with `{0}` where the English text has a value.
 * @example
 * await useWords('en', { pay: { pay: 'Donate {0}|Donate' } });
 */
export async function useWords(tag: string, words: LanguageTable): Promise<void> {
  const loaded = await languages.get().catch(() => undefined);
  loaded?.useWords(tag, words);
}
