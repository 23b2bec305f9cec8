/**
 * The requests by which a server processes the service's own frame (T10, D11). The frame holds the number, the CVN or the
 * bank account, so they have no members for them. docs/wire/rest.md section 3, "TxnReqWithAuthKey"; that D11 has the
 * members of T10 is an assumption.
 */
import type * as z from 'zod';
import { browserCardDetails } from './card-details.js';
import { browserDVTokenReq } from './dv-token.js';
import { txnReqWithAuthKey } from './txn-req.js';
import { amount, wireObject } from './wire-object.js';

const { CardHolderName, ExpiryDateMonth, ExpiryDateYear } = browserCardDetails.shape;

/** Card details that the frame does not ask for; all members may be absent. */
export const iframeCardDetails = wireObject('IframeCardDetails', { CardHolderName, ExpiryDateMonth, ExpiryDateYear });
/** Card details that the frame does not ask for. */
export type IframeCardDetails = z.output<typeof iframeCardDetails>;

/** The transaction that a frame pays. Amounts are integers here; only forms send them as text in major units. */
export const iframeTxnReq = wireObject('IframeTxnReq', {
  ...txnReqWithAuthKey.shape,
  Amount: amount(),
  AmountOriginal: amount(),
  AmountSurcharge: amount(),
  CardDetails: iframeCardDetails.optional(),
});
/** The transaction that a frame pays. */
export type IframeTxnReq = z.output<typeof iframeTxnReq>;

const { AcceptBADirectDebitTC, BillerCode, Crn1, Crn2, Crn3, EmailAddress, TestMode } = browserDVTokenReq.shape;

/** The token that a frame stores. */
export const iframeDVTokenReq = wireObject('IframeDVTokenReq', {
  AcceptBADirectDebitTC,
  BillerCode,
  CardDetails: iframeCardDetails.optional(),
  Crn1,
  Crn2,
  Crn3,
  EmailAddress,
  TestMode,
});
/** The token that a frame stores. */
export type IframeDVTokenReq = z.output<typeof iframeDVTokenReq>;

/** T10. */
export const iframeTxnRequest = wireObject('IframeTxnRequest', { TxnReq: iframeTxnReq });

/** D11. */
export const iframeDVTokenRequest = wireObject('IframeDVTokenRequest', { DVTokenReq: iframeDVTokenReq });
