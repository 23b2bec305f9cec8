/**
 * The English texts of the fields. The texts of all elements are in src/languages/en.json, by group and name; the files of this
 * folder have their types and return them in the language of an element (languages.ts).
 */
import type { CardFieldReason } from '../../core/card/field-state.js';
import { field } from '../../languages/generated/english/field.js';
import type { FieldKind } from '../field/field-kind.js';

/** Why a field shows an error: the value is invalid or empty, the service refused it, or it was sent and is needed again. */
export type FieldProblem = CardFieldReason | 'empty' | 'refused' | 'again';

type FieldErrors = Partial<Record<FieldProblem, string>> & { readonly empty: string; readonly refused: string };

/** Each field has its own errors. */
export const fieldEnglish = field as Omit<typeof field, 'errors'> & {
  readonly errors: Readonly<Record<FieldKind, FieldErrors>>;
};
