/**
 * The one public error class. A code says what happened, an audience who can act on it. Messages are for developers,
 * in English, and never hold card digits, keys or signatures; a shopper's words are chosen by code in the elements.
 * What a shopper types is never thrown (see card/field-state.ts); misuse by a developer is a `TypeError` or `RangeError`.
 */

/** Every stable code a caller may switch on. */
export type FlorinErrorCode =
  /** A card field is not ready to be sent, or the service refused it (API codes 112 to 115). */
  | 'field_invalid'
  /** The bank said no. */
  | 'card_declined'
  /** The AuthKey can no longer be used; a new one may be had. */
  | 'key_expired'
  /** The service does not take this AuthKey (206, 207) although nobody has used it here. */
  | 'key_refused'
  /** The service refused the call with an API code, which is in `apiCode`. */
  | 'api_rejected'
  /**
   * No usable answer: the connection failed or broke, or something other than the service answered. A transaction
   * that was being asked for may have been made; look it up before you ask again.
   */
  | 'service_unreachable'
  /** No answer in time; a transaction that was being asked for may have been made. */
  | 'service_timeout'
  /** The shop's signer does not answer. */
  | 'signer_unreachable'
  /** The frame with the card fields does not answer: blocked, not found, taken away, or not one of Florin's. */
  | 'frame_unreachable'
  /** The order costs something else than the shopper was shown. Nothing was sent; the new amount stands on the button. */
  | 'amount_changed'
  /** The shop does not know this order, or not for this shopper. */
  | 'order_refused'
  /** The claim is unknown, foreign or malformed. */
  | 'claim_refused'
  /** The saved card is not known, or not in this session: removed, another shopper's, or signed in anew since. */
  | 'card_refused'
  /** Nobody is signed in who could have saved cards. */
  | 'shopper_refused'
  /** Too many calls in a short time. */
  | 'rate_limited'
  /** The transaction is not the one that was claimed: money may have moved. */
  | 'result_mismatch'
  /** Nobody knows yet whether money moved. Never offer to pay again. */
  | 'result_unknown'
  /** A setting of the shop is missing or wrong. */
  | 'configuration_invalid'
  /** A fault of Florin itself, or an answer that no version of the service gives. */
  | 'internal_error';

/** Who can act on the failure. Decides the wording, and whether a shopper may see more than "something went wrong". */
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

/** What an error can carry besides its code and message. */
export interface FlorinErrorOptions {
  /** The error or answer behind this one. Not enumerable, so that it is not printed or posted by accident. */
  readonly cause?: unknown;
  /** `APIResponse.ResponseCode`, for `api_rejected` and `field_invalid`. REST manual, "API response codes". */
  readonly apiCode?: number | undefined;
  /** `APIResponse.ResponseText` beside `apiCode`, with anything that could be a card number left out. */
  readonly apiText?: string | undefined;
}

/** A failure that is not the caller's misuse: the world, the service, the bank, or an answer that is not the order. */
export class FlorinError extends Error {
  readonly code: FlorinErrorCode;
  readonly audience: FlorinErrorAudience;
  /** `APIResponse.ResponseCode` when the service refused the call. */
  readonly apiCode: number | undefined;
  /** `APIResponse.ResponseText` beside `apiCode`: for developers, not for shoppers. */
  readonly apiText: string | undefined;

  constructor(code: FlorinErrorCode, message: string, options: FlorinErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'FlorinError';
    this.code = code;
    this.audience = AUDIENCE[code];
    this.apiCode = options.apiCode;
    this.apiText = options.apiText;
  }
}

/**
 * Tells a {@link FlorinError} from any other value, by name and shape: `instanceof` fails across frames and across two
 * bundled copies of this file.
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
