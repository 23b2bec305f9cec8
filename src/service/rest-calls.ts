/**
 * The tables of calls, one for each version, in the order of docs/wire/rest.md section 2. A missing row, or a row that
 * reads or writes another object than its method, does not compile (`fits`).
 */
import {
  authKeyAnswer,
  dvTokenAnswerV2,
  dvTokenAnswerV3,
  dvTokenListAnswerV2,
  dvTokenListAnswerV3,
  txnAnswerV2,
  txnAnswerV3,
  txnListAnswerV2,
  txnListAnswerV3,
} from '../wire/rest/answers.js';
import {
  addDVTokenAuthKeyRequest,
  txnAuthKeyRequestV2,
  txnAuthKeyRequestV3,
  updateDVTokenAuthKeyRequest,
} from '../wire/rest/auth-key.js';
import { dvTokenRequest } from '../wire/rest/dv-token.js';
import { iframeDVTokenRequest, iframeTxnRequest } from '../wire/rest/iframe.js';
import { tokenSearchRequest, txnSearchRequest } from '../wire/rest/search-input.js';
import { processTxnRequestV2, processTxnRequestV3 } from '../wire/rest/txn-req.js';
import { list, noPayload, payload, submission } from './read-answer.js';
import type { RestClient, RestVersion } from './rest-api.js';
import { row, type FittingCalls } from './rest-call.js';
import type {
  AddTokenReq,
  TokenSearchInput,
  TxnSearchInput,
  UpdateDVTokenAuthKeyRequest,
  UpdateTokenReq,
} from './token-req.js';
import type { TxnAuthKeyRequest, TxnAuthKeyRequestV2, TxnReq, TxnReqV2 } from './txn-req.js';
import { bare, noBody, wrapped, type BodyWriter } from './write-body.js';

/** Returns the table; compiles only if each of its rows matches its method. */
export function fits<Version extends RestVersion>() {
  return <Table>(table: Table & FittingCalls<RestClient<Version>, Table>): Table => table;
}

const newToken: BodyWriter<[AddTokenReq]> = wrapped(dvTokenRequest, 'DVTokenReq');
const changedToken: BodyWriter<[UpdateTokenReq]> = wrapped(dvTokenRequest, 'DVTokenReq');
const updateKey: BodyWriter<[UpdateDVTokenAuthKeyRequest]> = bare(updateDVTokenAuthKeyRequest);
const iframeToken = wrapped(iframeDVTokenRequest, 'DVTokenReq');
const txnSearch: BodyWriter<[TxnSearchInput]> = wrapped(txnSearchRequest, 'SearchInput');
const tokenSearch: BodyWriter<[TokenSearchInput]> = wrapped(tokenSearchRequest, 'SearchInput');
const authKey = payload(authKeyAnswer, 'AuthKey');

/** The rows that both versions share. */
const common = {
  /** T10 */
  processIframeTransaction: row(
    'POST',
    '/txns/processiframetxn/{authKey}',
    wrapped(iframeTxnRequest, 'TxnReq'),
    submission,
  ),
  /** T11 */
  status: row('GET', '/status/', noBody, noPayload),
  /** D6 */
  deleteToken: row('DELETE', '/dvtokens/{dvToken}', noBody, noPayload),
  /** D7 */
  createAddTokenAuthKey: row('POST', '/dvtokens/adddvtokenauthkey', bare(addDVTokenAuthKeyRequest), authKey),
  /** D8 */
  createUpdateTokenAuthKey: row('POST', '/dvtokens/updatedvtokenauthkey', updateKey, authKey),
  /** D11 */
  processIframeAddToken: row('POST', '/dvtokens/iframe/add/{authKey}', iframeToken, submission),
  /** D11 */
  processIframeUpdateToken: row('POST', '/dvtokens/iframe/update/{authKey}', iframeToken, submission),
};

const txnReqV2: BodyWriter<[TxnReqV2]> = wrapped(processTxnRequestV2, 'TxnReq');
const txnKeyV2: BodyWriter<[TxnAuthKeyRequestV2]> = bare(txnAuthKeyRequestV2);
const txnV2 = payload(txnAnswerV2, 'TxnResp');
const dvTokenV2 = payload(dvTokenAnswerV2, 'DVTokenResp');

const v2 = fits<'v2'>()({
  ...common,
  /** T1 */
  processTransaction: row('POST', '/txns/', txnReqV2, txnV2),
  /** T2 */
  getTransaction: row('GET', '/txns/{txnNumber}', noBody, txnV2),
  /** T3 */
  searchTransactions: row('POST', '/txns/search', txnSearch, list(txnListAnswerV2, 'TxnRespList')),
  /** T4 */
  createAuthKey: row('POST', '/txns/processtxnauthkey', txnKeyV2, authKey),
  /** T8 */
  getResult: row('GET', '/txns/withauthkey/{resultKey}', noBody, txnV2),
  /** D1 */
  addToken: row('POST', '/dvtokens/', newToken, dvTokenV2),
  /** D2 */
  updateToken: row('PUT', '/dvtokens/{dvToken}', changedToken, dvTokenV2),
  /** D3 */
  tokeniseTransaction: row('POST', '/dvtokens/txn/{txnNumber}', noBody, dvTokenV2),
  /** D4 */
  getToken: row('GET', '/dvtokens/{dvToken}', noBody, dvTokenV2),
  /** D5 */
  searchTokens: row('POST', '/dvtokens/search', tokenSearch, list(dvTokenListAnswerV2, 'DVTokenRespList')),
  /** D12 */
  getTokenResult: row('GET', '/dvtokens/withauthkey/{resultKey}', noBody, dvTokenV2),
});

const txnReqV3: BodyWriter<[TxnReq]> = wrapped(processTxnRequestV3, 'TxnReq');
const txnKeyV3: BodyWriter<[TxnAuthKeyRequest]> = bare(txnAuthKeyRequestV3);
const txnV3 = payload(txnAnswerV3, 'TxnResp');
const dvTokenV3 = payload(dvTokenAnswerV3, 'DVTokenResp');

const v3 = fits<'v3'>()({
  ...common,
  /** T1 */
  processTransaction: row('POST', '/txns/', txnReqV3, txnV3),
  /** T2 */
  getTransaction: row('GET', '/txns/{txnNumber}', noBody, txnV3),
  /** T3 */
  searchTransactions: row('POST', '/txns/search', txnSearch, list(txnListAnswerV3, 'TxnRespList')),
  /** T4 */
  createAuthKey: row('POST', '/txns/processtxnauthkey', txnKeyV3, authKey),
  /** T8 */
  getResult: row('GET', '/txns/withauthkey/{resultKey}', noBody, txnV3),
  /** D1 */
  addToken: row('POST', '/dvtokens/', newToken, dvTokenV3),
  /** D2 */
  updateToken: row('PUT', '/dvtokens/{dvToken}', changedToken, dvTokenV3),
  /** D3 */
  tokeniseTransaction: row('POST', '/dvtokens/txn/{txnNumber}', noBody, dvTokenV3),
  /** D4 */
  getToken: row('GET', '/dvtokens/{dvToken}', noBody, dvTokenV3),
  /** D5 */
  searchTokens: row('POST', '/dvtokens/search', tokenSearch, list(dvTokenListAnswerV3, 'DVTokenRespList')),
  /** D12 */
  getTokenResult: row('GET', '/dvtokens/withauthkey/{resultKey}', noBody, dvTokenV3),
});

/** The rows by version. */
export const REST_CALLS = { v2, v3 } as const;
