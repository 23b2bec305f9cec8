/** Reads a page's submitted form. */
import { writeAsciiDigits } from '../../core/card/digits.js';
import type { CardFieldState } from '../../core/card/field-state.js';
import { FIELD_TRAITS, type FormField } from './form-fields.js';
import type { FieldErrors, ShownValues } from './render-fields.js';
import { CARD_ERRORS, FIELD_MESSAGES, type FieldId } from './messages.js';

/** Values by field. Must not be stored, logged or shown. */
export type TypedTexts = Readonly<Partial<Record<FieldId, string>>>;

/** Maximum length of any field, in UTF-16 units. */
const LONGEST_TEXT = 300;

/**
 * Reads the fields of the page and ignores others.
 *
 * @returns null for a malformed body: a repeated field, control characters, or invalid UTF-8
 */
export function readForm(body: string | null, fields: readonly FormField[]): TypedTexts | null {
  if (body === null) return null;
  const sent = new URLSearchParams(body);
  const typed: Partial<Record<FieldId, string>> = {};
  for (const { id } of fields) {
    const texts = sent.getAll(FIELD_TRAITS[id].name);
    const [text = ''] = texts;
    if (texts.length > 1 || text.length > LONGEST_TEXT || /\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|\uFFFD/u.test(text)) return null;
    typed[id] = text.trim();
  }
  return typed;
}

export function checkForm(typed: TypedTexts, fields: readonly FormField[], now: number): FieldErrors {
  const errors: Partial<Record<FieldId, string>> = {};
  for (const { id, isRequired } of fields) {
    const text = typed[id] ?? '';
    if (text === '' && isRequired) errors[id] = FIELD_MESSAGES[id].empty;
    else if (text !== '') {
      const problem = problemOf(id, FIELD_TRAITS[id].check(text, now));
      if (problem) errors[id] = problem;
    }
  }
  return errors;
}

/** The message of a checked value, by its reason if it has one; empty for a valid value. */
function problemOf(id: FieldId, checked: boolean | CardFieldState): string {
  if (checked === true || (checked && checked.status === 'valid')) return '';
  const byReason: Readonly<Record<string, string>> =
    id in CARD_ERRORS ? CARD_ERRORS[id as keyof typeof CARD_ERRORS] : {};
  return (checked && 'reason' in checked && byReason[checked.reason]) || FIELD_MESSAGES[id].wrong;
}

/** Returns the values that may be shown again. */
export function shownValues(typed: TypedTexts): ShownValues {
  const shown = Object.entries(typed).filter(([id]) => !FIELD_TRAITS[id as FieldId].isSecret);
  return Object.fromEntries(shown);
}

/** Converts digits of any script to `0` to `9`. Null for an empty value. */
export function numberText(text: string | undefined): string | null {
  return text ? writeAsciiDigits(text).replace(/[^0-9]/g, '') : null;
}
