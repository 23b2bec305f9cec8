/** `florin/elements/own-words`: a shop's own words in the place of Florin's. */
import { languages } from './locale.js';
import type { LanguageTable } from './words/language-table.js';

export type { LanguageTable, Texts, WordGroup } from './words/language-table.js';

/**
 * Puts a shop's own words in the place of Florin's: some of a language, or all of one that Florin does not have. Elements that
 * are on the page are drawn anew. A group or a name that is none is warned about.
 *
 * @param tag - BCP 47. `en` is for every English, `en-NZ` for this one.
 * @param words - By group and name, as in `dist/languages/en.json`, with `{0}` where the English text has an
 *   amount or a name.
 */
export async function useWords(tag: string, words: LanguageTable): Promise<void> {
  const loaded = await languages.get().catch(() => undefined);
  loaded?.useWords(tag, words);
}
