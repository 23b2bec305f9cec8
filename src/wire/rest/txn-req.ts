/** Requests for a transaction: from a server (T1) and from a browser (T5, T10). */
import * as z from 'zod';
import { browserCardDetails, cardDetails } from './card-details.js';
import { customer } from './customer.js';
import { FINGERPRINT_SPELLINGS, fraudScreeningRequestV2, fraudScreeningRequestV3 } from './fraud-screening.js';
import { order } from './order.js';
import { statementDescriptor } from './statement-descriptor.js';
import { amount, currency, emailAddress, flag, reference, references, text, whole, wireObject } from './wire-object.js';

/** The members that TxnReq and ProcessTxnData share. */
export const txnTerms = {
  Action: text('payment, preauth, refund, unmatched_refund, capture, reversal; version 3 also verify_only'),
  Amount: amount(),
  AmountOriginal: amount('Amount without surcharge; for information only'),
  AmountSurcharge: amount('Surcharge; for information only'),
  ...references(),
  Currency: currency(),
  Customer: customer.optional(),
  EmailAddress: emailAddress(),
  MerchantReference: reference(),
  Order: order.optional(),
  SubType: text('single or recurring'),
  TestMode: flag('When true no bank is asked'),
  TokenisationMode: whole('0 to 3'),
  Type: text('callcentre, cardpresent, ecommerce, internet, ivr, mailorder or telephoneorder'),
};

/** Version 2's request of Process transaction. docs/wire/rest-interface.md "TxnReq". */
export const txnReqV2 = wireObject('TxnReqV2', {
  ...txnTerms,
  CardDetails: cardDetails.optional(),
  FraudScreeningRequest: fraudScreeningRequestV2.optional(),
  OriginalTxnNumber: reference(),
  StoreCard: flag(),
});
/** Version 2's request of Process transaction. */
export type TxnReqV2 = z.output<typeof txnReqV2>;

/** Version 3's request of Process transaction. */
export const txnReqV3 = wireObject('TxnReqV3', {
  ...txnReqV2.shape,
  FraudScreeningRequest: fraudScreeningRequestV3.optional(),
  StatementDescriptor: statementDescriptor.optional(),
});
/** The request of Process transaction, version 3; version 2's is the same without StatementDescriptor. */
export type TxnReq = z.output<typeof txnReqV3>;

/**
 * An amount in a browser's request: a JSON integer is the lowest denomination, a text is major units, with or without
 * a point. docs/wire/rest.md section 3, "Amount in the browser request".
 */
function browserAmount() {
  return z.union([z.int(), z.string()]).optional();
}

/** A browser's request with an AuthKey. Values that the key fixes win over these. */
export const txnReqWithAuthKey = wireObject(
  'TxnReqWithAuthKey',
  {
    Amount: browserAmount(),
    AmountOriginal: browserAmount(),
    AmountSurcharge: browserAmount(),
    CardDetails: browserCardDetails.optional(),
    ...references(),
    Currency: currency(),
    EmailAddress: emailAddress(),
    FraudScreeningDeviceFingerprint: text(),
    MerchantReference: reference(),
    StoreCard: flag(),
  },
  { FraudScreeningDeviceFingerprint: FINGERPRINT_SPELLINGS },
);
/** A browser's request with an AuthKey. */
export type TxnReqWithAuthKey = z.output<typeof txnReqWithAuthKey>;

/** T1, by version. */
export const processTxnRequest = {
  v2: wireObject('ProcessTxnRequestV2', { TxnReq: txnReqV2 }),
  v3: wireObject('ProcessTxnRequestV3', { TxnReq: txnReqV3 }),
};

/** T5 and T10. */
export const browserTxnRequest = wireObject('BrowserTxnRequest', { TxnReq: txnReqWithAuthKey });
