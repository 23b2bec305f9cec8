/** Claims and findings for tests of stores. */
import { createClaim, type Claim, type NewClaim } from '../../src/signer/claims/claim.js';
import type { Finding } from '../../src/signer/claims/ledger-entry.js';
import { SCOPE, TERMS } from './terms.js';

/** Duration of the leases, in milliseconds. */
export const LEASE = 100;

let serial = 0;

/** A claim that is being issued, of the owner `me`. */
export function claimOf(order: string, attempt = 1, scope = SCOPE): NewClaim {
  serial += 1;
  const id = serial.toString(16).padStart(32, '0');
  return createClaim({ id, scope, order, attempt, terms: TERMS, leaseOwner: 'me', lease: LEASE });
}

export function findingOf(claim: NewClaim, txnNumber: string, verdict: Finding['verdict'] = 'approved'): Finding {
  return { txnNumber, claimId: claim.id, verdict, differences: [], txn: { TxnNumber: txnNumber } };
}

/** The claim as a store has it that added it now. */
export function addedAt(now: number, { lease, ...claim }: NewClaim): Claim {
  return { ...claim, claimedAt: now, leaseUntil: now + lease };
}
