/** Example bodies with the service's own test cards. The tests send the requests to a sandbox. */
import { addDVTokenAuthKeyRequest, txnAuthKeyRequest, updateDVTokenAuthKeyRequest } from '../../wire/rest/auth-key.js';
import {
  apiAnswer,
  authKeyAnswer,
  dvTokenAnswer,
  dvTokenListAnswer,
  submissionAnswer,
  txnAnswer,
  txnListAnswer,
} from '../../wire/rest/answers.js';
import { browserDVTokenRequest, dvTokenRequest, type DVTokenResp } from '../../wire/rest/dv-token.js';
import { iframeDVTokenRequest, iframeTxnRequest } from '../../wire/rest/iframe.js';
import { tokenSearchRequest, txnSearchRequest } from '../../wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequest } from '../../wire/rest/txn-req.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { writeAnswer, writeRequest, type MemberSpelling, type WireJson } from '../../wire/rest/write-wire.js';
import { TEST_CARDS, maskPan } from '../bank/test-cards.js';
import { SUCCESS } from '../rest/api-response.js';
import type { Version } from '../auth-key.js';

/** Request and response of an example. */
export interface Example {
  readonly request?: WireJson;
  readonly form?: Readonly<Record<string, string>>;
  readonly answer?: WireJson;
}

export const EXAMPLE_VALUES = {
  authKey: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  resultKey: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  txnNumber: '1042',
  dvToken: '5999990000000004',
  merchantShortName: 'DEMOSHOP',
} as const;

const PAN = TEST_CARDS[0]?.pan ?? '';
const CARD = { CardHolderName: 'Jane Citizen', CardNumber: PAN, ExpiryDate: '0539' };
const BROWSER_CARD = { CardHolderName: 'Jane Citizen', CardNumber: PAN, ExpiryDateMonth: '05', ExpiryDateYear: '39' };
const SHOP = 'https://shop.example/pay/return';
const TERMS = { Action: 'payment', Amount: 19_900, Crn1: 'order 1042', Currency: 'AUD', TestMode: true };
const { resultKey: RESULT_KEY, dvToken: DV_TOKEN } = EXAMPLE_VALUES;

const MASKED_CARD = {
  CardHolderName: 'Jane Citizen',
  ExpiryDate: '0539',
  MaskedCardNumber: maskPan(PAN),
  Category: 'STANDARD',
  Issuer: 'Florin Test Bank',
  IssuerCountryCode: 'AUS',
  Localisation: 'domestic',
  SubType: 'credit',
};

const TRANSACTION: TxnResp = {
  Action: 'payment',
  Amount: 19_900,
  AmountOriginal: 19_800,
  AmountSurcharge: 100,
  AuthoriseId: '372626',
  BankResponseCode: '00',
  CVNResult: { CVNResultCode: 'Unsupported' },
  CardDetails: MASKED_CARD,
  CardType: 'MC',
  Crn1: 'order 1042',
  Currency: 'AUD',
  EmailAddress: 'jane@example.com',
  FraudScreeningResponse: { ResponseCode: '', ResponseMessage: '', TxnRejected: false },
  IsCVNPresent: true,
  IsTestTxn: true,
  IsThreeDS: false,
  MerchantNumber: '5353109000000000',
  MerchantReference: 'attempt-1',
  ProcessedDateTime: '2026-03-04T15:06:07.1230000',
  RRN: '606315000001',
  ReceiptNumber: '80000001042',
  ResponseCode: '0',
  ResponseText: 'Approved',
  SettlementDate: '20260304',
  Source: 'api',
  StoreCard: false,
  SubType: 'single',
  TxnNumber: '1042',
  Type: 'internet',
};

const TOKEN: DVTokenResp = {
  CardDetails: MASKED_CARD,
  CardType: 'MC',
  Crn1: 'customer 7',
  DVToken: DV_TOKEN,
  EmailAddress: 'jane@example.com',
};

const REDIRECTION_URL = `${SHOP}?ResponseCode=0&ResponseText=Success&ResultKey=${RESULT_KEY}`;
const SUBMISSION = writeAnswer(submissionAnswer, {
  APIResponse: SUCCESS,
  RedirectionUrl: REDIRECTION_URL,
  ResultKey: RESULT_KEY,
});
const AUTH_KEY = writeAnswer(authKeyAnswer, { APIResponse: SUCCESS, AuthKey: EXAMPLE_VALUES.authKey });
const NOTHING = writeAnswer(apiAnswer, { APIResponse: SUCCESS });

const TOKEN_REQUEST = writeRequest(dvTokenRequest, { DVTokenReq: { CardDetails: CARD, Crn1: 'customer 7' } });
const BROWSER_TOKEN = writeRequest(browserDVTokenRequest, { DVTokenReq: { CardDetails: BROWSER_CARD } });
const IFRAME_TOKEN = writeRequest(iframeDVTokenRequest, { DVTokenReq: { Crn1: 'customer 7' } });
const PAYMENT_FORM = { ...BROWSER_CARD, CVN: '123' };

/** Examples by operation name. */
export function examplesOf(version: Version, spelling: MemberSpelling = {}): Record<string, Example> {
  const envelope = { APIResponse: SUCCESS };
  const transaction = writeAnswer(txnAnswer[version], { ...envelope, TxnResp: TRANSACTION }, spelling);
  const token = writeAnswer(dvTokenAnswer[version], { ...envelope, DVTokenResp: TOKEN }, spelling);
  const payment = { TxnReq: { ...TERMS, CardDetails: { ...CARD, Cvn: '123' } } };
  const key = { ProcessTxnData: TERMS, RedirectionUrl: SHOP, WebHookUrl: 'https://shop.example/pay/webhook' };
  return {
    processTransaction: {
      request: writeRequest(processTxnRequest[version], payment),
      answer: transaction,
    },
    getTransaction: { answer: transaction },
    searchTransactions: {
      request: writeRequest(txnSearchRequest, { SearchInput: { Crn1: 'order 1042', ResponseCode: '0' } }),
      answer: writeAnswer(txnListAnswer[version], { ...envelope, TxnRespList: [TRANSACTION] }, spelling),
    },
    createAuthKey: {
      request: writeRequest(txnAuthKeyRequest[version], key),
      answer: AUTH_KEY,
    },
    submitPayment: {
      request: writeRequest(browserTxnRequest, { TxnReq: { CardDetails: { ...BROWSER_CARD, Cvn: '123' } } }),
      form: PAYMENT_FORM,
      answer: SUBMISSION,
    },
    submitPaymentPairs: { form: PAYMENT_FORM },
    getResult: { answer: transaction },
    processIframeTransaction: {
      request: writeRequest(iframeTxnRequest, { TxnReq: { CardDetails: { CardHolderName: 'Jane Citizen' } } }),
      answer: SUBMISSION,
    },
    status: { answer: NOTHING },
    addToken: { request: TOKEN_REQUEST, answer: token },
    updateToken: {
      request: writeRequest(dvTokenRequest, { DVTokenReq: { EmailAddress: 'jane@example.com' } }),
      answer: token,
    },
    tokeniseTransaction: { answer: token },
    getToken: { answer: token },
    searchTokens: {
      request: writeRequest(tokenSearchRequest, { SearchInput: { Crn1: 'customer 7' } }),
      answer: writeAnswer(dvTokenListAnswer[version], { ...envelope, DVTokenRespList: [TOKEN] }, spelling),
    },
    deleteToken: { answer: NOTHING },
    createAddTokenAuthKey: {
      request: writeRequest(addDVTokenAuthKeyRequest, {
        FixedAddDVTokenData: { Crn1: 'customer 7' },
        RedirectionUrl: SHOP,
      }),
      answer: AUTH_KEY,
    },
    createUpdateTokenAuthKey: {
      request: writeRequest(updateDVTokenAuthKeyRequest, {
        FixedUpdateDVTokenData: { DVToken: DV_TOKEN },
        RedirectionUrl: SHOP,
      }),
      answer: AUTH_KEY,
    },
    submitToken: { request: BROWSER_TOKEN, form: BROWSER_CARD, answer: SUBMISSION },
    submitTokenPairs: { form: BROWSER_CARD },
    submitTokenUpdate: { request: BROWSER_TOKEN, form: BROWSER_CARD, answer: SUBMISSION },
    submitTokenUpdatePairs: { form: BROWSER_CARD },
    processIframeAddToken: { request: IFRAME_TOKEN, answer: SUBMISSION },
    processIframeUpdateToken: { request: IFRAME_TOKEN, answer: SUBMISSION },
    getTokenResult: { answer: token },
  };
}
