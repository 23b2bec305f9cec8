/**
 * A transaction as it is answered. sources/rest-interface.md "TxnResp"; wire/rest.md section 3.
 *
 * Answers carry types but no lengths: an answer that is longer than expected must stay readable, because money may
 * have moved. `ResponseCode` is a text here and a number in APIResponse.
 */
import type * as z from 'zod';
import { bankAccountDetailsResp } from './bank-account-details.js';
import { maskedCardDetailsV2, maskedCardDetailsV3 } from './card-details.js';
import { fraudScreeningResponse } from './fraud-screening.js';
import { statementDescriptorResp } from './statement-descriptor.js';
import { amount, flag, text, wireObject, type Spellings } from './wire-object.js';

/** What the issuer said of the CVN. */
export const cvnResult = wireObject('CVNResult', { CVNResultCode: text('M, N, P, S, U or Unsupported') });
/** What the issuer said of the CVN. */
export type CvnResult = z.output<typeof cvnResult>;

/** The outcome of 3-D Secure; null when there was none. */
export const threeDSResponse = wireObject('ThreeDSResponse', {
  Eci: text('05 authenticated, 06 not'),
  Enrolled: text('Y, N or U'),
  Status: text('Y, N, A or U'),
  VerifySecurityLevel: text(),
  VerifyStatus: text(),
  VerifyToken: text(),
  VerifyType: text('3DS or SPA'),
  XID: text(),
});
/** The outcome of 3-D Secure. */
export type ThreeDSResponse = z.output<typeof threeDSResponse>;

/** The manual's samples end the name with a blank, and copies of them with two; the real service does not. */
const SPELLINGS: Spellings = { MerchantNumber: ['MerchantNumber ', 'MerchantNumber  '] };

/** A transaction as version 2 answers it. */
export const txnRespV2 = wireObject(
  'TxnRespV2',
  {
    Action: text(),
    Agent: text('Always null'),
    Amount: amount(),
    AmountOriginal: amount(),
    AmountSurcharge: amount(),
    AuthoriseId: text('Issued by the acquirer; not every acquirer returns it'),
    BankAccountDetails: bankAccountDetailsResp.optional(),
    BankResponseCode: text('Two digits'),
    BillerCode: text(),
    CVNResult: cvnResult.optional(),
    CardDetails: maskedCardDetailsV2.optional(),
    CardType: text('AX, DC, JC, MC or VC'),
    Crn1: text(),
    Crn2: text(),
    Crn3: text(),
    Currency: text('ISO 4217 code'),
    DVToken: text('The stored token, when one was created'),
    EmailAddress: text(),
    FraudScreeningResponse: fraudScreeningResponse.optional(),
    IsCVNPresent: flag(),
    IsTestTxn: flag(),
    IsThreeDS: flag(),
    MerchantNumber: text(),
    MerchantReference: text(),
    OriginalTxnNumber: text(),
    ProcessedDateTime: text('Australian Eastern local date-time with seven fraction digits and no offset'),
    RRN: text('Retrieval reference number'),
    ReceiptNumber: text(),
    ResponseCode: text('"0" means approved; any other value is a decline or an error'),
    ResponseText: text(),
    SettlementDate: text('YYYYMMDD'),
    Source: text(),
    StoreCard: flag(),
    SubType: text(),
    ThreeDSResponse: threeDSResponse.optional(),
    TxnNumber: text(),
    Type: text(),
  },
  SPELLINGS,
);
/** A transaction as version 2 answers it. */
export type TxnRespV2 = z.output<typeof txnRespV2>;

/** A transaction as version 3 answers it. */
export const txnRespV3 = wireObject(
  'TxnRespV3',
  {
    ...txnRespV2.shape,
    CardDetails: maskedCardDetailsV3.optional(),
    StatementDescriptor: statementDescriptorResp.optional(),
  },
  SPELLINGS,
);
/** A transaction as it is answered; version 2 leaves StatementDescriptor and the card's extra members out. */
export type TxnResp = z.output<typeof txnRespV3>;
