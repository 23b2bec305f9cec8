/** What a page's form sent. */
import { writeAsciiDigits } from '../../core/card/digits.js';
import { FIELD_TRAITS, type FormField } from './form-fields.js';
import type { FieldErrors, ShownValues } from './render-fields.js';
import { FIELD_WORDS, type FieldId } from './words.js';

/** Texts by field; not to be stored, logged or shown. */
export type TypedTexts = Readonly<Partial<Record<FieldId, string>>>;

/** Longest text of any field that is looked at, in UTF-16 units. */
const LONGEST_TEXT = 300;

/**
 * Reads the fields that the page has; others are ignored.
 *
 * @returns null for a body that no form of ours sends: a field that comes twice, control characters, no UTF-8
 */
export function readForm(body: string | null, fields: readonly FormField[]): TypedTexts | null {
  if (body === null) return null;
  const sent = new URLSearchParams(body);
  const typed: Partial<Record<FieldId, string>> = {};
  for (const { id } of fields) {
    const texts = sent.getAll(FIELD_TRAITS[id].name);
    const [text = ''] = texts;
    if (texts.length > 1 || text.length > LONGEST_TEXT || /\p{Cc}|\p{Cs}|\uFFFD/u.test(text)) return null;
    typed[id] = text.trim();
  }
  return typed;
}

/** What is wrong with what was typed, by field. */
export function checkForm(typed: TypedTexts, fields: readonly FormField[], now: number): FieldErrors {
  const errors: Partial<Record<FieldId, string>> = {};
  for (const { id, isRequired } of fields) {
    const text = typed[id] ?? '';
    if (text === '' && isRequired) errors[id] = FIELD_WORDS[id].empty;
    else if (text !== '' && !FIELD_TRAITS[id].check(text, now)) errors[id] = FIELD_WORDS[id].wrong;
  }
  return errors;
}

/** What may be shown again. */
export function shownValues(typed: TypedTexts): ShownValues {
  const shown = Object.entries(typed).filter(([id]) => !FIELD_TRAITS[id as FieldId].isSecret);
  return Object.fromEntries(shown);
}

/** A number as the wire takes it: digits of any script as `0` to `9`. Null when nothing was typed. */
export function numberText(text: string | undefined): string | null {
  return text ? writeAsciiDigits(text).replace(/[^0-9]/g, '') : null;
}
