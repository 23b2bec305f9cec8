/** Messages of the service's pages by field, in English. An error message says what to do. */
import { field } from '../../languages/generated/english/field.js';
import { sandbox } from '../../languages/generated/english/sandbox.js';

export type FieldId = keyof typeof sandbox.fields;

export const FIELD_MESSAGES = sandbox.fields;

/** The messages of the card fields by reason, as Florin's own fields say them. */
export const CARD_ERRORS = field.errors;

/** Messages of several pages. */
export const MESSAGES = sandbox;
