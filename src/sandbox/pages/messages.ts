/** Messages of the service's pages by field, in English. An error message says what to do. */
import { field } from '../../languages/generated/english/field.js';
import { sandbox } from '../../languages/generated/english/sandbox.js';

/** Fields of the pages in display order. */
export type FieldId =
  | 'amount'
  | 'crn1'
  | 'crn2'
  | 'crn3'
  | 'number'
  | 'expiry'
  | 'cvn'
  | 'name'
  | 'bsb'
  | 'account'
  | 'holder'
  | 'email'
  | 'store'
  | 'agree';

/** Messages of one field. */
export interface FieldMessages {
  readonly label: string;
  readonly hint: string;
  readonly empty: string;
  readonly wrong: string;
}

export const FIELD_MESSAGES: Readonly<Record<FieldId, FieldMessages>> = sandbox.fields;

/** The messages of the card fields by reason, as Florin's own fields say them. */
export const CARD_ERRORS = field.errors;

/** Messages of several pages. */
export const MESSAGES = sandbox;
