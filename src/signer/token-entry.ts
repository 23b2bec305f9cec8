/** How an attempt to store a card is told from a payment in the ledger. */
import { ORDER_ACTIONS, type Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';

const PREFIX = 'token ';

/** A claim that stores or changes a card; its `order` is its own, so that no order of the shop has anything to do with it. */
export function isTokenClaim({ terms }: Pick<Claim, 'terms'>): boolean {
  return !ORDER_ACTIONS.some((action) => action === terms.action);
}

/** Stands in place of a TxnNumber: the service numbers no tokens, and an attempt stores one. No TxnNumber has a blank. */
export function tokenEntryNumber(claimId: string): string {
  return PREFIX + claimId;
}

export function isTokenEntry({ txnNumber }: Pick<LedgerEntry, 'txnNumber'>): boolean {
  return txnNumber.startsWith(PREFIX);
}
