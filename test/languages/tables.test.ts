/** Every language has all texts of English, with the same placeholders. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  complete,
  pendingOf,
  readLanguage,
  readPending,
  readTags,
  SANDBOX,
  type Texts,
} from '../../tools/languages.mjs';
import { pendingProblems } from '../../tools/release.mjs';
import { schemaLike } from './schema.js';

function flatten(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'object' ? flatten(text, `${path}${name}.`) : [[path + name, text]],
  );
}

const english = readLanguage('en');
const pending = readPending();
const schema = schemaLike(Object.fromEntries(Object.entries(english).filter(([group]) => group !== SANDBOX)), pending);
const inEnglish = new Map(flatten(complete(english, english)));
const tags = readTags().filter((tag) => tag !== 'en');

/** Texts that are the same in English and some languages: names, signs, shared words. */
const SHARED = new Set([
  'bankAccount.labels.bsb',
  'receipt.cardText',
  'cs: receipt.references',
  'da: receipt.references',
  'de: references.optional',
]);

describe('the files of languages', () => {
  it('are thirty files', () => {
    const found = tags.join(' ');
    expect(found).toBe(
      'ar cs da de el es fa fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh-Hans zh-Hant',
    );
    expect(inEnglish.size).toBeGreaterThan(300);
  });

  it('are those that the guide lists', () => {
    const guide = readFileSync(new URL('../../docs/guides/languages.md', import.meta.url), 'utf8');
    const section = guide.split('## Languages')[1]?.split('\n## ')[0] ?? '';
    const inGuide = [...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, tag]) => tag);
    expect(inGuide.sort()).toEqual(['en', ...tags].sort());
  });

  it('refer to existing texts', () => {
    expect([...inEnglish].filter(([, text]) => text.startsWith('@'))).toEqual([]);
    expect(() => complete({ pay: { pay: '@pay.nothing' } }, {})).toThrow('"pay.nothing"');
  });

  it('use the English text for a missing one', () => {
    const texts = { a: { one: 'One', same: '@a.one', two: 'Two' } };
    expect(complete(texts, { a: { one: 'Eins' } })).toEqual({ a: { one: 'Eins', same: 'Eins', two: 'Two' } });
  });

  it('lack pending texts only', () => {
    const translated = pending.filter((path) => tags.every((tag) => !pendingOf(tag).includes(path)));
    expect(translated, 'all languages have them: remove them from src/languages/pending.json').toEqual([]);
    expect(pending.filter((path) => !inEnglish.has(path))).toEqual([]);
  });

  it('lack none for a release if a speaker has reviewed them', () => {
    const guide = (review: string) =>
      `| \`de\` | German | ${review} |\n| \`fr\` | French | not reviewed by a speaker |`;
    expect(pendingProblems(guide('not reviewed by a speaker'), ['pay.fresh'])).toEqual([]);
    expect(pendingProblems(guide('2026-11-28'), ['pay.fresh', 'pay.pay'])).toEqual([
      'src/languages/de.json: pay.fresh is not translated',
    ]);
  });

  for (const tag of tags) {
    describe(tag, () => {
      const texts = flatten(readLanguage(tag));

      it('follows the schema: the names and placeholders of English', () => {
        const { success, error } = schema.safeParse(readLanguage(tag));
        expect(success, error && z.prettifyError(error)).toBe(true);
      });

      it('has no English text', () => {
        const wrong = texts.filter(
          ([path, text]) => text === inEnglish.get(path) && !SHARED.has(path) && !SHARED.has(`${tag}: ${path}`),
        );
        expect(wrong).toEqual([]);
      });

      it('ends its sentences as English does', () => {
        // Thai has no full stop.
        const ends = tag === 'th' ? /…$/ : /[.!?…。।]$/;
        const wrong = texts.filter(([path, text]) => {
          const before = inEnglish.get(path) ?? '';
          const isSentence = tag === 'th' ? before.endsWith('…') : /[.…]$/.test(before);
          return isSentence !== ends.test(text) && !before.endsWith('?');
        });
        expect(wrong).toEqual([]);
      });
    });
  }
});
