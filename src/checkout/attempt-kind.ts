/** The differences between paying and saving, for the flow that they share (attempt-flow.ts). */
import type { FlorinError } from '../core/errors.js';
import type { AuthKeyGrant, PaymentResult, PriceAnswer, TokenKeyGrant, TokenResult } from '../core/pay-api.js';
import type { ShownPrice } from './contract.js';
import type { Exchange } from './exchange.js';
import type { SubmitAnswer } from './submit-card.js';
import type { AccountField } from './submit-account.js';

export type Grant = AuthKeyGrant | TokenKeyGrant;
export type Result = PaymentResult | TokenResult;
type AnyAnswer = SubmitAnswer | SubmitAnswer<AccountField>;

/** Submits input that is typed elsewhere, such as in a frame. Throws a FlorinError only if nothing was sent. */
export type SendTyped<Key extends Grant> = (key: Key, exchange: Exchange) => Promise<AnyAnswer>;

export interface AttemptKind<Key extends Grant, Input> {
  /** Key of the record in sessionStorage (attempt-record.ts). */
  readonly record: string;
  /** Name of the status `approved` for this kind. */
  readonly done: 'approved' | 'saved';
  /** True for an order, which is paid once: after a reload the page shows the approval. Saving starts again. */
  readonly isOnce: boolean;
  /** 3-D Secure is possible. */
  readonly hasChallenge: boolean;
  /**
   * Asks the signer for a key; before the shopper pays (without `shown`), or if another amount was shown, it may answer with
   * the price alone. It answers with a result if an earlier attempt is not settled or was approved.
   */
  askKey(
    wanted: { readonly cardType: string; readonly shown: ShownPrice | undefined },
    exchange: Exchange,
  ): Promise<Key | PriceAnswer | Result>;
  /** Asks the signer for the result of an attempt. */
  askResult(request: { readonly claim: string; readonly resultKey?: string }, exchange: Exchange): Promise<Result>;
  /** Submits the input to the service. Never throws. */
  send(submitUrl: string, input: Input, exchange: Exchange): Promise<AnyAnswer>;
  /** Details of a key, or of a price, for the state. */
  describe(key: Key | PriceAnswer): object;
  /** Asks the signer, before anything is typed, for details of the state, and for the result of an earlier attempt. */
  askBefore?(
    exchange: Exchange,
  ): Promise<{ readonly details?: object | undefined; readonly result?: Result | undefined }>;
  /** Whether the current key has another amount or other options. */
  isOutdated?(key: Key, cardType: string): boolean;
  /** Returns an error if there is no key for the amount that the shopper saw. */
  problemOf?(key: Key | undefined, shown: ShownPrice): FlorinError | undefined;
}
