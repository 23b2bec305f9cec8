/** The options `support` and `confirmsByEmail`: how a shopper reaches the shop while the outcome of a payment is unknown. */
import type { ShopContact, Support } from '../../core/pay-api.js';
import { type Check, type Checks, only, optional } from '../option-check.js';
import type { SignerOptions } from '../signer-options.js';

const MOST = 200;

const EMAIL = textLike('an e-mail address', /^[^\s@<>"]+@[^\s@<>"]+$/);
const PHONE = textLike('a phone number: digits, spaces and + ( ) -', /^\+?[\d ()-]*\d[\d ()-]*$/);
const URL_TEXT = textLike('an http or https URL', /^https?:\/\/[^\s/]/);
const SENTENCE = textLike(`text of one line, with at most ${MOST} characters`, /^[^\p{Cc}]*\S[^\p{Cc}]*$/u);

const ADDRESSES: Checks<Exclude<Support, string>> = {
  email: optional(EMAIL),
  phone: optional(PHONE),
  url: optional(URL_TEXT),
};

/** @throws TypeError naming the member that is wrong */
export const SUPPORT: Check = (name, value) => {
  if (typeof value === 'string') return SENTENCE(name, value);
  only(ADDRESSES)(name, value);
  if (!Object.values(value as object).some((address) => address !== undefined)) {
    throw new TypeError(`${name} must have email, phone or url, or be a sentence`);
  }
};

/** The part of an answer that names the shop's contact. */
export function contactOf({
  support,
  confirmsByEmail,
}: Pick<SignerOptions, 'support' | 'confirmsByEmail'>): ShopContact {
  return { ...(support !== undefined && { support }), ...(confirmsByEmail && { confirmsByEmail: true as const }) };
}

function textLike(what: string, pattern: RegExp): Check {
  return (name, value) => {
    if (typeof value === 'string' && value.length <= MOST && pattern.test(value)) return;
    throw new TypeError(`${name} must be ${what}`);
  };
}
