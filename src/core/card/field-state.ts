/**
 * Why a card field cannot be sent as it stands. The elements choose the shopper's words by field and reason.
 *
 * - `too_short`: a digit or more seems to be missing. `too_long`: one or more too many.
 * - `luhn`: the check digit does not fit, so a digit is wrong or two are swapped.
 * - `unknown_brand`: no card begins like this. `brand_not_accepted`: a brand that the shop does not take.
 * - `stored_token`: the number of a stored card (599999…), which is never typed into a form.
 * - `characters`: something that cannot stand in this field, such as letters in a number or a card number in a name.
 * - `month`: there is no such month. `expired`: the card's last month is over. `too_far`: no card is valid for so long.
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
 * What a field holds. Only `valid` can be sent.
 *
 * - `empty`: nothing but blanks.
 * - `incomplete`: may still become valid by typing on, so it is no error while the shopper is in the field. Its reason
 *   is what to say when the field is left, or the button is pressed, as it stands.
 * - `invalid`: typing on does not mend it. It too is shown only when the field is left or the button pressed.
 */
export type CardFieldState =
  | { readonly status: 'empty' }
  | { readonly status: 'incomplete'; readonly reason: CardFieldReason }
  | { readonly status: 'invalid'; readonly reason: CardFieldReason }
  | { readonly status: 'valid' };
