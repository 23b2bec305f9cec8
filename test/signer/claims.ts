/** Claims and transactions for the tests of one store. */
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createClaim, type Claim, type NewClaim } from '../../src/signer/claims/claim.js';
import type { Finding } from '../../src/signer/claims/ledger-entry.js';
import { SCOPE, TERMS } from './terms.js';

let serial = 0;
export const claimOf = (order: string, attempt = 1): Claim & NewClaim => {
  const id = (serial += 1).toString(16).padStart(32, '0');
  const added = createClaim({ id, scope: SCOPE, order, attempt, terms: TERMS, leaseOwner: 'me', lease: 100 });
  return { ...added, claimedAt: 5, leaseUntil: 105 };
};
export const findingOf = (claim: NewClaim, txnNumber: string): Finding => ({
  txnNumber,
  claimId: claim.id,
  verdict: 'approved',
  differences: [],
  txn: { TxnNumber: txnNumber, Amount: 19900 },
});
export const addLive = async (store: ClaimStore, order: string) => {
  const claim = claimOf(order);
  await store.addClaim(claim);
  await store.goLive(claim.id, 'me', { authKey: `key of ${claim.id}`, expiresAt: 1000 });
  return claim;
};
