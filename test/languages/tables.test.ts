/** Every language says everything that English says, with the same places for what is put in. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLAIN_WORDS } from '../../src/signer/plain-words.js';

interface Words {
  readonly [name: string]: string | Words | ((...values: string[]) => string);
}
type Flat = ReadonlyMap<string, string>;

/** All modules of a folder of the elements. */
async function modulesOf(folder: string): Promise<Map<string, Record<string, unknown>>> {
  const files = readdirSync(new URL(`../../src/elements/${folder}/`, import.meta.url));
  const modules = files.map(async (file) => {
    const module = (await import(`../../src/elements/${folder}/${file}`)) as Record<string, unknown>;
    return [file.replace(/\.ts$/, ''), module] as const;
  });
  return new Map(await Promise.all(modules));
}

const wordFiles = await modulesOf('words');
const languageFiles = await modulesOf('languages');

/** By path; a function is its text with `{0}` and `{1}`. */
function flatten(words: Words, path: string): [string, string][] {
  return Object.entries(words).flatMap(([name, is]): [string, string][] => {
    if (typeof is === 'object') return flatten(is, `${path}${name}.`);
    return [[path + name, typeof is === 'function' ? is('{0}', '{1}') : is]];
  });
}

const english: Flat = new Map(
  [...wordFiles.values()]
    .flatMap((all) => Object.entries(all))
    .filter(([name]) => name.endsWith('Words'))
    .flatMap(([name, read]) =>
      flatten((read as (locale: string) => Words)('en'), `${name.slice(0, -'Words'.length)}.`),
    ),
);
const languages = new Map<string, Flat>();
for (const [file, { default: table }] of languageFiles) {
  const language = file.replace(/-(more|cards)$/, '');
  languages.set(language, new Map([...(languages.get(language) ?? []), ...flatten(table as Words, '')]));
}

/** The same in English and in some of the languages: names, signs, and words that are shared. */
const SHARED = new Set([
  'bankAccount.labels.bsb',
  'receipt.cardText',
  'savedCards.cardText',
  'token.masked',
  'da: receipt.references',
]);

const placesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort().join(' ');

describe('the tables of languages', () => {
  it('are fourteen', () => {
    expect([...languages.keys()].sort()).toEqual(
      ['ar', 'da', 'de', 'es', 'fr', 'he', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'sv', 'zh-hans'].sort(),
    );
    expect(english.size).toBeGreaterThan(250);
  });

  it('are the ones of the guide', () => {
    const guide = readFileSync(new URL('../../docs/guides/elements.md', import.meta.url), 'utf8');
    const section = guide.split('## Languages')[1]?.split('\n## ')[0] ?? '';
    const tags = [...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, tag]) => tag?.toLowerCase());
    expect(tags.sort()).toEqual([...languages.keys(), 'en'].sort());
  });

  for (const [language, table] of languages) {
    describe(language, () => {
      it('has exactly the names of English', () => {
        expect([...table.keys()].sort()).toEqual([...english.keys()].sort());
      });

      it('has the same places for what is put in, in each of its variants', () => {
        const wrong = [...table].filter(([path, text]) => {
          const wanted = placesIn(english.get(path) ?? '');
          const [full = '', bare = ''] = text.split('|');
          // Only the words on the button have a variant without an amount.
          if (text.includes('|') !== /^(pay|action\.preauth)\.pay$/.test(path)) return true;
          return placesIn(full) !== wanted || placesIn(bare) !== '';
        });
        expect(wrong).toEqual([]);
      });

      it('has no text that is empty, unkempt, or of more than a line', () => {
        const wrong = [...table].filter(
          ([, text]) => text.trim() === '' || text !== text.trim() || /[\n\t]/.test(text),
        );
        expect(wrong).toEqual([]);
      });

      it('has no English left', () => {
        const wrong = [...table].filter(
          ([path, text]) => text === english.get(path) && !SHARED.has(path) && !SHARED.has(`${language}: ${path}`),
        );
        expect(wrong).toEqual([]);
      });

      it('ends its sentences as English does', () => {
        const ends = /[.!?…。]$/;
        const wrong = [...table].filter(([path, text]) => {
          const before = english.get(path) ?? '';
          return /[.…]$/.test(before) !== ends.test(text) && !before.endsWith('?');
        });
        expect(wrong).toEqual([]);
      });
    });
  }
});

/** The form of the signer's that works without script, and the elements that take it over. */
describe('the words of pages without script', () => {
  const pairs = [
    ['cardNumber', 'field.labels.number'],
    ['cvn', 'field.labels.cvn'],
    ['name', 'field.labels.name'],
    ['accountNumber', 'bankAccount.labels.number'],
    ['accountName', 'bankAccount.labels.name'],
  ] as const;
  it.each([...languages])('are those of the elements: %s', (language, table) => {
    const plain = Object.entries(PLAIN_WORDS).find(([name]) => name.toLowerCase() === language)?.[1];
    for (const [name, path] of pairs) expect(plain?.[name], path).toBe(table.get(path));
    expect(`${plain?.pay}|${plain?.payBare}`).toBe(table.get('pay.pay'));
  });
});
