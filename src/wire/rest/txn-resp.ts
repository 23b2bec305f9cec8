/**
 * A transaction in an answer. docs/wire/rest-interface.md "TxnResp"; docs/wire/rest.md section 3.
 *
 * The schemas of answers have no lengths: a text that is longer than expected must stay readable, because money may have
 * moved. `ResponseCode` is a string here and a number in APIResponse. Members that decide whether, for what and how much was
 * paid are strict; the others are `lenient`, so that one odd text of a facility does not hide all its payments.
 */
import type * as z from 'zod';
import { bankAccountDetailsResp } from './bank-account-details.js';
import { maskedCardDetailsV2, maskedCardDetailsV3 } from './card-details.js';
import { fraudScreeningResponse } from './fraud-screening.js';
import { statementDescriptorResp } from './statement-descriptor.js';
import { answeredAmount, flag, lenient, text, wireObject, type Spellings } from './wire-object.js';

/** The issuer's result of the CVN check. */
export const cvnResult = wireObject('CVNResult', { CVNResultCode: text('M, N, P, S, U or Unsupported') });

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

/** The samples of the interface end the name with a blank, copies of them with two; the real service has none. */
const SPELLINGS: Spellings = { MerchantNumber: ['MerchantNumber ', 'MerchantNumber  '] };

/** A transaction as version 2 answers it. */
const txnRespV2 = wireObject(
  'TxnRespV2',
  {
    Action: text(),
    Agent: lenient(text('Always null')),
    Amount: answeredAmount(),
    AmountOriginal: answeredAmount(),
    AmountSurcharge: answeredAmount(),
    AuthoriseId: lenient(text('Issued by the acquirer; not every acquirer returns it')),
    BankAccountDetails: lenient(bankAccountDetailsResp.optional()),
    BankResponseCode: text('Two digits'),
    BillerCode: text(),
    CVNResult: lenient(cvnResult.optional()),
    CardDetails: lenient(maskedCardDetailsV2.optional()),
    CardType: lenient(text('AX, DC, JC, MC or VC')),
    Crn1: text(),
    Crn2: text(),
    Crn3: text(),
    Currency: text('ISO 4217 code'),
    DVToken: text('The stored token, when one was created'),
    EmailAddress: lenient(text()),
    FraudScreeningResponse: lenient(fraudScreeningResponse.optional()),
    IsCVNPresent: lenient(flag()),
    IsTestTxn: flag(),
    IsThreeDS: lenient(flag()),
    MerchantNumber: text(),
    MerchantReference: text(),
    OriginalTxnNumber: text(),
    ProcessedDateTime: text('Australian Eastern local date-time with seven fraction digits and no offset'),
    RRN: lenient(text('Retrieval reference number')),
    ReceiptNumber: lenient(text()),
    ResponseCode: text('"0" means approved; any other value is a decline or an error'),
    ResponseText: lenient(text()),
    SettlementDate: lenient(text('YYYYMMDD')),
    Source: lenient(text()),
    StoreCard: lenient(flag()),
    SubType: lenient(text()),
    ThreeDSResponse: lenient(threeDSResponse.optional()),
    TxnNumber: text(),
    Type: lenient(text()),
  },
  SPELLINGS,
);
/** A transaction as version 2 answers it. */
export type TxnRespV2 = z.output<typeof txnRespV2>;

/** A transaction as version 3 answers it. */
const txnRespV3 = wireObject(
  'TxnRespV3',
  {
    ...txnRespV2.shape,
    CardDetails: lenient(maskedCardDetailsV3.optional()),
    StatementDescriptor: lenient(statementDescriptorResp.optional()),
  },
  SPELLINGS,
);
/** A transaction in an answer; version 2 has no StatementDescriptor and fewer members of the card. */
export type TxnResp = z.output<typeof txnRespV3>;

/** A transaction in an answer, by version. */
export const txnResp = { v2: txnRespV2, v3: txnRespV3 };
