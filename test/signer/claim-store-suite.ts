/** The contract of `ClaimStore` as tests, for every implementation. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import type { NewClaim } from '../../src/signer/claims/claim.js';
import { addedAt, findingOf, LEASE, newClaimOf } from './claims.js';
import { describeOpenClaims } from './open-claims-suite.js';
import { describeSettledOrders } from './settled-orders-suite.js';
import { SCOPE } from './terms.js';

const AT = 1_000_000;

/** @param open makes an empty store with this clock instead of its own */
export function describeClaimStore(
  name: string,
  open: (clock: { now(): number }) => ClaimStore | Promise<ClaimStore>,
): void {
  describe(`a claim store ${name}`, () => {
    let store: ClaimStore;
    /** The store's clock. That of the host is elsewhere, and stays there. */
    let now: number;
    beforeEach(async () => {
      now = AT;
      store = await open({ now: () => now });
    });
    afterEach(() => store.close());

    const addLive = async (order: string, attempt = 1, scope = SCOPE) => {
      const claim = newClaimOf(order, attempt, scope);
      expect(await store.addClaim(claim)).toBe(true);
      expect(await store.goLive(claim.id, 'me', { authKey: `key of ${claim.id}`, expiresAt: AT + 1000 })).toBe(true);
      return claim;
    };
    /** The try with this number, of the transaction. */
    const tryOf = (txnNumber: string, noticeTries: number, scope = SCOPE) => ({ scope, txnNumber, noticeTries });
    /** A moment later than the last call. */
    const takeOpen = (limit: number, scope = SCOPE) => {
      now += 1;
      return store.takeOpenClaims(scope, { need: 'pressing', limit, since: now });
    };
    const stateOf = async (claim: NewClaim) => (await store.readClaim(claim.id))?.state;

    it('has a clock', async () => {
      expect(await store.now()).toBe(AT);
      now += 5;
      expect(await store.now()).toBe(AT + 5);
    });

    it('does not use the clock of the host, which is 90 s off', async () => {
      vi.useFakeTimers({ now: Date.now() + 90_000, toFake: ['Date'] });
      try {
        const claim = newClaimOf('1');
        await store.addClaim(claim);
        expect(await store.takeLease(claim.id, { owner: 'other', client: null }, LEASE)).toBe(false);
        const paid = await addLive('2');
        const { entry } = await store.record(findingOf(paid, '2'));
        expect(entry).toMatchObject({ recordedAt: AT, noticeAt: AT });
        expect(await store.takeNotice(entry, 60, false)).toBe(true);
        expect(await store.takeNotice(tryOf('2', 1), 60, false)).toBe(false);
        await store.markAsked(paid.id);
        await store.markHinted(claim.id);
        expect((await store.readClaim(claim.id))?.hintedAt).toBe(AT);
      } finally {
        vi.useRealTimers();
      }
    });

    it('has no claims of an unknown order', async () => {
      expect(await store.readOrder(SCOPE, '1')).toEqual({ claims: [], entries: [], at: AT });
      expect(await store.readClaim('none')).toBeUndefined();
      expect(await store.readClaimByReference(SCOPE, 'none')).toBeUndefined();
    });

    it('returns a claim as it was added, by order, id and reference', async () => {
      const claim = { ...newClaimOf('1'), client: 'a client' };
      await store.addClaim(claim);
      const added = addedAt(AT, claim);
      expect(await store.readClaim(claim.id)).toEqual(added);
      expect(await store.readClaimByReference(SCOPE, claim.reference)).toEqual(added);
      expect((await store.readOrder(SCOPE, '1')).claims).toEqual([added]);
      expect((await store.readOrder(SCOPE, '2')).claims).toEqual([]);
    });

    it('adds one of a hundred parallel claims of the same attempt', async () => {
      const claims = Array.from({ length: 100 }, () => newClaimOf('1'));
      const added = await Promise.all(claims.map((claim) => store.addClaim(claim)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect((await store.readOrder(SCOPE, '1')).claims).toEqual([addedAt(AT, claims[added.indexOf(true)]!)]);
    });

    it('lists the claims of an order by attempt', async () => {
      const second = newClaimOf('1', 2);
      const first = newClaimOf('1', 1);
      await store.addClaim(second);
      await store.addClaim(first);
      expect((await store.readOrder(SCOPE, '1')).claims.map((claim) => claim.attempt)).toEqual([1, 2]);
    });

    it('makes a claim live once, and only for the owner of the lease', async () => {
      const claim = newClaimOf('1');
      await store.addClaim(claim);
      const key = { authKey: 'k', expiresAt: AT + 1000 };
      expect(await store.goLive(claim.id, 'somebody', key)).toBe(false);
      expect(await store.goLive(claim.id, 'me', key)).toBe(true);
      expect(await store.goLive(claim.id, 'me', { authKey: 'other', expiresAt: 1 })).toBe(false);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'live', authKey: 'k', expiresAt: AT + 1000 });
    });

    it('lets one of many take an expired lease, and none before its end', async () => {
      const claim = newClaimOf('1');
      await store.addClaim(claim);
      now += LEASE - 1;
      expect(await store.takeLease(claim.id, { owner: 'early', client: null }, 400)).toBe(false);
      now += 1;
      const owners = Array.from({ length: 50 }, (_, index) => `owner ${index}`);
      const taken = await Promise.all(owners.map((owner) => store.takeLease(claim.id, { owner, client: owner }, 400)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.goLive(claim.id, 'me', { authKey: 'late', expiresAt: 1 })).toBe(false);
      const owner = owners[taken.indexOf(true)]!;
      // An approval gives the try back to the client that has the key.
      expect(await store.readClaim(claim.id)).toMatchObject({ client: owner, leaseUntil: now + 400 });
      expect(await store.goLive(claim.id, owner, { authKey: 'k', expiresAt: AT + 1000 })).toBe(true);
    });

    it('releases a lease after the service refused a key', async () => {
      const claim = newClaimOf('1');
      await store.addClaim(claim);
      expect(await store.failLease(claim.id, 'somebody')).toBe(false);
      now += 5;
      expect(await store.failLease(claim.id, 'me')).toBe(true);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'issuing', leaseUntil: 0, failedAt: AT + 5 });
      expect(await store.takeLease(claim.id, { owner: 'next', client: null }, 50)).toBe(true);
    });

    it('supersedes a live claim once, and never one whose result was requested', async () => {
      const claim = await addLive('1');
      expect(await store.supersede(claim.id)).toBe(true);
      expect(await store.supersede(claim.id)).toBe(false);
      const asked = await addLive('2');
      now += 1;
      expect(await store.markAsked(asked.id)).toBe(now);
      now += 1;
      expect(await store.markAsked(asked.id)).toBe(now);
      expect(await store.supersede(asked.id)).toBe(false);
      expect(await store.readClaim(asked.id)).toMatchObject({ state: 'live', askedAt: AT + 1 });
    });

    it('expires live and superseded claims', async () => {
      const live = await addLive('1');
      const superseded = await addLive('2');
      await store.supersede(superseded.id);
      expect(await store.expire(live.id)).toBe(true);
      expect(await store.expire(superseded.id)).toBe(true);
      expect(await store.expire(live.id)).toBe(false);
      const issuing = newClaimOf('3');
      await store.addClaim(issuing);
      expect(await store.expire(issuing.id)).toBe(false);
    });

    it('records a transaction once, even if parallel requests find it', async () => {
      const claim = await addLive('1');
      const finding = findingOf(claim, '100');
      const recorded = await Promise.all(Array.from({ length: 50 }, () => store.record(finding)));
      const entries = recorded.map(({ entry }) => entry);
      expect(recorded.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(1);
      expect(entries[0]).toMatchObject({ txnNumber: '100', kind: 'paid', notice: 'due', noticeTries: 0 });
      expect((await store.readOrder(SCOPE, '1')).entries).toEqual([entries[0]]);
      expect(await stateOf(claim)).toBe('approved');
    });

    it('keeps the whole transaction', async () => {
      const claim = await addLive('1');
      const txn = { TxnNumber: '7', Amount: 19900, CardDetails: { MaskedCardNumber: '512345...346' }, IsTestTxn: true };
      await store.record({ ...findingOf(claim, '7', 'mismatched'), differences: ['Amount', 'Crn1'], txn });
      const [entry] = (await store.readOrder(SCOPE, '1')).entries;
      expect(entry).toMatchObject({ kind: 'result_mismatch', differences: ['Amount', 'Crn1'], txn });
    });

    it.each([
      ['approved', 'paid', 'approved'],
      ['declined', 'declined', 'declined'],
      ['failed', 'failed', 'failed'],
      ['mismatched', 'result_mismatch', 'review'],
    ] as const)('records a %s transaction as %s, and the claim becomes %s', async (verdict, kind, state) => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1', verdict));
      expect(entry.kind).toBe(kind);
      expect(entry.notice).toBe(kind === 'declined' || kind === 'failed' ? 'none' : 'due');
      expect(await stateOf(claim)).toBe(state);
    });

    it('records a payment on a superseded key as such, and a later payment as a second one', async () => {
      const old = await addLive('1');
      await store.supersede(old.id);
      const current = await addLive('1', 2);
      expect((await store.record(findingOf(old, '1'))).entry.kind).toBe('paid_superseded');
      expect((await store.record(findingOf(current, '2'))).entry.kind).toBe('paid_twice');
      expect(await stateOf(old)).toBe('review');
      expect(await stateOf(current)).toBe('review');
    });

    it('records two parallel payments of one order as paid and paid twice', async () => {
      const old = await addLive('1');
      await store.supersede(old.id);
      const current = await addLive('1', 2);
      await store.record(findingOf(current, '2'));
      expect((await store.record(findingOf(old, '1'))).entry.kind).toBe('paid_twice');
      expect(await stateOf(current)).toBe('approved');
    });

    it('records a payment on an expired claim as paid if no other key was made', async () => {
      const claim = await addLive('1');
      await store.expire(claim.id);
      expect((await store.record(findingOf(claim, '1'))).entry.kind).toBe('paid');
      const other = await addLive('2');
      await store.expire(other.id);
      await store.addClaim(newClaimOf('2', 2));
      expect((await store.record(findingOf(other, '2'))).entry.kind).toBe('paid_superseded');
    });

    it('refuses to record for a claim that it does not have', async () => {
      await expect(store.record({ ...findingOf(newClaimOf('1'), '1'), claimId: 'none' })).rejects.toThrow(RangeError);
      expect(await store.readDueNotices(SCOPE, 0, 10)).toEqual([]);
    });

    it('adds no claim and makes none live after a payment of the order', async () => {
      const old = await addLive('1');
      await store.supersede(old.id);
      const next = newClaimOf('1', 2);
      await store.addClaim(next);
      await store.record(findingOf(old, '1'));
      expect(await store.goLive(next.id, 'me', { authKey: 'k', expiresAt: 1 })).toBe(false);
      expect(await store.addClaim(newClaimOf('1', 3))).toBe(false);
      const known = { ...newClaimOf('1', 3), state: 'review' as const };
      expect([await store.addClaim(known), await store.addClaim({ ...known, id: 'x', attempt: 4 })]).toEqual([
        true,
        false,
      ]);
    });

    it('adds the next claim after a decline', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1', 'declined'));
      expect(await store.addClaim(newClaimOf('1', 2))).toBe(true);
    });

    it('gives the notice lease to one of many, and to nobody while it runs', async () => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1'));
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeNotice(entry, 60, false)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      now += 59;
      for (const isEarly of [false, true]) expect(await store.takeNotice(tryOf('1', 1), 60, isEarly)).toBe(false);
      expect(await store.readDueNotices(SCOPE, 0, 10)).toEqual([]);
      expect(await store.readDueNotices(SCOPE, 1, 10)).toMatchObject([{ txnNumber: '1', noticeTries: 1 }]);
      now += 1;
      expect(await store.readDueNotices(SCOPE, 0, 10)).toMatchObject([{ txnNumber: '1', noticeTries: 1 }]);
      expect(await store.takeNotice(tryOf('1', 0), 60, false)).toBe(false);
      expect(await store.takeNotice(tryOf('1', 1), 60, false)).toBe(true);
      await store.finishNotice(tryOf('1', 2));
      now += 999;
      expect(await store.takeNotice(tryOf('1', 2), 60, true)).toBe(false);
      expect(await store.readDueNotices(SCOPE, 9999, 10)).toEqual([]);
    });

    it('records a transaction with the lease of its notice, if it needs one', async () => {
      const [paid, declined] = [await addLive('1'), await addLive('2')];
      const { entry } = await store.record(findingOf(paid, '1'), 60);
      expect(entry).toMatchObject({ notice: 'calling', noticeAt: now + 60, noticeTries: 1 });
      expect((await store.readOrder(SCOPE, '1')).entries).toEqual([entry]);
      expect(await store.takeNotice(tryOf('1', 1), 60, true)).toBe(false);
      expect((await store.record(findingOf(declined, '2', 'declined'), 60)).entry.notice).toBe('none');
      now += 60;
      expect(await store.takeNotice(tryOf('1', 1), 60, false)).toBe(true);
    });

    it('makes a failed notice due again after the pause, or earlier if that is asked for', async () => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1'));
      await store.takeNotice(entry, 60, false);
      await store.failNotice(tryOf('1', 1), 30);
      now += 29;
      expect(await store.takeNotice(tryOf('1', 1), 60, false)).toBe(false);
      now += 1;
      expect(await store.takeNotice(tryOf('1', 1), 60, false)).toBe(true);
      await store.failNotice(tryOf('1', 2), 30);
      expect(await store.takeNotice(tryOf('1', 2), 60, true)).toBe(true);
    });

    it('finishes a notice by a try that was given up, unless the next one has begun', async () => {
      for (const order of ['1', '2']) {
        const { entry } = await store.record(findingOf(await addLive(order), order));
        await store.takeNotice(entry, 60, false);
        await store.failNotice(tryOf(order, 1), 30);
      }
      await store.finishNotice(tryOf('1', 1));
      now += 30;
      expect(await store.takeNotice(tryOf('2', 1), 60, false)).toBe(true);
      await store.finishNotice(tryOf('2', 1));
      await store.failNotice(tryOf('2', 1), 0);
      expect((await store.readOrder(SCOPE, '1')).entries).toMatchObject([{ notice: 'done' }]);
      expect((await store.readOrder(SCOPE, '2')).entries).toMatchObject([{ notice: 'calling', noticeTries: 2 }]);
    });

    it('marks a payment as superseded during its notice, once, with the current terms', async () => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1'));
      const current = { amount: { minor: 900_000, currency: 'AUD' }, version: '2' };
      expect(await store.supersedePayment(entry, current)).toMatchObject({ kind: 'paid', current: null });
      await store.takeNotice(entry, 60, false);
      const superseded = { kind: 'paid_superseded', current, notice: 'calling', noticeAt: AT + 60 };
      expect(await store.supersedePayment(entry, current)).toMatchObject(superseded);
      expect(await store.supersedePayment(entry, { amount: claim.terms.amount })).toMatchObject(superseded);
      const { claims, entries } = await store.readOrder(SCOPE, '1');
      expect([claims[0]?.state, entries]).toMatchObject(['review', [superseded]]);
      await store.finishNotice(tryOf('1', 1));
      // A payment now is a second payment.
      expect((await store.record(findingOf(claim, '2'))).entry).toMatchObject({ kind: 'paid_twice', current: null });
    });

    it('marks a payment as gone back during its notice', async () => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1'));
      await store.takeNotice(entry, 60, false);
      const reversed = { kind: 'paid_reversed', current: null };
      expect(await store.supersedePayment(entry, null)).toMatchObject(reversed);
      const { claims, entries } = await store.readOrder(SCOPE, '1');
      expect([claims[0]?.state, entries]).toMatchObject(['review', [reversed]]);
      expect((await store.record(findingOf(claim, '2'))).entry.kind).toBe('paid_twice');
    });

    it('has no notice for a declined payment', async () => {
      const claim = await addLive('1');
      const { entry } = await store.record(findingOf(claim, '1', 'declined'));
      expect(await store.takeNotice(entry, 60, true)).toBe(false);
    });

    it('keeps the scopes apart: the same order, TxnNumber and reference may be in each', async () => {
      const there = 'https://service.example 1 test';
      const here = await addLive('1');
      const theirs = { ...newClaimOf('1', 1, there), reference: here.reference };
      await store.record(findingOf(here, '1'));
      expect(await store.readOrder(there, '1')).toMatchObject({ claims: [], entries: [] });
      expect(await store.readClaimByReference(there, here.reference)).toBeUndefined();
      expect(await store.addClaim(theirs)).toBe(true);
      expect(await store.goLive(theirs.id, 'me', { authKey: 'k', expiresAt: AT + 1000 })).toBe(true);
      expect(await store.readClaimByReference(there, here.reference)).toMatchObject({ id: theirs.id });
      await store.markHinted(theirs.id);
      expect(await takeOpen(10)).toEqual([]);
      expect(await takeOpen(10, there)).toMatchObject([{ id: theirs.id, scope: there }]);
      const { entry, isNew } = await store.record(findingOf(theirs, '1'));
      expect([isNew, entry.kind, entry.scope]).toEqual([true, 'paid', there]);
      expect(await store.takeNotice(tryOf('1', 0), 60, false)).toBe(true);
      await store.supersedePayment(tryOf('1', 1), { amount: { minor: 1, currency: 'AUD' } });
      await store.finishNotice(tryOf('1', 1));
      expect(await store.readDueNotices(SCOPE, 0, 10)).toEqual([]);
      expect(await store.readDueNotices(there, 0, 10)).toEqual([entry]);
      expect(await store.takeNotice(entry, 60, false)).toBe(true);
      await store.failNotice(tryOf('1', 1, there), 30);
      expect((await store.readOrder(there, '1')).entries).toMatchObject([{ kind: 'paid', notice: 'due' }]);
      expect((await store.readOrder(SCOPE, '1')).entries).toMatchObject([{ kind: 'paid_superseded', notice: 'done' }]);
    });

    it('reads what was recorded in a period, in pages, each transaction once', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(await addLive('1', 1, `${SCOPE} test`), '7'));
      for (const number of ['b', 'B', 'c', 'a10', 'a9']) await store.record(findingOf(claim, number, 'declined'));
      now += 1;
      for (const number of ['d', 'A']) await store.record(findingOf(claim, number, 'declined'));
      const read = async (recordedAt: number, txnNumber: string, until: number) =>
        (await store.readEntries(SCOPE, { recordedAt, txnNumber }, until, 3)).map((entry) => entry.txnNumber);
      expect(await read(AT, '', AT + 2)).toEqual(['B', 'a10', 'a9']);
      expect(await read(AT, 'a9', AT + 2)).toEqual(['b', 'c', 'A']);
      expect(await read(AT + 1, 'A', AT + 2)).toEqual(['d']);
      expect(await read(AT + 1, '', AT + 1)).toEqual([]);
    });

    it('stores a mark for the one that has read the mark before', async () => {
      const mark = { scope: SCOPE, name: 'audit' };
      expect(await store.readMark(SCOPE, 'audit')).toBe(null);
      expect(await store.setMark({ ...mark, before: 'a', text: 'b' })).toBe(false);
      const first = await Promise.all(['a', 'b'].map((text) => store.setMark({ ...mark, before: null, text })));
      expect(first.toSorted()).toEqual([false, true]);
      const before = first[0] ? 'a' : 'b';
      expect(await store.setMark({ ...mark, before, text: 'c' })).toBe(true);
      expect(await store.setMark({ ...mark, before, text: 'd' })).toBe(false);
      expect(await store.readMark(SCOPE, 'audit')).toBe('c');
      expect(await store.readMark(`${SCOPE} test`, 'audit')).toBe(null);
    });

    it('can be closed twice', async () => {
      await store.readOrder(SCOPE, '1');
      await store.close();
      await store.readClaim('1').catch(() => undefined);
      await expect(store.close()).resolves.toBeUndefined();
    });
  });
  describeOpenClaims(name, open);
  describeSettledOrders(name, open);
}
