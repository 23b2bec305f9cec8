/** A claim store whose keys a developer can let expire without moving the clock. */
import type { Claim, ClaimStore } from 'florin-server/signer';

/** A claim store with a control for the developer bar. */
interface ExpiringStore extends ClaimStore {
  /** Every key that was issued before now expired at `at`, milliseconds since 1970. Lasts until the demo ends. */
  expireKeys(at: number): void;
}

/** Wraps a store: only the expiry of the keys that it returns differs. */
export function expiringStore(store: ClaimStore, clock: { now(): number }): ExpiringStore {
  let issuedUntil = Number.NEGATIVE_INFINITY;
  let expiredAt = Number.POSITIVE_INFINITY;
  const expire = (claim: Claim): Claim =>
    claim.expiresAt !== null && claim.claimedAt <= issuedUntil
      ? { ...claim, expiresAt: Math.min(claim.expiresAt, expiredAt) }
      : claim;
  const expireFound = (claim: Claim | undefined): Claim | undefined => claim && expire(claim);
  return {
    ...store,
    expireKeys(at) {
      issuedUntil = clock.now();
      expiredAt = at;
    },
    async readOrder(scope, order) {
      const record = await store.readOrder(scope, order);
      return { ...record, claims: record.claims.map(expire) };
    },
    readClaim: async (id) => expireFound(await store.readClaim(id)),
    readClaimByReference: async (scope, reference) => expireFound(await store.readClaimByReference(scope, reference)),
    takeOpenClaims: async (scope, wanted) => (await store.takeOpenClaims(scope, wanted)).map(expire),
  };
}
