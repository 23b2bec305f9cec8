/** Claims and transactions for the tests of one store. */
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createClaim, type Claim, type NewClaim } from '../../src/signer/claims/claim.js';
import type { Finding } from '../../src/signer/claims/ledger-entry.js';
import { SCOPE, TERMS } from './terms.js';

/** Duration of the leases, in milliseconds. */
export const LEASE = 100;

let serial = 0;
/** A claim that is being issued, of the owner `me`. */
export function newClaimOf(order: string, attempt = 1, scope = SCOPE): NewClaim {
  const id = (serial += 1).toString(16).padStart(32, '0');
  return createClaim({
    id,
    scope,
    order,
    attempt,
    terms: TERMS,
    reference: `reference-${id}`,
    leaseOwner: 'me',
    lease: LEASE,
  });
}
/** The claim as a store has it that added it now. */
export function addedAt(now: number, { lease, ...claim }: NewClaim): Claim {
  return { ...claim, claimedAt: now, leaseUntil: now + lease };
}
export const claimOf = (order: string, attempt = 1): Claim & NewClaim => {
  const added = newClaimOf(order, attempt);
  return { ...added, ...addedAt(5, added) };
};
export const findingOf = (claim: NewClaim, txnNumber: string, verdict: Finding['verdict'] = 'approved'): Finding => ({
  txnNumber,
  claimId: claim.id,
  verdict,
  differences: [],
  txn: { TxnNumber: txnNumber, Amount: 19900 },
});
export const addLive = async (store: ClaimStore, order: string) => {
  const claim = claimOf(order);
  await store.addClaim(claim);
  await store.goLive(claim.id, 'me', { authKey: `key of ${claim.id}`, expiresAt: 1000 });
  return claim;
};
