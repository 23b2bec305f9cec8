/**
 * What a server sends when it processes the service's own frame (T10, D11): the frame holds the number, the CVN or the
 * bank account, so no member for them stands here. wire/rest.md section 3, "TxnReqWithAuthKey"; that D11 is like T10 is
 * our reading.
 */
import type * as z from 'zod';
import { browserCardDetails } from './card-details.js';
import { browserDVTokenReq } from './dv-token.js';
import { txnReqWithAuthKey } from './txn-req.js';
import { amount, wireObject } from './wire-object.js';

const { CardHolderName, ExpiryDateMonth, ExpiryDateYear } = browserCardDetails.shape;

/** The card beside a frame; all members may be absent. */
export const iframeCardDetails = wireObject('IframeCardDetails', { CardHolderName, ExpiryDateMonth, ExpiryDateYear });
/** The card beside a frame. */
export type IframeCardDetails = z.output<typeof iframeCardDetails>;

/** The transaction beside a frame. Amounts are whole numbers here: texts in major units are for forms. */
export const iframeTxnReq = wireObject('IframeTxnReq', {
  ...txnReqWithAuthKey.shape,
  Amount: amount(),
  AmountOriginal: amount(),
  AmountSurcharge: amount(),
  CardDetails: iframeCardDetails.optional(),
});
/** The transaction beside a frame. */
export type IframeTxnReq = z.output<typeof iframeTxnReq>;

const { AcceptBADirectDebitTC, BillerCode, Crn1, Crn2, Crn3, EmailAddress, TestMode } = browserDVTokenReq.shape;

/** The token beside a frame. */
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
/** The token beside a frame. */
export type IframeDVTokenReq = z.output<typeof iframeDVTokenReq>;

/** T10. */
export const iframeTxnRequest = wireObject('IframeTxnRequest', { TxnReq: iframeTxnReq });
/** T10. */
export type IframeTxnRequest = z.output<typeof iframeTxnRequest>;

/** D11. */
export const iframeDVTokenRequest = wireObject('IframeDVTokenRequest', { DVTokenReq: iframeDVTokenReq });
/** D11. */
export type IframeDVTokenRequest = z.output<typeof iframeDVTokenRequest>;
