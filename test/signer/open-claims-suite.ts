/** The claims that a reconciliation looks at, as tests of every `ClaimStore`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore, Need } from '../../src/signer/claims/claim-store.js';
import { GRACE, LAST_LOOK } from '../../src/signer/claims/claim.js';
import { addLive, findingOf, newClaimOf } from './claims.js';
import { SCOPE } from './terms.js';

/** When the keys of `addLive` expire. */
const EXPIRY = 1000;
const AT = EXPIRY + GRACE - 100;

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
    const take = (need: Need, limit = 10, scope = SCOPE, since = Number.MAX_SAFE_INTEGER) => {
      now += 1;
      return store.takeOpenClaims(scope, { need, limit, since });
    };
    const idsOf = async (taken: ReturnType<typeof take>) => (await taken).map(({ id }) => id);

    it('returns open claims, the least recently checked first', async () => {
      const live = await addLive(store, '1');
      const superseded = await addLive(store, '2');
      await store.supersede(superseded.id);
      const paid = await addLive(store, '3');
      await store.record(findingOf(paid, '3'));
      await store.addClaim(newClaimOf('4'));
      const first = await idsOf(take('idle', 1));
      const second = await idsOf(take('idle', 1));
      expect(new Set([...first, ...second])).toEqual(new Set([live.id, superseded.id]));
      expect(await idsOf(take('idle', 1))).toEqual(first);
      expect(await take('idle')).toHaveLength(2);
      expect([await take('pressing'), await take('ended')]).toEqual([[], []]);
    });

    it('returns a claim whose outcome was asked for as pressing, until it is known', async () => {
      const asked = await addLive(store, '1');
      const other = await addLive(store, '2');
      await store.markAsked(asked.id);
      expect(await idsOf(take('pressing'))).toEqual([asked.id]);
      expect(await idsOf(take('idle'))).toEqual([other.id]);
      now = EXPIRY + GRACE;
      expect(await idsOf(take('pressing'))).toEqual([asked.id]);
      expect(await idsOf(take('ended'))).toEqual([other.id]);
      await store.record(findingOf(asked, '1'));
      expect(await take('pressing')).toEqual([]);
    });

    it('returns a claim as ended from the end of its grace period on, until it is expired', async () => {
      const claim = await addLive(store, '1');
      now = EXPIRY + GRACE - 2;
      expect([await idsOf(take('idle')), await take('idle', 10, 'another scope')]).toEqual([[claim.id], []]);
      expect([await take('idle'), await take('ended', 10, 'another scope')]).toEqual([[], []]);
      expect(await idsOf(take('ended'))).toEqual([claim.id]);
      await store.expire(claim.id);
      expect(await take('ended')).toEqual([]);
    });

    it.each(['idle', 'pressing', 'ended'] as const)('leaves out %s claims that were checked since', async (need) => {
      const claims = await Promise.all(['1', '2', '3'].map((order) => addLive(store, order)));
      if (need === 'pressing') await Promise.all(claims.map(({ id }) => store.markAsked(id)));
      if (need === 'ended') now = EXPIRY + GRACE;
      const since = now;
      const first = await idsOf(take(need, 2, SCOPE, since));
      const second = await idsOf(take(need, 2, SCOPE, since));
      expect([...first, ...second].sort()).toEqual(claims.map(({ id }) => id).sort());
      expect(await take(need, 2, SCOPE, since)).toEqual([]);
    });

    it.each(['idle', 'pressing', 'ended'] as const)(
      'returns %s claims that a clock ahead has checked',
      async (need) => {
        const claim = await addLive(store, '1');
        if (need === 'pressing') await store.markAsked(claim.id);
        if (need === 'ended') now = EXPIRY + GRACE;
        const before = now;
        now += 50;
        expect(await idsOf(take(need, 1, SCOPE, now))).toEqual([claim.id]);
        // Corrected.
        now = before;
        expect(await idsOf(take(need, 1, SCOPE, now))).toEqual([claim.id]);
      },
    );

    it('returns an expired claim once more, an hour after its key has expired, until the hint that it gets is cleared', async () => {
      const claim = await addLive(store, '1');
      const until = EXPIRY + LAST_LOOK;
      await store.expire(claim.id);
      now = until - 2;
      expect(await take('ended')).toEqual([]);
      expect(await take('ended', 10, 'another scope')).toEqual([]);
      expect(await take('ended')).toMatchObject([{ id: claim.id, state: 'expired', hintedAt: now }]);
      expect(await take('ended')).toEqual([]);
      expect(await take('pressing')).toMatchObject([{ id: claim.id, hintedAt: now - 2 }]);
      await store.clearHint(claim.id);
      expect([await take('pressing'), await take('ended')]).toEqual([[], []]);
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
      for (const need of ['pressing', 'ended', 'idle'] as const) expect(await take(need)).toEqual([]);
    });

    it('returns claims with a hint first, also expired ones and those without a key', async () => {
      const asked = await addLive(store, '1');
      await store.markAsked(asked.id);
      const expired = await addLive(store, '2');
      await store.expire(expired.id);
      const issuing = newClaimOf('3');
      await store.addClaim(issuing);
      await take('pressing');
      for (const claim of [expired, issuing]) expect(await store.markHinted(claim.id)).toBe(true);
      expect(new Set(await idsOf(take('pressing', 2)))).toEqual(new Set([expired.id, issuing.id]));
      expect(await idsOf(take('pressing', 3))).toContain(asked.id);
      for (const claim of [expired, issuing]) await store.clearHint(claim.id);
      expect(await idsOf(take('pressing', 3))).toEqual([asked.id]);
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
