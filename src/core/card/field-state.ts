/**
 * Why a card field is not valid. The elements choose the message for the shopper by field and reason.
 *
 * - `too_short`: digits are missing. `too_long`: there are too many digits.
 * - `luhn`: the check digit is wrong, so a digit is wrong or two are swapped.
 * - `unknown_brand`: no known brand has this prefix. `brand_not_accepted`: the shop does not accept the brand.
 * - `stored_token`: the token of a stored card (599999…), which is never typed into a form.
 * - `characters`: characters that are not allowed, such as letters in a number or a card number in a name.
 * - `month`: no month has this number. `expired`: the card has expired. `too_far`: no card is valid for so long.
 */
export type CardFieldReason =
  | 'too_short'
  | 'too_long'
  | 'luhn'
  | 'unknown_brand'
  | 'brand_not_accepted'
  | 'stored_token'
  | 'characters'
  | 'month'
  | 'expired'
  | 'too_far';

/**
 * State of a card field. Only a `valid` field can be sent.
 *
 * - `empty`: blanks only.
 * - `incomplete`: the shopper can make it valid by typing on. It becomes an error, with its reason, when the shopper leaves
 *   the field or presses the button.
 * - `invalid`: typing on cannot make it valid. The form shows this, too, only then.
 */
export type CardFieldState = FieldState<CardFieldReason>;

/** State of a field, with the reasons why it is not valid. */
export type FieldState<Reason> =
  { readonly status: 'empty' | 'valid' } | { readonly status: 'incomplete' | 'invalid'; readonly reason: Reason };
