/**
 * The tables of calls, one for each version, in the order of wire/rest.md section 2. A row that is missing, or that
 * reads or writes another object than its method says, does not compile (`fits`).
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
import { list, nothing, payload, submission } from './read-answer.js';
import type { RestClient, RestVersion } from './rest-api.js';
import { row, type FittingCalls } from './rest-call.js';
import { bare, bodiless, wrapped } from './write-body.js';

/** Gives a table back, when each of its rows fits. */
export function fits<Version extends RestVersion>() {
  return <Table>(table: Table & FittingCalls<RestClient<Version>, Table>): Table => table;
}

const token = wrapped(dvTokenRequest, 'DVTokenReq');
const iframeToken = wrapped(iframeDVTokenRequest, 'DVTokenReq');
const txnSearch = wrapped(txnSearchRequest, 'SearchInput');
const tokenSearch = wrapped(tokenSearchRequest, 'SearchInput');
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
  status: row('GET', '/status/', bodiless, nothing),
  /** D6 */
  deleteToken: row('DELETE', '/dvtokens/{dvToken}', bodiless, nothing),
  /** D7 */
  createAddTokenAuthKey: row('POST', '/dvtokens/adddvtokenauthkey', bare(addDVTokenAuthKeyRequest), authKey),
  /** D8 */
  createUpdateTokenAuthKey: row('POST', '/dvtokens/updatedvtokenauthkey', bare(updateDVTokenAuthKeyRequest), authKey),
  /** D11 */
  processIframeAddToken: row('POST', '/dvtokens/iframe/add/{authKey}', iframeToken, submission),
  /** D11 */
  processIframeUpdateToken: row('POST', '/dvtokens/iframe/update/{authKey}', iframeToken, submission),
};

const txnV2 = payload(txnAnswerV2, 'TxnResp');
const dvTokenV2 = payload(dvTokenAnswerV2, 'DVTokenResp');

const v2 = fits<'v2'>()({
  ...common,
  /** T1 */
  processTransaction: row('POST', '/txns/', wrapped(processTxnRequestV2, 'TxnReq'), txnV2),
  /** T2 */
  getTransaction: row('GET', '/txns/{txnNumber}', bodiless, txnV2),
  /** T3 */
  searchTransactions: row('POST', '/txns/search', txnSearch, list(txnListAnswerV2, 'TxnRespList')),
  /** T4 */
  createAuthKey: row('POST', '/txns/processtxnauthkey', bare(txnAuthKeyRequestV2), authKey),
  /** T8 */
  getResult: row('GET', '/txns/withauthkey/{resultKey}', bodiless, txnV2),
  /** D1 */
  addToken: row('POST', '/dvtokens/', token, dvTokenV2),
  /** D2 */
  updateToken: row('PUT', '/dvtokens/{dvToken}', token, dvTokenV2),
  /** D3 */
  tokeniseTransaction: row('POST', '/dvtokens/txn/{txnNumber}', bodiless, dvTokenV2),
  /** D4 */
  getToken: row('GET', '/dvtokens/{dvToken}', bodiless, dvTokenV2),
  /** D5 */
  searchTokens: row('POST', '/dvtokens/search', tokenSearch, list(dvTokenListAnswerV2, 'DVTokenRespList')),
  /** D12 */
  getTokenResult: row('GET', '/dvtokens/withauthkey/{resultKey}', bodiless, dvTokenV2),
});

const txnV3 = payload(txnAnswerV3, 'TxnResp');
const dvTokenV3 = payload(dvTokenAnswerV3, 'DVTokenResp');

const v3 = fits<'v3'>()({
  ...common,
  /** T1 */
  processTransaction: row('POST', '/txns/', wrapped(processTxnRequestV3, 'TxnReq'), txnV3),
  /** T2 */
  getTransaction: row('GET', '/txns/{txnNumber}', bodiless, txnV3),
  /** T3 */
  searchTransactions: row('POST', '/txns/search', txnSearch, list(txnListAnswerV3, 'TxnRespList')),
  /** T4 */
  createAuthKey: row('POST', '/txns/processtxnauthkey', bare(txnAuthKeyRequestV3), authKey),
  /** T8 */
  getResult: row('GET', '/txns/withauthkey/{resultKey}', bodiless, txnV3),
  /** D1 */
  addToken: row('POST', '/dvtokens/', token, dvTokenV3),
  /** D2 */
  updateToken: row('PUT', '/dvtokens/{dvToken}', token, dvTokenV3),
  /** D3 */
  tokeniseTransaction: row('POST', '/dvtokens/txn/{txnNumber}', bodiless, dvTokenV3),
  /** D4 */
  getToken: row('GET', '/dvtokens/{dvToken}', bodiless, dvTokenV3),
  /** D5 */
  searchTokens: row('POST', '/dvtokens/search', tokenSearch, list(dvTokenListAnswerV3, 'DVTokenRespList')),
  /** D12 */
  getTokenResult: row('GET', '/dvtokens/withauthkey/{resultKey}', bodiless, dvTokenV3),
});

/** The rows by version. */
export const REST_CALLS = { v2, v3 } as const;
