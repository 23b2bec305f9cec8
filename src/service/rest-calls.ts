/**
 * The calls of each version, in the order of docs/wire/rest.md section 2. A missing row, or a row that reads or writes
 * another object than its method, does not compile (`fits`).
 */
import { authKeyAnswer, dvTokenAnswer, dvTokenListAnswer, txnAnswer, txnListAnswer } from '../wire/rest/answers.js';
import { addDVTokenAuthKeyRequest, txnAuthKeyRequest, updateDVTokenAuthKeyRequest } from '../wire/rest/auth-key.js';
import { dvTokenRequest } from '../wire/rest/dv-token.js';
import { iframeDVTokenRequest, iframeTxnRequest } from '../wire/rest/iframe.js';
import { tokenSearchRequest, txnSearchRequest } from '../wire/rest/search-input.js';
import { processTxnRequest } from '../wire/rest/txn-req.js';
import { list, noPayload, payload, refuseTransaction, submission, type AnswerReader } from './read-answer.js';
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
const iframePayment = wrapped(iframeTxnRequest, 'TxnReq');
const iframeToken = wrapped(iframeDVTokenRequest, 'DVTokenReq');
const txnSearch: BodyWriter<[TxnSearchInput]> = wrapped(txnSearchRequest, 'SearchInput');
const tokenSearch: BodyWriter<[TokenSearchInput]> = wrapped(tokenSearchRequest, 'SearchInput');
const authKey = payload(authKeyAnswer, 'AuthKey');

/** What differs between the versions. */
interface VersionParts<Txn, TxnKey, TxnResp, DVTokenResp> {
  readonly txnReq: BodyWriter<[Txn]>;
  readonly txnKey: BodyWriter<[TxnKey]>;
  readonly txn: AnswerReader<TxnResp>;
  readonly txns: AnswerReader<readonly TxnResp[]>;
  readonly token: AnswerReader<DVTokenResp>;
  readonly tokens: AnswerReader<readonly DVTokenResp[]>;
}

function rowsOf<Txn, TxnKey, TxnResp, DVTokenResp>({
  txnReq,
  txnKey,
  txn,
  txns,
  token,
  tokens,
}: VersionParts<Txn, TxnKey, TxnResp, DVTokenResp>) {
  return {
    /** T1 */
    processTransaction: row('POST', '/txns/', txnReq, txn),
    /** T2 */
    getTransaction: row('GET', '/txns/{txnNumber}', noBody, txn),
    /** T3 */
    searchTransactions: row('POST', '/txns/search', txnSearch, txns),
    /** T4 */
    createAuthKey: row('POST', '/txns/processtxnauthkey', txnKey, authKey),
    /** T8 */
    getResult: row('GET', '/txns/withauthkey/{resultKey}', noBody, txn),
    /** T10 */
    processIframeTransaction: row('POST', '/txns/processiframetxn/{authKey}', iframePayment, submission),
    /** T11 */
    status: row('GET', '/status/', noBody, noPayload),
    /** D1 */
    addToken: row('POST', '/dvtokens/', newToken, token),
    /** D2 */
    updateToken: row('PUT', '/dvtokens/{dvToken}', changedToken, token),
    /** D3 */
    tokeniseTransaction: row('POST', '/dvtokens/txn/{txnNumber}', noBody, token),
    /** D4 */
    getToken: row('GET', '/dvtokens/{dvToken}', noBody, token),
    /** D5 */
    searchTokens: row('POST', '/dvtokens/search', tokenSearch, tokens),
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
    /** D12 */
    getTokenResult: row('GET', '/dvtokens/withauthkey/{resultKey}', noBody, token),
  };
}

const txnReqV2: BodyWriter<[TxnReqV2]> = wrapped(processTxnRequest.v2, 'TxnReq');
const txnKeyV2: BodyWriter<[TxnAuthKeyRequestV2]> = bare(txnAuthKeyRequest.v2);
const txnReqV3: BodyWriter<[TxnReq]> = wrapped(processTxnRequest.v3, 'TxnReq');
const txnKeyV3: BodyWriter<[TxnAuthKeyRequest]> = bare(txnAuthKeyRequest.v3);

const v2 = fits<'v2'>()(
  rowsOf({
    txnReq: txnReqV2,
    txnKey: txnKeyV2,
    txn: payload(txnAnswer.v2, 'TxnResp', refuseTransaction),
    txns: list(txnListAnswer.v2, 'TxnRespList'),
    token: payload(dvTokenAnswer.v2, 'DVTokenResp'),
    tokens: list(dvTokenListAnswer.v2, 'DVTokenRespList'),
  }),
);

const v3 = fits<'v3'>()(
  rowsOf({
    txnReq: txnReqV3,
    txnKey: txnKeyV3,
    txn: payload(txnAnswer.v3, 'TxnResp', refuseTransaction),
    txns: list(txnListAnswer.v3, 'TxnRespList'),
    token: payload(dvTokenAnswer.v3, 'DVTokenResp'),
    tokens: list(dvTokenListAnswer.v3, 'DVTokenRespList'),
  }),
);

/** The rows by version. */
export const REST_CALLS = { v2, v3 } as const;
