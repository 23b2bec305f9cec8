/**
 * What a shopper reads and hears in the fields. The texts of all elements, by group and name, are src/languages/en.json; the
 * files of this folder have their types, and put the texts of another language in their place (languages.ts).
 */
import type { CardFieldReason } from '../../core/card/field-state.js';
import { field } from '../../languages/generated/english/field.js';
import type { FieldKind } from '../field/field-kind.js';

/** Why a field shows an error: it cannot be sent as it stands, it is empty, or the service refused what was sent. */
export type FieldProblem = CardFieldReason | 'empty' | 'refused';

type FieldErrors = Partial<Record<FieldProblem, string>> & { readonly empty: string; readonly refused: string };

/** The table of English. Each field has errors of its own. */
export const fieldEnglish = field as Omit<typeof field, 'errors'> & {
  readonly errors: Readonly<Record<FieldKind, FieldErrors>>;
};
