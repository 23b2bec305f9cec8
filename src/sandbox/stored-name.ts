/**
 * Names as the sandbox stores them. Callers of REST may write a card number into a name, as shoppers do; the pages refuse
 * it. Only the answer to the caller who sent such a name has it.
 */
import { checkHolderName } from '../core/card/holder-name.js';
import { HIDDEN } from './request-log/mask-value.js';
import type { Token } from './token.js';
import type { StoredCard } from './transaction.js';

/** The name, hidden if the pages would refuse its characters. */
export function storedName<Name extends string | null>(name: Name): string | Name {
  const state = checkHolderName(name ?? '');
  return state.status === 'invalid' && state.reason === 'characters' ? HIDDEN : name;
}

export function withStoredName(card: StoredCard): StoredCard {
  return { ...card, holderName: storedName(card.holderName) };
}

/** A token with the stored name of its card or account. */
export function tokenAsStored(token: Token): Token {
  const { card, bankAccount } = token;
  return card
    ? { ...token, card: withStoredName(card) }
    : { ...token, bankAccount: { ...bankAccount, accountName: storedName(bankAccount.accountName) } };
}
