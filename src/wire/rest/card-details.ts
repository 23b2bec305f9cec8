/**
 * The card in its three forms: sent by a server, sent by a browser, and in an answer (masked).
 * docs/wire/rest-interface.md "Nested objects" and "TxnResp"; docs/wire/rest.md section 3.
 *
 * The receiver removes blanks and hyphens from CardNumber, Cvn and the dates, so the schemas have no lengths for them.
 */
import type * as z from 'zod';
import { text, textUpTo, wireObject } from './wire-object.js';

/** The name Cvn is read in any case: as eight fixed spellings, so that a reader need not walk all member names. */
const CVN_SPELLINGS = ['CVN', 'cvn', 'CVn', 'CvN', 'cVN', 'cVn', 'cvN'];

const CARD_HOLDER_NAME_LENGTH = 50;

/** The card of a server call. CardNumber may be a DVToken; then Cvn and ExpiryDate may be absent. */
export const cardDetails = wireObject(
  'CardDetails',
  {
    CardHolderName: textUpTo(CARD_HOLDER_NAME_LENGTH),
    CardNumber: text('10 to 19 digits; blanks and hyphens are dropped'),
    Cvn: text('3 or 4 digits'),
    ExpiryDate: text('MMYY'),
  },
  { Cvn: CVN_SPELLINGS },
);
/** The card of a server call. */
export type CardDetails = z.output<typeof cardDetails>;

/** The card of a browser call; month and year are separate members of two digits. */
export const browserCardDetails = wireObject(
  'BrowserCardDetails',
  {
    CardHolderName: textUpTo(CARD_HOLDER_NAME_LENGTH),
    CardNumber: text('10 to 19 digits; blanks and hyphens are dropped'),
    Cvn: text('3 or 4 digits'),
    ExpiryDateMonth: text('Two digits'),
    ExpiryDateYear: text('Two digits'),
  },
  { Cvn: CVN_SPELLINGS },
);
/** The card of a browser call. */
export type BrowserCardDetails = z.output<typeof browserCardDetails>;

/** The card as version 2 answers it. */
export const maskedCardDetailsV2 = wireObject('MaskedCardDetailsV2', {
  CardHolderName: text(),
  ExpiryDate: text('MMYY'),
  MaskedCardNumber: text('First six digits, three dots, last three digits'),
});

/** The card as version 3 answers it. */
export const maskedCardDetailsV3 = wireObject('MaskedCardDetailsV3', {
  ...maskedCardDetailsV2.shape,
  Category: text('STANDARD or ATM'),
  Issuer: text(),
  IssuerCountryCode: text(),
  Localisation: text('domestic or international'),
  SubType: text('credit or debit'),
});
/** The card in an answer; version 2 does not have the last five members. */
export type MaskedCardDetails = z.output<typeof maskedCardDetailsV3>;
