/** What a store removes and empties, as tests of every `ClaimStore`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { LAST_LOOK, type Terms } from '../../src/signer/claims/claim.js';
import { addLive, findingOf, newClaimOf } from './claims.js';
import { SCOPE, TERMS } from './terms.js';

const AT = 1_000_000;
const AGE = 50_000_000;

/** @param open makes an empty store with this clock instead of its own */
export function describeSettledOrders(
  name: string,
  open: (clock: { now(): number }) => ClaimStore | Promise<ClaimStore>,
): void {
  describe(`the settled orders of a store ${name}`, () => {
    let store: ClaimStore;
    let now: number;
    beforeEach(async () => {
      now = AT;
      store = await open({ now: () => now });
    });
    afterEach(() => store.close());

    const isKept = async (order: string) => (await store.readOrder(SCOPE, order)).claims.length > 0;
    const pay = async (order: string) => {
      const { entry } = await store.record(findingOf(await addLive(store, order), order));
      return entry;
    };
    const settle = async (order: string) => {
      const entry = await pay(order);
      await store.takeNotice(entry, 60, false);
      await store.finishNotice({ ...entry, noticeTries: 1 });
    };
    /** Makes an order that stays. */
    const OPEN: Readonly<Record<string, (order: string) => Promise<unknown>>> = {
      'a live key': (order) => addLive(store, order),
      'a superseded key': async (order) => store.supersede((await addLive(store, order)).id),
      'a key that is being made': async (order) => {
        const claim = newClaimOf(order);
        await store.addClaim(claim);
        now += AGE;
        expect(await store.takeLease(claim.id, { owner: 'me', client: null }, 10)).toBe(true);
      },
      'a hint': async (order) => {
        const { id } = await addLive(store, order);
        await store.expire(id);
        await store.markHinted(id);
      },
      'an expired key without its last look': async (order) => store.expire((await addLive(store, order)).id),
      'a payment that the shop does not know': pay,
      'a callback that is running': async (order) => store.takeNotice(await pay(order), 60, false),
      'a later attempt': async (order) => {
        await store.record(findingOf(await addLive(store, order), order, 'declined'));
        now += AGE;
        const second = newClaimOf(order, 2);
        await store.addClaim(second);
        await store.record(findingOf(second, `second of ${order}`, 'declined'));
      },
      'a payment in the period': async (order) => {
        const claim = await addLive(store, order);
        now += AGE;
        await store.record(findingOf(claim, order, 'declined'));
      },
    };
    it('are removed at their age, and not a moment before', async () => {
      await settle('1');
      await store.record(findingOf(await addLive(store, '2'), '2', 'declined'));
      await store.addClaim(newClaimOf('3'));
      now += AGE - 1;
      expect(await store.removeSettled(SCOPE, AGE, 10)).toBe(0);
      now += 1;
      expect(await store.removeSettled(SCOPE, AGE, 10)).toBe(3);
      for (const order of ['1', '2', '3']) {
        expect(await store.readOrder(SCOPE, order)).toEqual({ claims: [], entries: [], at: now });
      }
      // The numbers are free again.
      await settle('1');
      expect(await store.removeSettled(SCOPE, AGE, 10)).toBe(0);
    });

    it.each(Object.keys(OPEN))('do not include an order with %s', async (what) => {
      await settle('settled');
      await OPEN[what]?.('open');
      const hadEntries = (await store.readOrder(SCOPE, 'open')).entries.length;
      now = Math.max(now, AT + AGE);
      expect(await store.removeSettled(SCOPE, AGE, 10)).toBe(1);
      expect([await isKept('settled'), await isKept('open')]).toEqual([false, true]);
      expect((await store.readOrder(SCOPE, 'open')).entries).toHaveLength(hadEntries);
    });

    it('include an expired key after its last look', async () => {
      const { id } = await addLive(store, '1');
      await store.expire(id);
      now += LAST_LOOK + AGE;
      expect(await store.takeOpenClaims(SCOPE, { need: 'ended', limit: 10, since: now })).toHaveLength(1);
      await store.clearHint(id);
      expect(await store.removeSettled(SCOPE, AGE, 10)).toBe(1);
    });

    it('are removed up to the limit, of one scope only', async () => {
      for (const order of ['1', '2', '3']) await settle(order);
      const there = { ...newClaimOf('1', 1, 'https://service.example 1 test') };
      await store.addClaim(there);
      now += AGE;
      expect([await store.removeSettled(SCOPE, AGE, 2), await store.removeSettled(SCOPE, AGE, 2)]).toEqual([2, 1]);
      expect(await store.readClaim(there.id)).toBeDefined();
    });

    it('are removed once by parallel calls', async () => {
      for (const order of ['1', '2', '3', '4']) await settle(order);
      now += AGE;
      const removed = await Promise.all([1, 2, 3].map(() => store.removeSettled(SCOPE, AGE, 3)));
      expect(removed.reduce((sum, each) => sum + each, 0)).toBe(4);
    });

    it('are emptied of their person, and keep their state', async () => {
      const terms: Terms = {
        ...{ ...TERMS, crn2: 'customer 7', surcharge: 100, cardTypes: ['MC'], dvToken: '5999991234567890' },
        owner: { id: 'ann', session: 's', email: 'ann@shop.example' },
      };
      const claim = { ...newClaimOf('1'), terms, client: 'a client' };
      await store.addClaim(claim);
      await store.goLive(claim.id, 'me', { authKey: 'k', expiresAt: AT + 1000 });
      expect(await store.forgetOrder(SCOPE, '1')).toBe(false);
      const details = { CardDetails: { CardHolderName: 'ANN' }, EmailAddress: 'ann@shop.example', Crn2: 'customer 7' };
      const finding = findingOf(claim, '1', 'declined');
      await store.record({ ...finding, txn: { ...finding.txn, ...details, ResponseCode: '1' } });
      expect(await store.forgetOrder(SCOPE, '1')).toBe(true);
      const { claims, entries } = await store.readOrder(SCOPE, '1');
      const { amount, merchantNumber, action, billerCode, testMode, version } = TERMS;
      expect(claims).toMatchObject([{ state: 'declined', reference: claim.reference, client: null }]);
      expect(claims[0]?.terms).toEqual({
        ...{ amount, merchantNumber, action, billerCode, testMode, version, surcharge: 100, cardTypes: ['MC'] },
        ...{ crn1: '', crn2: '', crn3: '' },
      });
      expect(entries).toMatchObject([{ kind: 'declined', order: '1' }]);
      expect(entries[0]?.txn).toEqual({ TxnNumber: '1', Amount: 19900, ResponseCode: '1' });
      expect(await store.forgetOrder(SCOPE, 'unknown')).toBe(true);
    });

    it('keep the references of a key that was not used: a late payment is compared with them', async () => {
      const owner = { id: 'ann', session: 's', email: 'ann@shop.example' };
      const claim = { ...newClaimOf('1'), terms: { ...TERMS, owner } };
      await store.addClaim(claim);
      await store.goLive(claim.id, 'me', { authKey: 'k', expiresAt: AT });
      await store.expire(claim.id);
      now += LAST_LOOK;
      await store.takeOpenClaims(SCOPE, { need: 'ended', limit: 10, since: now });
      await store.clearHint(claim.id);
      expect(await store.forgetOrder(SCOPE, '1')).toBe(true);
      expect((await store.readClaim(claim.id))?.terms).toEqual(TERMS);
    });
  });
}
