/**
 * Keys that have to do with a shopper's saved cards: of an order that one of them pays (the token stands in the AuthKey,
 * DVTokenData, never in the page), and of an order whose card the shopper may have kept.
 */
import type { KeyTerms } from '../core/key-terms.js';
import type { AuthKeyAnswer } from '../core/pay-api.js';
import { issuePaymentKey, type PricedKey } from './payment-key.js';
import { refuseCard, Refusal } from './refusal.js';
import { readCard, readShopper } from './saved-cards.js';
import type { SignerContext } from './signer-context.js';
import { withoutSurcharge, withSurcharge } from './surcharge.js';

/** TokenisationMode: no token is made of the card, or one of every card. docs/wire/rest.md section 7. */
const NEVER = 1;
const ALWAYS = 3;

/**
 * Which card pays is among the claim's terms: another card is another claim, and an order still has one current key.
 * @throws Refusal `card_refused`, `shopper_refused`, `service_unreachable`, `rate_limited`
 */
export async function issueCardKey(
  context: SignerContext,
  priced: PricedKey,
  { request, handle }: { readonly request: Request; readonly handle: unknown },
): Promise<AuthKeyAnswer> {
  const holder = await readShopper(context, request);
  const { dvToken, card } = await readCard(context, holder, handle);
  if (card.isExpired) throw refuseCard();
  // Priced for the card's own type, whatever the page says that it is.
  const terms = withSurcharge(withoutSurcharge(priced.terms), priced.surcharges, card.type);
  const answer = await issuePaymentKey(context, { ...priced, terms: { ...terms, dvToken }, takesAnySurcharge: false });
  return answer.status === 'granted' ? { ...answer, card } : answer;
}

/**
 * The same order, its card to be kept for the shopper if the shopper agrees. Whose it will be is among the terms, so that
 * a payment never stores a card for somebody else. Unchanged when nobody is logged in: the order can be paid all the same.
 * @throws Refusal `service_unreachable` when the shop cannot say who is asking
 */
export async function withOwner(context: SignerContext, priced: PricedKey, request: Request): Promise<PricedKey> {
  if (!context.shop.authoriseToken || priced.details.data.TokenisationMode === NEVER) return priced;
  try {
    const { id, session, crn1, crn2 = '', email = '' } = (await readShopper(context, request)).shopper;
    return { ...priced, terms: { ...priced.terms, owner: { id, session, email, crn1, crn2 } } };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'shopper_refused') return priced;
    throw error;
  }
}

/** Whether the card of a payment will be stored, and for whom: for the frame, which tells the shopper. */
export function storingOf({ terms: { owner }, details }: PricedKey): Pick<KeyTerms, 'stores' | 'account'> {
  if (owner) return { stores: 'if_agreed', account: accountOf(owner) };
  return details.data.TokenisationMode === ALWAYS ? { stores: 'always' } : {};
}

/** What a shopper knows the account by; the shop's own name of a shopper stays in the shop. */
export const accountOf = ({ email, crn1 = '' }: { readonly email?: string; readonly crn1?: string }): string =>
  email || crn1;
