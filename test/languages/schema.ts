/** The schema of `src/languages/*.json`, made from English, because every language has the same names. */
import { z } from 'zod';
import type { Texts } from '../../tools/languages.mjs';

const placesIn = (text: string) => [...new Set(text.match(/\{\d\}/g))].sort().join(' ');

/** A text with the placeholders of the English one, trimmed, on one line. */
function textLike(english: string) {
  const [full = '', bare = full] = english.split('|');
  return z
    .string()
    .regex(/^\S(.*\S)?$/, 'is empty, or has blanks around it, or more than one line')
    .refine((text) => text.includes('|') === (bare !== full), 'has a bar, or lacks one')
    .refine(
      (text) => placesIn(text.split('|')[0] ?? '') === placesIn(full),
      `must have the places ${placesIn(full) || 'none'}`,
    )
    .refine((text) => placesIn(text.split('|')[1] ?? '') === '', 'has a place for a value behind the bar');
}

/** English refers to another text by `@group.name`; other languages may then omit the text, as they may a pending one. */
export function schemaLike(english: Texts, pending: readonly string[], path = ''): z.ZodType {
  const members = Object.entries(english).map(([name, text]) => {
    if (typeof text === 'object') return [name, schemaLike(text, pending, `${path}${name}.`)] as const;
    if (text.startsWith('@')) return [name, z.string().optional()] as const;
    return [name, pending.includes(path + name) ? textLike(text).optional() : textLike(text)] as const;
  });
  const schema = z.strictObject(Object.fromEntries(members));
  // A group that only refers to others is absent in other languages.
  return schema.safeParse({}).success ? schema.optional() : schema;
}
