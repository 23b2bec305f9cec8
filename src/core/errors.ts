/**
 * The one public error class. Its code says what happened, its audience who can act on it. Messages are for developers,
 * in English, and never hold card digits, keys or signatures; the elements choose the message for the shopper by code.
 * Invalid input of a shopper is a state (card/field-state.ts), misuse by a developer a `TypeError` or `RangeError`.
 */

/** The error codes. They are stable: a caller may switch on them. */
export type FlorinErrorCode =
  /** A card field is not ready to be sent, or the service refused it (API codes 112 to 115). */
  | 'field_invalid'
  /** The bank declined the payment. */
  | 'card_declined'
  /** The AuthKey has expired; ask for a new one. */
  | 'key_expired'
  /** The service refused the AuthKey (206, 207), and this page has not used it. */
  | 'key_refused'
  /** The service refused the call with an API code, which is in `apiCode`. */
  | 'api_rejected'
  /**
   * No usable answer: the connection failed, or something other than the service answered. The transaction may have
   * been made; look it up before you ask again.
   */
  | 'service_unreachable'
  /** No answer within the timeout. The transaction may have been made; look it up before you ask again. */
  | 'service_timeout'
  /** The shop's signer does not answer. */
  | 'signer_unreachable'
  /** The card frame does not answer: it is blocked, not found, removed, or not a frame of Florin. */
  | 'frame_unreachable'
  /** The amount of the order has changed since the shopper saw it. Nothing was sent; the button shows the new amount. */
  | 'amount_changed'
  /** The price of the order is 0: no card is needed. */
  | 'nothing_to_pay'
  /** The shop does not know this order, or the shopper may not pay it. */
  | 'order_refused'
  /** The claim is unknown, foreign or malformed. */
  | 'claim_refused'
  /** The saved card is unknown in this session: it was removed, or it was listed before the shopper signed in again. */
  | 'card_refused'
  /** No shopper is signed in, so there are no saved cards. */
  | 'shopper_refused'
  /** Too many calls in a short time. */
  | 'rate_limited'
  /** The transaction does not match the claim: money may have moved. */
  | 'result_mismatch'
  /** The outcome is not known yet; money may have moved. Never offer to pay again. */
  | 'result_unknown'
  /** A setting or a price of the shop is missing or wrong, or the service refuses its credentials. */
  | 'configuration_invalid'
  /** A fault of Florin itself, or an answer that the interface of the service does not have. */
  | 'internal_error';

/** Who can act on the failure. It decides which message a shopper sees. */
export type FlorinErrorAudience = 'shopper' | 'merchant' | 'network' | 'internal';

const AUDIENCE: Readonly<Record<FlorinErrorCode, FlorinErrorAudience>> = {
  field_invalid: 'shopper',
  card_declined: 'shopper',
  key_expired: 'shopper',
  key_refused: 'merchant',
  api_rejected: 'merchant',
  service_unreachable: 'network',
  service_timeout: 'network',
  signer_unreachable: 'network',
  frame_unreachable: 'network',
  amount_changed: 'shopper',
  nothing_to_pay: 'shopper',
  order_refused: 'merchant',
  claim_refused: 'merchant',
  card_refused: 'shopper',
  shopper_refused: 'shopper',
  rate_limited: 'network',
  result_mismatch: 'merchant',
  result_unknown: 'network',
  configuration_invalid: 'merchant',
  internal_error: 'internal',
};

/** Options of the {@link FlorinError} constructor. */
export interface FlorinErrorOptions {
  /** The error or answer behind this one. Not enumerable, so that it is not printed or posted by accident. */
  readonly cause?: unknown;
  /** `APIResponse.ResponseCode`, for `api_rejected` and `field_invalid`. docs/wire/rest.md section 8. */
  readonly apiCode?: number | undefined;
  /** `APIResponse.ResponseText` of the same answer, without anything that could be a card number. */
  readonly apiText?: string | undefined;
  /** TxnNumber of the transaction whose outcome is not known, if the answer has it. */
  readonly txnNumber?: string | undefined;
  /** When the signer takes the same call again, for `rate_limited`; or the service any call, for `service_unreachable`. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A failure that the caller did not cause by misuse: the network, the service or the bank failed, or an answer does not
 * match the order.
 *
 * @example
 *   try {
 *     await client.processTransaction(request);
 *   } catch (error) {
 *     if (isFlorinError(error) && error.code === 'service_timeout') await lookUp(request.MerchantReference);
 *     else throw error;
 *   }
 */
export class FlorinError extends Error {
  /** What failed: docs/reference/error-codes.md */
  readonly code: FlorinErrorCode;
  /** Who can act on it. */
  readonly audience: FlorinErrorAudience;
  /** `APIResponse.ResponseCode` when the service refused the call. */
  readonly apiCode: number | undefined;
  /** `APIResponse.ResponseText` of the same answer: for developers, not for shoppers. */
  readonly apiText: string | undefined;
  /** With `result_unknown`: TxnNumber of the transaction, to look it up, if the answer has it. */
  readonly txnNumber: string | undefined;
  /** When the signer or the service takes calls again, if a limit is reached. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FlorinErrorCode, message: string, options: FlorinErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'FlorinError';
    this.code = code;
    this.audience = AUDIENCE[code];
    this.apiCode = options.apiCode;
    this.apiText = options.apiText;
    this.txnNumber = options.txnNumber;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/**
 * Whether a value is a {@link FlorinError}, by name and shape: `instanceof` fails across frames and across two bundled
 * copies of this file.
 */
export function isFlorinError(value: unknown): value is FlorinError {
  if (typeof value !== 'object' || value === null) return false;
  const { name, code, message } = value as { name?: unknown; code?: unknown; message?: unknown };
  return (
    name === 'FlorinError' && typeof message === 'string' && typeof code === 'string' && Object.hasOwn(AUDIENCE, code)
  );
}

/** Who can act on an error of this code. */
export function audienceOf(code: FlorinErrorCode): FlorinErrorAudience {
  return AUDIENCE[code];
}
