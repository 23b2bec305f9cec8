/** `florin-server/service`: clients of the payment service for REST and SOAP, over `fetch`. docs/guides/rest-client.md */
export { FlorinError, isFlorinError, type FlorinErrorAudience, type FlorinErrorCode } from '../core/errors.js';
export type { Money } from '../core/money/money.js';
export type { Advice, Outcome } from '../core/outcome.js';
export type { SubmissionAnswer } from '../wire/rest/answers.js';
export type { AddDVTokenAuthKeyRequest } from '../wire/rest/auth-key.js';
export type { BankAccountDetails } from '../wire/rest/bank-account-details.js';
export type { CardDetails } from '../wire/rest/card-details.js';
export type { DVTokenResp, DVTokenRespV2 } from '../wire/rest/dv-token.js';
export type { IframeDVTokenReq, IframeTxnReq } from '../wire/rest/iframe.js';
export type { TxnResp, TxnRespV2 } from '../wire/rest/txn-resp.js';
export type { WireRule } from '../wire/rest/wire-error.js';
export type { AnswerTime, Fetch, FetchAnswer, FetchInit } from './exchange.js';
export { capture, refund, reverse, type FollowUp, type TransactionProcessor } from './follow-ups.js';
export { outcomeOf } from './outcome-of.js';
export type { RestClient, RestVersion } from './rest-api.js';
export type { CallOptions } from './rest-call.js';
export { createRestClient, type OddMember, type RestClientOptions } from './rest-client.js';
export { searchAllTokens, searchAllTransactions, type DateRange } from './search-all.js';
export { tokenise, type Tokenisation } from './tokenise.js';
export type {
  SoapCallOptions,
  SoapClient,
  SoapCredentials,
  SoapMethodName,
  SoapParameters,
  SoapResult,
} from './soap-api.js';
export type { SoapFetchAnswer } from './soap-answer.js';
export { createSoapClient, type SoapClientOptions } from './soap-client.js';
export {
  readSoapField,
  SOAP_OPERATIONS,
  type SoapAccess,
  type SoapField,
  type SoapOperationInfo,
} from './soap-describe.js';
export type { SoapVersion } from '../wire/soap/namespaces.js';
export type { OperationName } from '../wire/soap/operations.js';
export type {
  BankAccountTokenRequest,
  BatchStats,
  DataVaultToken,
  SettlementFile,
  TokenRequest,
  TokenSearch,
  Txn,
  TxnRequest,
  TxnResponse,
  TxnSearch,
} from '../wire/soap/types.js';
export type {
  FollowUpReq,
  GivenCard,
  PaymentReq,
  TokenisationMode,
  TxnAuthKeyRequest,
  TxnAuthKeyRequestV2,
  TxnReq,
  TxnReqV2,
} from './txn-req.js';
export type {
  AddTokenReq,
  NewBankAccount,
  NewCard,
  TokenSearchInput,
  TxnSearchInput,
  UpdateDVTokenAuthKeyRequest,
  UpdateTokenReq,
} from './token-req.js';
export type { Action, CardType, CvnResultCode, Source, SubType, TxnType } from '../wire/codes.js';
