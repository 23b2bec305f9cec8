/** Tells attempts to store a card from payments in the ledger. */
import { ORDER_ACTIONS, type Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';

const PREFIX = 'token ';

/**
 * A claim that stores or changes a card. Its `order` is its own id, so that it belongs to no order
 * of the shop.
 */
export function isTokenClaim({ terms }: Pick<Claim, 'terms'>): boolean {
  return !ORDER_ACTIONS.some((action) => action === terms.action);
}

/** The order of an attempt to save a card. @param id of the claim of its payment, or a random one */
export function savingOrderOf(id: string): string {
  return `tokens/${id}`;
}

/**
 * Replaces the TxnNumber: the service does not number tokens, and an attempt stores one. No
 * TxnNumber contains a space.
 */
export function tokenEntryNumber(claimId: string): string {
  return PREFIX + claimId;
}

export function isTokenEntry({ txnNumber }: Pick<LedgerEntry, 'txnNumber'>): boolean {
  return txnNumber.startsWith(PREFIX);
}
