/** The four fields of a card: their HTML attributes, their formatting and their rules. */
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

/** A field of a card. */
export type FieldKind = 'number' | 'expiry' | 'cvn' | 'name';

/** The values besides its text that a field's rules depend on. */
export interface FieldContext {
  /** Ids of the brands that the shop accepts; all if absent. */
  readonly accepted?: readonly string[] | undefined;
  /** The brand of the typed number; it determines the length of the security code. */
  readonly brand?: CardBrand | undefined;
  /** Accepts month 99, which selects the answer of the service in test mode. */
  readonly allowTestMonth?: boolean;
}

/** One row of the table. */
export interface FieldTraits {
  /** Formats after an edit; absent if the text needs no formatting. */
  readonly edit?: (before: EditState, after: EditState, inputType: string, context: FieldContext) => EditState;
  readonly check: (text: string, context: FieldContext) => CardFieldState;
}

/**
 * HTML, "Autofill field". Also the names of the inputs: they never change, so that password
 * managers recognise the field.
 */
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

/** A card is valid until the last day of its month in every time zone, because its bank can be in any. */
function thisMonth() {
  const farthestWest = new Date(Date.now() - 12 * 3_600_000);
  return { year: farthestWest.getUTCFullYear(), month: farthestWest.getUTCMonth() + 1 };
}
