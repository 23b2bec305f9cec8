/** The options `support` and `confirmsByEmail`: how a shopper reaches the shop while the outcome of a payment is unknown. */
import type * as z from 'zod';
import type { ShopContact, Support } from '../../core/pay-api.js';
import { either, object, textLike } from '../../wire/read-input.js';
import type { SignerOptions } from '../signer-options.js';

const MOST = 200;

/** How a shopper reaches the shop. */
export const SUPPORT: z.ZodType<Support, Support> = either(
  (value) => typeof value === 'string',
  upToMost(`must be text of one line, with at most ${MOST} characters`, /^[^\p{Cc}]*\S[^\p{Cc}]*$/u),
  object({
    email: upToMost('must be an e-mail address', /^[^\s@<>"]+@[^\s@<>"]+$/).optional(),
    phone: upToMost('must be a phone number: digits, spaces and + ( ) -', /^\+?[\d ()-]*\d[\d ()-]*$/).optional(),
    url: upToMost('must be an http or https URL', /^https?:\/\/[^\s/]/).optional(),
  } satisfies Record<keyof Exclude<Support, string>, z.ZodType>).refine(
    (addresses) => Object.values(addresses).some((address) => address !== undefined),
    'must have email, phone or url, or be a sentence',
  ),
) as z.ZodType<Support, Support>;

/** The part of an answer that names the shop's contact. */
export function contactOf({
  support,
  confirmsByEmail,
}: Pick<SignerOptions, 'support' | 'confirmsByEmail'>): ShopContact {
  return { ...(support !== undefined && { support }), ...(confirmsByEmail && { confirmsByEmail: true as const }) };
}

function upToMost(rule: string, pattern: RegExp) {
  return textLike(rule, pattern).max(MOST, rule);
}
