/** Claims and transactions for the tests of one store. The times are small numbers, so that tests can add to them. */
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createClaim, type Claim } from '../../src/signer/claims/claim.js';
import type { Finding } from '../../src/signer/claims/ledger-entry.js';
import { TERMS } from './terms.js';

let serial = 0;
export const claimOf = (order: string, attempt = 1): Claim => {
  const id = (serial += 1).toString(16).padStart(32, '0');
  return createClaim({ id, order, attempt, terms: TERMS, at: 5, leaseOwner: 'me', leaseUntil: 100 });
};
export const findingOf = (claim: Claim, txnNumber: string): Finding => ({
  txnNumber,
  claimId: claim.id,
  verdict: 'approved',
  differences: [],
  txn: { TxnNumber: txnNumber, Amount: 19900 },
  at: 50,
});
export const addLive = async (store: ClaimStore, order: string) => {
  const claim = claimOf(order);
  await store.addClaim(claim);
  await store.goLive(claim.id, 'me', { authKey: `key of ${claim.id}`, expiresAt: 1000 });
  return claim;
};
