/**
 * Keys for payments with a saved card (its token is in the AuthKey as DVTokenData, never in the
 * page) and for payments whose card the shopper may save.
 */
import type { KeyTerms } from '../../core/key-terms.js';
import type { AuthKeyAnswer } from '../../core/pay-api.js';
import { refuseCard, Refusal } from '../refusal.js';
import { readCard, readShopper } from '../saved-cards/saved-cards.js';
import type { SignerContext } from '../signer-context.js';
import { issuePaymentKey, type PricedKey } from './payment-key.js';
import { withoutSurcharge, withSurcharge } from './surcharge.js';

/**
 * TokenisationMode: make no token of the card, or make one for every card. docs/wire/rest.md
 * section 7.
 */
const NEVER = 1;
const ALWAYS = 3;

/**
 * The saved card is one of the claim's terms: another card means another claim, and an order still
 * has one current key.
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
  // The surcharge is that of the saved card's own type. The type that the page sends is ignored.
  const terms = withSurcharge(withoutSurcharge(priced.terms), priced.surcharges, card.type);
  const answer = await issuePaymentKey(context, { ...priced, terms: { ...terms, dvToken }, takesAnySurcharge: false });
  return answer.status === 'granted' ? { ...answer, card } : answer;
}

/**
 * Adds the owner of the card to the terms of an order, so that a payment never stores a card for
 * another shopper. Leaves the order unchanged when nobody is logged in: it can still be paid.
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

/**
 * Whether the card of a payment will be stored, and for which account. The frame shows this to the
 * shopper.
 */
export function storingOf({ terms: { owner }, details }: PricedKey): Pick<KeyTerms, 'stores' | 'account'> {
  if (owner) return { stores: 'if_agreed', account: accountOf(owner) };
  return details.data.TokenisationMode === ALWAYS ? { stores: 'always' } : {};
}

/** The account as the shopper knows it. The shop's own id of a shopper stays in the shop. */
export const accountOf = ({ email, crn1 = '' }: { readonly email?: string; readonly crn1?: string }): string =>
  email || crn1;
