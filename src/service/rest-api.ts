/** The server calls of the REST interface as methods. docs/wire/rest.md section 2. */
import type { SubmissionAnswer } from '../wire/rest/answers.js';
import type { AddDVTokenAuthKeyRequest } from '../wire/rest/auth-key.js';
import type { DVTokenResp, DVTokenRespV2 } from '../wire/rest/dv-token.js';
import type { IframeDVTokenReq, IframeTxnReq } from '../wire/rest/iframe.js';
import type { TxnResp, TxnRespV2 } from '../wire/rest/txn-resp.js';
import type { CallOptions } from './rest-call.js';
import type {
  AddTokenReq,
  TokenSearchInput,
  TxnSearchInput,
  UpdateDVTokenAuthKeyRequest,
  UpdateTokenReq,
} from './token-req.js';
import type { TxnAuthKeyRequest, TxnAuthKeyRequestV2, TxnReq, TxnReqV2 } from './txn-req.js';

/** The objects that differ between the two versions. */
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
 * The server calls. All reject with a FlorinError (`api_rejected`, `service_unreachable`, `service_timeout`; those for
 * transactions `result_unknown`, with `txnNumber` if the answer has it), or with a TypeError before anything is sent if an
 * argument is invalid.
 *
 * The client never retries. A call that changes something (T1, T4, T10, D1 to D3, D6 to D8, D11) may have been done when it
 * rejects with a FlorinError other than `api_rejected`.
 */
export interface RestClient<Version extends RestVersion = 'v3'> {
  /** T1. The outcome is the ResponseCode of the answer: a declined card resolves and does not reject. */
  processTransaction(
    txnReq: ObjectsOf[Version]['TxnReq'],
    options?: CallOptions,
  ): Promise<ObjectsOf[Version]['TxnResp']>;
  /** T2. By TxnNumber; for a ResultKey use {@link getResult}. */
  getTransaction(txnNumber: string, options?: CallOptions): Promise<ObjectsOf[Version]['TxnResp']>;
  /** T3. Newest first, at most 1,000 (searchAllTransactions finds more); an empty list when nothing is found. */
  searchTransactions(
    searchInput: TxnSearchInput,
    options?: CallOptions,
  ): Promise<readonly ObjectsOf[Version]['TxnResp'][]>;
  /** T4. Two calls give two valid keys, also for one order. */
  createAuthKey(request: ObjectsOf[Version]['TxnAuthKeyRequest'], options?: CallOptions): Promise<string>;
  /** T8. The transaction of a browser's submission. */
  getResult(resultKey: string, options?: CallOptions): Promise<ObjectsOf[Version]['TxnResp']>;
  /**
   * T10. Charges the card in the service's frame. APIResponse.ResponseCode is 0 (finished, maybe declined: call
   * {@link getResult}) or 300 (send the browser to RedirectionUrl). A refusal of 100 to 131 leaves the key unused; 206
   * or 207 can mean that an earlier call has succeeded.
   */
  processIframeTransaction(authKey: string, txnReq: IframeTxnReq, options?: CallOptions): Promise<SubmissionAnswer>;
  /** T11. Resolves when the service works and accepts the credentials. */
  status(options?: CallOptions): Promise<void>;

  /** D1. Stores a card or a bank account. Storing the same card again gives another token. */
  addToken(dvTokenReq: AddTokenReq, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D2. Members that are absent stay as they are. */
  updateToken(
    dvToken: string,
    dvTokenReq: UpdateTokenReq,
    options?: CallOptions,
  ): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D3. Stores the card of a transaction. */
  tokeniseTransaction(txnNumber: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D4. */
  getToken(dvToken: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
  /** D5. At most 1,000 (searchAllTokens finds more); an empty list when nothing is found. */
  searchTokens(
    searchInput: TokenSearchInput,
    options?: CallOptions,
  ): Promise<readonly ObjectsOf[Version]['DVTokenResp'][]>;
  /** D6. */
  deleteToken(dvToken: string, options?: CallOptions): Promise<void>;
  /** D7. Creates a key for a browser to add one token. */
  createAddTokenAuthKey(request: AddDVTokenAuthKeyRequest, options?: CallOptions): Promise<string>;
  /** D8. Creates a key for a browser to update the token of the request. */
  createUpdateTokenAuthKey(request: UpdateDVTokenAuthKeyRequest, options?: CallOptions): Promise<string>;
  /**
   * D11. Stores the card or account in the service's frame as a new token; the answer is as of {@link processIframeTransaction}.
   */
  processIframeAddToken(
    authKey: string,
    dvTokenReq: IframeDVTokenReq,
    options?: CallOptions,
  ): Promise<SubmissionAnswer>;
  /** D11. Stores the card or account in the service's frame in the token of the key. */
  processIframeUpdateToken(
    authKey: string,
    dvTokenReq: IframeDVTokenReq,
    options?: CallOptions,
  ): Promise<SubmissionAnswer>;
  /** D12. The token that a browser added or updated. */
  getTokenResult(resultKey: string, options?: CallOptions): Promise<ObjectsOf[Version]['DVTokenResp']>;
}
