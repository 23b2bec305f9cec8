/** Stored tokens in requests and answers (D1 to D12). docs/wire/rest.md section 3. */
import type * as z from 'zod';
import { bankAccountDetails, bankAccountDetailsResp } from './bank-account-details.js';
import { browserCardDetails, cardDetails, maskedCardDetailsV2, maskedCardDetailsV3 } from './card-details.js';
import { emailAddress, flag, lenient, references, text, wireObject } from './wire-object.js';

const shape = {
  AcceptBADirectDebitTC: flag('The payer accepts the direct debit: a browser must send true for a bank account'),
  BankAccountDetails: bankAccountDetails.optional(),
  ...references(),
  EmailAddress: emailAddress(),
  TestMode: flag(),
};

/** A card or a bank account to be stored, as a server sends it. */
export const dvTokenReq = wireObject('DVTokenReq', { ...shape, CardDetails: cardDetails.optional() });
/** A card or a bank account to be stored, as a server sends it. */
export type DVTokenReq = z.output<typeof dvTokenReq>;

/** A card or a bank account to be stored, as a browser sends it. */
export const browserDVTokenReq = wireObject('BrowserDVTokenReq', {
  ...shape,
  CardDetails: browserCardDetails.optional(),
});
/** A card or a bank account to be stored, as a browser sends it. */
export type BrowserDVTokenReq = z.output<typeof browserDVTokenReq>;

/** D1 and D2. */
export const dvTokenRequest = wireObject('DVTokenRequest', { DVTokenReq: dvTokenReq });

/** D9 to D11. */
export const browserDVTokenRequest = wireObject('BrowserDVTokenRequest', { DVTokenReq: browserDVTokenReq });

/** A stored token as version 2 answers it. */
const dvTokenRespV2 = wireObject('DVTokenRespV2', {
  BankAccountDetails: lenient(bankAccountDetailsResp.optional()),
  CardDetails: lenient(maskedCardDetailsV2.optional()),
  CardType: lenient(text('AX, DC, JC, MC or VC')),
  Crn1: text(),
  Crn2: text(),
  Crn3: text(),
  DVToken: text('16 digits that start with 599999'),
  EmailAddress: lenient(text()),
});
/** A stored token as version 2 answers it. */
export type DVTokenRespV2 = z.output<typeof dvTokenRespV2>;

/** A stored token as version 3 answers it. */
const dvTokenRespV3 = wireObject('DVTokenRespV3', {
  ...dvTokenRespV2.shape,
  CardDetails: lenient(maskedCardDetailsV3.optional()),
});
/** A stored token in an answer; version 2 does not have the last five members of the card. */
export type DVTokenResp = z.output<typeof dvTokenRespV3>;

/** A stored token in an answer, by version. */
export const dvTokenResp = { v2: dvTokenRespV2, v3: dvTokenRespV3 };
