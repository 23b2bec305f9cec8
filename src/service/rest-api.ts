/** The calls of the REST interface that a merchant's server makes, as methods. wire/rest.md section 2. */
import type { SubmissionAnswer } from '../wire/rest/answers.js';
import type {
  AddDVTokenAuthKeyRequest,
  TxnAuthKeyRequest,
  TxnAuthKeyRequestV2,
  UpdateDVTokenAuthKeyRequest,
} from '../wire/rest/auth-key.js';
import type { DVTokenReq, DVTokenResp, DVTokenRespV2 } from '../wire/rest/dv-token.js';
import type { IframeDVTokenReq, IframeTxnReq } from '../wire/rest/iframe.js';
import type { TokenSearchInput, TxnSearchInput } from '../wire/rest/search-input.js';
import type { TxnReq, TxnReqV2 } from '../wire/rest/txn-req.js';
import type { TxnResp, TxnRespV2 } from '../wire/rest/txn-resp.js';
import type { CallOptions } from './rest-call.js';

/** The objects that the two versions write differently. */
interface ObjectsOf {
  readonly v2: {
    readonly TxnReq: TxnReqV2;
    readonly TxnResp: TxnRespV2;
    readonly TxnAuthKeyRequest: TxnAuthKeyRequestV2;
    readonly DVTokenResp: DVTokenRespV2;
  };
  readonly v3: {
    readonly TxnReq: TxnReq;
    readonly TxnResp: TxnResp;
    readonly TxnAuthKeyRequest: TxnAuthKeyRequest;
    readonly DVTokenResp: DVTokenResp;
  };
}

/** A version of the interface. */
export type RestVersion = keyof ObjectsOf;

/**
 * The service's calls. All reject with a FlorinError (`api_rejected`, `service_unreachable`, `service_timeout`), or
 * with a TypeError before anything is sent when an argument is none that the wire knows.
 *
 * Nothing is tried twice. When a call that changes something (T1, T4, T10, D1 to D3, D6 to D8, D11) fails with
 * `service_unreachable` or `service_timeout`, it may have been done.
 */
export interface RestClient<Version extends RestVersion = 'v3'> {
  /** T1. The outcome is in the answer's ResponseCode: a declined card is an answer and no error. */
  processTransaction(
    txnReq: ObjectsOf[Version]['TxnReq'],
    options?: CallOptions,
  ): Promise<ObjectsOf[Version]['TxnResp']>;
  /** T2. Takes a TxnNumber; a ResultKey is for {@link getResult}. */
  getTransaction(txnNumber: string, options?: CallOptions): Promise<ObjectsOf[Version]['TxnResp']>;
  /** T3. Newest first, at most 1,000 (all of them: searchAllTransactions); the empty list when nothing is found. */
  searchTransactions(
    searchInput: TxnSearchInput,
    options?: CallOptions,
  ): Promise<readonly ObjectsOf[Version]['TxnResp'][]>;
  /** T4. Two calls give two valid keys: the service does not know that they are for one order. */
  createAuthKey(request: ObjectsOf[Version]['TxnAuthKeyRequest'], options?: CallOptions): Promise<string>;
  /** T8. What became of a browser's submission. */
  getResult(resultKey: string, options?: CallOptions): Promise<ObjectsOf[Version]['TxnResp']>;
  /**
   * T10. Charges the card that the service's frame holds. APIResponse.ResponseCode is 0 (finished, maybe declined: ask
   * {@link getResult}) or 300 (send the browser to RedirectionUrl). A refusal of 100 to 199 leaves the key unused; 206
   * or 207 can mean that an earlier try went through.
   */
  processIframeTransaction(authKey: string, txnReq: IframeTxnReq, options?: CallOptions): Promise<SubmissionAnswer>;
  /** T11. Resolves when the service works and knows the caller. */
  status(options?: CallOptions): Promise<void>;

  /** D1. Stores a card or a bank account. The same card again gives another token. */
  addToken(dvTokenReq: DVTokenReq, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D2. Members that are absent stay as they are. */
  updateToken(
    dvToken: string,
    dvTokenReq: DVTokenReq,
    options?: CallOptions,
  ): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D3. Stores the card of a transaction. */
  tokeniseTransaction(txnNumber: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D4. */
  getToken(dvToken: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D5. At most 1,000 (all of them: searchAllTokens); the empty list when nothing is found. */
  searchTokens(
    searchInput: TokenSearchInput,
    options?: CallOptions,
  ): Promise<readonly ObjectsOf[Version]['DVTokenResp'][]>;
  /** D6. */
  deleteToken(dvToken: string, options?: CallOptions): Promise<void>;
  /** D7. A key with which a browser may add one token. */
  createAddTokenAuthKey(request: AddDVTokenAuthKeyRequest, options?: CallOptions): Promise<string>;
  /** D8. A key with which a browser may update the token that the request names. */
  createUpdateTokenAuthKey(request: UpdateDVTokenAuthKeyRequest, options?: CallOptions): Promise<string>;
  /** D11. Stores what the service's frame holds as a new token; read as {@link processIframeTransaction}'s answer. */
  processIframeAddToken(
    authKey: string,
    dvTokenReq: IframeDVTokenReq,
    options?: CallOptions,
  ): Promise<SubmissionAnswer>;
  /** D11. Stores what the service's frame holds in the token of the key. */
  processIframeUpdateToken(
    authKey: string,
    dvTokenReq: IframeDVTokenReq,
    options?: CallOptions,
  ): Promise<SubmissionAnswer>;
  /** D12. What became of a browser's adding or updating. */
  getTokenResult(resultKey: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
}
