/** The four fields of a card: what a browser should know about each, how it is formatted, what is right in it. */
import type { CardBrand } from '../../core/card/brand.js';
import { checkCardNumber } from '../../core/card/card-number.js';
import { checkCvn, longestCvn } from '../../core/card/cvn.js';
import { readDigits } from '../../core/card/digits.js';
import { editCardNumber, editCvn } from '../../core/card/edit-card-number.js';
import type { EditState } from '../../core/card/edit.js';
import { editExpiry } from '../../core/card/edit-expiry.js';
import { checkExpiry } from '../../core/card/expiry.js';
import type { CardFieldState } from '../../core/card/field-state.js';
import { checkHolderName } from '../../core/card/holder-name.js';

export type FieldKind = 'number' | 'expiry' | 'cvn' | 'name';

/** What a field's rules depend on besides its text. */
export interface FieldContext {
  /** Ids of the brands that the shop takes; all when absent. */
  readonly accepted?: readonly string[] | undefined;
  /** Of the number typed so far: decides the length of the security code. */
  readonly brand?: CardBrand | undefined;
  /** Takes month 99, by which the service's test mode is told what to answer. */
  readonly allowTestMonth?: boolean;
}

/** One row of the table. */
export interface FieldTraits {
  /** Formats after an edit; absent where text stands as typed. */
  readonly edit?: (before: EditState, after: EditState, inputType: string, context: FieldContext) => EditState;
  readonly check: (text: string, context: FieldContext) => CardFieldState;
}

/** HTML, "Autofill field". The names of the inputs too: they are stable, so that password managers find the field again. */
export const AUTOCOMPLETE = {
  number: 'cc-number',
  expiry: 'cc-exp',
  cvn: 'cc-csc',
  name: 'cc-name',
} as const satisfies Readonly<Record<FieldKind, AutoFill>>;

export const FIELD_TRAITS: Readonly<Record<FieldKind, FieldTraits>> = {
  number: {
    edit: editCardNumber,
    check: (text, context) => checkCardNumber(readDigits(text), context),
  },
  expiry: {
    edit: editExpiry,
    check: (text, context) => checkExpiry(text, thisMonth(), context),
  },
  cvn: {
    edit: (before, after, inputType, { brand }) => editCvn(before, after, longestCvn(brand), inputType),
    check: (text, { brand }) => checkCvn(readDigits(text), brand),
  },
  name: { check: checkHolderName },
};

function thisMonth() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
