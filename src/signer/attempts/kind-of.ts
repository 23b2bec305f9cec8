import type { Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { isTokenClaim, isTokenEntry } from '../claims/token-entry.js';
import type { AttemptKind } from './attempt-kind.js';
import { PAYMENT } from './payment-attempt.js';
import { SAVED_CARD, TOKEN } from './token-attempt.js';

export function kindOf(claim: Pick<Claim, 'terms'>): AttemptKind {
  if (!isTokenClaim(claim)) return PAYMENT;
  return claim.terms.action === 'store_token' ? SAVED_CARD : TOKEN;
}

export function kindOfEntry(entry: Pick<LedgerEntry, 'txnNumber'>): AttemptKind {
  return isTokenEntry(entry) ? TOKEN : PAYMENT;
}
