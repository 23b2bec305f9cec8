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
  /** Stable, so that password managers find the field again. */
  readonly name: string;
  /** HTML, "Autofill field". */
  readonly autocomplete: AutoFill;
  /** Digits run from left to right in every script; a name runs as it is written. */
  readonly direction: 'ltr' | 'auto';
  /** Formats after an edit; absent where text stands as typed. */
  readonly edit?: (before: EditState, after: EditState, inputType: string, context: FieldContext) => EditState;
  readonly check: (text: string, context: FieldContext) => CardFieldState;
}

export const FIELD_TRAITS: Readonly<Record<FieldKind, FieldTraits>> = {
  number: {
    name: 'cc-number',
    autocomplete: 'cc-number',
    direction: 'ltr',
    edit: editCardNumber,
    check: (text, context) => checkCardNumber(readDigits(text), context),
  },
  expiry: {
    name: 'cc-exp',
    autocomplete: 'cc-exp',
    direction: 'ltr',
    edit: editExpiry,
    check: (text, context) => checkExpiry(text, thisMonth(), context),
  },
  cvn: {
    name: 'cc-csc',
    autocomplete: 'cc-csc',
    direction: 'ltr',
    edit: (before, after, inputType, { brand }) => editCvn(before, after, longestCvn(brand), inputType),
    check: (text, { brand }) => checkCvn(readDigits(text), brand),
  },
  name: {
    name: 'cc-name',
    autocomplete: 'cc-name',
    direction: 'auto',
    check: checkHolderName,
  },
};

function thisMonth() {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
}
