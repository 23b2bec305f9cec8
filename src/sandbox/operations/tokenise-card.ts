/**
 * Stores the card of an approved transaction as a token on request. docs/wire/rest.md section 7, "TokenisationMode".
 */
import type { Context } from '../context.js';
import type { StoreUnit } from '../store/store.js';
import { makeToken } from './add-token.js';
import type { Decision } from './decision.js';
import { isFollowUp } from './original-rules.js';
import { APPROVED } from './outcome.js';
import type { TransactionOrder } from './transaction-order.js';

const WHEN_CUSTOMER_AGREES = 2;
const ALWAYS = 3;

function isWanted({ merchant, terms, storeCard }: TransactionOrder): boolean {
  const mode = terms.tokenisationMode || merchant.settings.defaultTokenisation;
  return mode === ALWAYS || (mode === WHEN_CUSTOMER_AGREES && storeCard);
}

/** Returns the new token, or null: not requested, not approved, or no card. */
export async function tokeniseCard(
  unit: StoreUnit,
  order: TransactionOrder,
  { outcome, card, paidToken }: Decision,
  context: Context,
): Promise<string | null> {
  const { merchant, terms, source, username = null } = order;
  const isCardOfItsOwn = !isFollowUp(terms.action) && paidToken === null && card.cardId !== null;
  if (!isCardOfItsOwn || outcome.responseCode !== APPROVED || !isWanted(order)) return null;
  const instrument = { card, bankAccount: null };
  const made = { merchantId: merchant.id, instrument, references: terms, source, username };
  return (await makeToken(unit, made, context)).dvToken;
}
