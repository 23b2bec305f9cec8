/**
 * The refusals of the shop's signer, one row for each code. The signer answers with `status`, and a page reports `error`
 * (errors.ts knows its audience). docs/reference/error-codes.md is made from the rows and their comments.
 */
import type { FlorinErrorCode } from './errors.js';

interface RefusalRow {
  readonly status: number;
  readonly error: FlorinErrorCode;
}

export const REFUSALS = {
  /** The body, a header or the path is invalid. */
  bad_request: { status: 400, error: 'configuration_invalid' },
  /** Unknown order, or not this shopper's; the same message for both. */
  order_refused: { status: 403, error: 'order_refused' },
  /** Unknown, foreign or malformed claim; the same message for all. */
  claim_refused: { status: 403, error: 'claim_refused' },
  /** Unknown, foreign, removed, expired or malformed handle of a saved card; the same message for all. */
  card_refused: { status: 403, error: 'card_refused' },
  /** No shopper is signed in, so there are no saved cards. */
  shopper_refused: { status: 401, error: 'shopper_refused' },
  /**
   * A reference of the shopper is missing or invalid; `reference` says which. `<florin-references>` asks before a key is
   * requested, so a page that gets this for a key lacks the field or has other rules than the shop.
   */
  reference_refused: { status: 422, error: 'configuration_invalid' },
  /** The price of the order is 0, so no card is asked for. Not for `verify_only`. */
  nothing_to_pay: { status: 409, error: 'nothing_to_pay' },
  /** Too many calls; `Retry-After` says when. */
  rate_limited: { status: 429, error: 'rate_limited' },
  /** The call came from a page of another origin. */
  origin_refused: { status: 403, error: 'configuration_invalid' },
  /**
   * The shop's credentials, settings or prices are wrong: the service refuses what the signer asks for it, or `priceOrder`
   * returned an invalid order. A retry does not help. The log says what is wrong; nothing was charged by this call.
   */
  configuration_invalid: { status: 500, error: 'configuration_invalid' },
  /**
   * A function of the shop threw (`priceOrder`, `surcharge`, `authoriseToken`, `challenge`); nothing was charged by this call.
   */
  shop_failed: { status: 503, error: 'signer_unreachable' },
  /** The payment service did not answer; nothing was charged by this call. */
  service_unreachable: { status: 503, error: 'service_unreachable' },
  /** The signer's own store failed; nothing was charged by this call. */
  store_unreachable: { status: 503, error: 'signer_unreachable' },
} as const satisfies Record<string, RefusalRow>;

/** The code of a refusal. */
export type RefusalCode = keyof typeof REFUSALS;

export function isRefusalCode(value: unknown): value is RefusalCode {
  return typeof value === 'string' && Object.hasOwn(REFUSALS, value);
}
