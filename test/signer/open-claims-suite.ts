/** The claims that a reconciliation looks at, as tests of every `ClaimStore`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { LAST_LOOK } from '../../src/signer/claims/claim.js';
import { addLive, findingOf, newClaimOf } from './claims.js';
import { SCOPE } from './terms.js';

const AT = 1_000_000;

/** @param open makes an empty store with this clock instead of its own */
export function describeOpenClaims(
  name: string,
  open: (clock: { now(): number }) => ClaimStore | Promise<ClaimStore>,
): void {
  describe(`the open claims of a store ${name}`, () => {
    let store: ClaimStore;
    let now: number;
    beforeEach(async () => {
      now = AT;
      store = await open({ now: () => now });
    });
    afterEach(() => store.close());

    /** A moment later than the last call. */
    const takeOpen = (limit: number, scope = SCOPE) => {
      now += 1;
      return store.takeOpenClaims(scope, limit);
    };

    it('returns open claims, the least recently checked first', async () => {
      const live = await addLive(store, '1');
      const superseded = await addLive(store, '2');
      await store.supersede(superseded.id);
      const paid = await addLive(store, '3');
      await store.record(findingOf(paid, '3'));
      await store.addClaim(newClaimOf('4'));
      const first = await takeOpen(1);
      const second = await takeOpen(1);
      expect(new Set([...first, ...second].map((claim) => claim.id))).toEqual(new Set([live.id, superseded.id]));
      expect((await takeOpen(1)).map((claim) => claim.id)).toEqual(first.map((claim) => claim.id));
      expect(await takeOpen(10)).toHaveLength(2);
    });

    it('returns an expired claim once more, an hour after its key has expired', async () => {
      const claim = await addLive(store, '1');
      const until = 1000 + LAST_LOOK;
      await store.expire(claim.id);
      now = until - 2;
      expect(await takeOpen(10)).toEqual([]);
      expect(await takeOpen(10, 'another scope')).toEqual([]);
      expect(await takeOpen(10)).toMatchObject([{ id: claim.id, state: 'expired' }]);
      expect(await takeOpen(10)).toEqual([]);
    });

    it('keeps the first of many parallel hints until the claim is checked', async () => {
      const claim = await addLive(store, '1');
      const hints = await Promise.all(Array.from({ length: 24 }, () => store.markHinted(claim.id)));
      expect(hints.filter(Boolean)).toHaveLength(1);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'live', hintedAt: AT });
      await store.clearHint(claim.id);
      expect((await store.readClaim(claim.id))?.hintedAt).toBeNull();
      expect(await store.markHinted(claim.id)).toBe(true);
      expect(await store.markHinted('none')).toBe(false);
    });

    it.each(['approved', 'declined', 'failed', 'mismatched'] as const)('uses a hint up with a %s', async (verdict) => {
      const claim = await addLive(store, '1');
      await store.markHinted(claim.id);
      await store.record(findingOf(claim, '1', verdict));
      expect((await store.readClaim(claim.id))?.hintedAt).toBeNull();
      expect(await store.markHinted(claim.id)).toBe(false);
      expect(await takeOpen(10)).toEqual([]);
    });

    it('returns claims with a hint first, also expired ones and those without a key', async () => {
      const live = await addLive(store, '1');
      const expired = await addLive(store, '2');
      await store.expire(expired.id);
      const issuing = newClaimOf('3');
      await store.addClaim(issuing);
      await takeOpen(10);
      for (const claim of [expired, issuing]) expect(await store.markHinted(claim.id)).toBe(true);
      const taken = await takeOpen(2);
      expect(new Set(taken.map(({ id }) => id))).toEqual(new Set([expired.id, issuing.id]));
      expect((await takeOpen(3)).map(({ id }) => id)).toContain(live.id);
      for (const claim of [expired, issuing]) await store.clearHint(claim.id);
      expect((await takeOpen(3)).map(({ id }) => id)).toEqual([live.id]);
    });

    it('says how long something waits, of one scope', async () => {
      const [first, second] = [await addLive(store, '1'), await addLive(store, '2')];
      await store.markAsked(first.id);
      now += 7;
      await store.markAsked(second.id);
      expect(await store.readBacklog(SCOPE)).toEqual({ asked: 7, notice: null });
      const { entry } = await store.record(findingOf(first, '1'));
      await store.takeNotice(entry, 60, false);
      const made = { ...entry, noticeTries: 1 };
      await store.failNotice(made, 600);
      expect(await store.readBacklog(SCOPE)).toEqual({ asked: 0, notice: 0 });
      expect(await store.readBacklog('https://service.example 1 test')).toEqual({ asked: null, notice: null });
      await store.finishNotice(made);
      await store.expire(second.id);
      expect(await store.readBacklog(SCOPE)).toEqual({ asked: null, notice: null });
    });
  });
}
