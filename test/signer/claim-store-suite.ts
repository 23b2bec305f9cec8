/** The contract of `ClaimStore` as tests, for every implementation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createClaim, type Claim } from '../../src/signer/claims/claim.js';
import type { Finding } from '../../src/signer/claims/ledger-entry.js';
import { TERMS } from './terms.js';

const AT = 1_000_000;
let serial = 0;

function claimOf(order: string, attempt = 1, owner = 'me'): Claim {
  serial += 1;
  const id = serial.toString(16).padStart(32, '0');
  return createClaim({ id, order, attempt, terms: TERMS, at: AT, leaseOwner: owner, leaseUntil: AT + 100 });
}

function findingOf(claim: Claim, txnNumber: string, verdict: Finding['verdict'] = 'approved'): Finding {
  return { txnNumber, claimId: claim.id, verdict, differences: [], txn: { TxnNumber: txnNumber }, at: AT };
}

/** @param open makes an empty store */
export function describeClaimStore(name: string, open: () => ClaimStore | Promise<ClaimStore>): void {
  describe(`a claim store ${name}`, () => {
    let store: ClaimStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const addLive = async (order: string, attempt = 1) => {
      const claim = claimOf(order, attempt);
      expect(await store.addClaim(claim)).toBe(true);
      expect(await store.goLive(claim.id, 'me', { authKey: `key of ${claim.id}`, expiresAt: AT + 1000 })).toBe(true);
      return claim;
    };
    const stateOf = async (claim: Claim) => (await store.readClaim(claim.id))?.state;

    it('has a clock', async () => {
      const before = Date.now();
      const now = await store.now();
      expect(now).toBeGreaterThanOrEqual(before - 1);
      expect(now).toBeLessThanOrEqual(Date.now() + 1);
    });

    it('has no claims of an unknown order', async () => {
      expect(await store.readOrder('1')).toEqual({ claims: [], entries: [] });
      expect(await store.readClaim('none')).toBeUndefined();
      expect(await store.readClaimByReference('none')).toBeUndefined();
    });

    it('returns a claim as it was added, by order, id and reference', async () => {
      const claim = claimOf('1');
      await store.addClaim(claim);
      expect(await store.readClaim(claim.id)).toEqual(claim);
      expect(await store.readClaimByReference(claim.reference)).toEqual(claim);
      expect((await store.readOrder('1')).claims).toEqual([claim]);
      expect((await store.readOrder('2')).claims).toEqual([]);
    });

    it('adds one of a hundred parallel claims of the same attempt', async () => {
      const claims = Array.from({ length: 100 }, () => claimOf('1'));
      const added = await Promise.all(claims.map((claim) => store.addClaim(claim)));
      expect(added.filter(Boolean)).toHaveLength(1);
      expect((await store.readOrder('1')).claims).toEqual([claims[added.indexOf(true)]]);
    });

    it('lists the claims of an order by attempt', async () => {
      const second = claimOf('1', 2);
      const first = claimOf('1', 1);
      await store.addClaim(second);
      await store.addClaim(first);
      expect((await store.readOrder('1')).claims.map((claim) => claim.attempt)).toEqual([1, 2]);
    });

    it('makes a claim live once, and only for the owner of the lease', async () => {
      const claim = claimOf('1');
      await store.addClaim(claim);
      const key = { authKey: 'k', expiresAt: AT + 1000 };
      expect(await store.goLive(claim.id, 'somebody', key)).toBe(false);
      expect(await store.goLive(claim.id, 'me', key)).toBe(true);
      expect(await store.goLive(claim.id, 'me', { authKey: 'other', expiresAt: 1 })).toBe(false);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'live', authKey: 'k', expiresAt: AT + 1000 });
    });

    it('lets one of many take an expired lease, and none before its end', async () => {
      const claim = claimOf('1');
      await store.addClaim(claim);
      expect(await store.takeLease(claim.id, 'early', AT + 99, AT + 500, null)).toBe(false);
      const owners = Array.from({ length: 50 }, (_, index) => `owner ${index}`);
      const taken = await Promise.all(
        owners.map((owner) => store.takeLease(claim.id, owner, AT + 100, AT + 500, owner)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.goLive(claim.id, 'me', { authKey: 'late', expiresAt: 1 })).toBe(false);
      const owner = owners[taken.indexOf(true)]!;
      // An approval gives the try back to the client that has the key.
      expect(await store.readClaim(claim.id)).toMatchObject({ client: owner });
      expect(await store.goLive(claim.id, owner, { authKey: 'k', expiresAt: AT + 1000 })).toBe(true);
    });

    it('releases a lease after the service refused a key', async () => {
      const claim = claimOf('1');
      await store.addClaim(claim);
      expect(await store.failLease(claim.id, 'somebody', AT)).toBe(false);
      expect(await store.failLease(claim.id, 'me', AT + 5)).toBe(true);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'issuing', leaseUntil: 0, failedAt: AT + 5 });
      expect(await store.takeLease(claim.id, 'next', AT + 6, AT + 50, null)).toBe(true);
    });

    it('supersedes a live claim once, and never one whose result was requested', async () => {
      const claim = await addLive('1');
      expect(await store.supersede(claim.id)).toBe(true);
      expect(await store.supersede(claim.id)).toBe(false);
      const asked = await addLive('2');
      await store.markAsked(asked.id, AT + 1);
      await store.markAsked(asked.id, AT + 2);
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
      const issuing = claimOf('3');
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
      expect((await store.readOrder('1')).entries).toEqual([entries[0]]);
      expect(await stateOf(claim)).toBe('approved');
    });

    it('keeps the whole transaction', async () => {
      const claim = await addLive('1');
      const txn = { TxnNumber: '7', Amount: 19900, CardDetails: { MaskedCardNumber: '512345...346' }, IsTestTxn: true };
      await store.record({ ...findingOf(claim, '7', 'mismatched'), differences: ['Amount', 'Crn1'], txn });
      const [entry] = (await store.readOrder('1')).entries;
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
      await store.addClaim(claimOf('2', 2));
      expect((await store.record(findingOf(other, '2'))).entry.kind).toBe('paid_superseded');
    });

    it('refuses to record for a claim that it does not have', async () => {
      await expect(store.record({ ...findingOf(claimOf('1'), '1'), claimId: 'none' })).rejects.toThrow(RangeError);
      expect(await store.readDueNotices(AT, 10)).toEqual([]);
    });

    it('adds no claim and makes none live after a payment of the order', async () => {
      const old = await addLive('1');
      await store.supersede(old.id);
      const next = claimOf('1', 2);
      await store.addClaim(next);
      await store.record(findingOf(old, '1'));
      expect(await store.goLive(next.id, 'me', { authKey: 'k', expiresAt: 1 })).toBe(false);
      expect(await store.addClaim(claimOf('1', 3))).toBe(false);
    });

    it('adds the next claim after a decline', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1', 'declined'));
      expect(await store.addClaim(claimOf('1', 2))).toBe(true);
    });

    it('gives the notice lease to one of many, and to nobody while it runs', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1'));
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeNotice('1', AT, AT + 60)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await store.takeNotice('1', AT + 59, AT + 120)).toBe(false);
      expect(await store.readDueNotices(AT + 59, 10)).toEqual([]);
      expect(await store.readDueNotices(AT + 60, 10)).toMatchObject([{ txnNumber: '1', noticeTries: 1 }]);
      expect(await store.takeNotice('1', AT + 60, AT + 120)).toBe(true);
      await store.finishNotice('1');
      expect(await store.takeNotice('1', AT + 999, AT + 9999)).toBe(false);
      expect(await store.readDueNotices(AT + 9999, 10)).toEqual([]);
    });

    it('renews a notice lease for its owner only', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1'));
      expect(await store.renewNotice('1', AT, AT + 60)).toBe(false);
      await store.takeNotice('1', AT, AT + 60);
      expect(await store.renewNotice('1', AT + 60, AT + 120)).toBe(true);
      expect(await store.takeNotice('1', AT + 119, AT + 999)).toBe(false);
      expect(await store.readDueNotices(AT + 119, 10)).toEqual([]);
      expect(await store.renewNotice('1', AT + 60, AT + 180)).toBe(false);
      expect(await store.takeNotice('1', AT + 120, AT + 240)).toBe(true);
      expect(await store.renewNotice('1', AT + 120, AT + 999)).toBe(false);
      expect(await store.readDueNotices(AT + 240, 10)).toMatchObject([{ txnNumber: '1', noticeTries: 2 }]);
      await store.finishNotice('1');
      expect(await store.renewNotice('1', AT + 240, AT + 999)).toBe(false);
    });

    it('makes a failed notice due again at the given time', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1'));
      await store.takeNotice('1', AT, AT + 60);
      await store.failNotice('1', AT + 30);
      expect(await store.takeNotice('1', AT + 29, AT + 90)).toBe(false);
      expect(await store.takeNotice('1', AT + 30, AT + 90)).toBe(true);
    });

    it('marks a payment as superseded during its notice, once, with the current terms', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1'));
      const current = { amount: { minor: 900_000, currency: 'AUD' }, version: '2' };
      expect(await store.supersedePayment('1', current)).toMatchObject({ kind: 'paid', current: null });
      await store.takeNotice('1', AT, AT + 60);
      const superseded = { kind: 'paid_superseded', current, notice: 'calling', noticeAt: AT + 60 };
      expect(await store.supersedePayment('1', current)).toMatchObject(superseded);
      expect(await store.supersedePayment('1', { amount: claim.terms.amount })).toMatchObject(superseded);
      const { claims, entries } = await store.readOrder('1');
      expect([claims[0]?.state, entries]).toMatchObject(['review', [superseded]]);
      await store.finishNotice('1');
      // A payment now is a second payment.
      expect((await store.record(findingOf(claim, '2'))).entry).toMatchObject({ kind: 'paid_twice', current: null });
    });

    it('marks a payment as gone back during its notice', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1'));
      await store.takeNotice('1', AT, AT + 60);
      const reversed = { kind: 'paid_reversed', current: null };
      expect(await store.supersedePayment('1', null)).toMatchObject(reversed);
      const { claims, entries } = await store.readOrder('1');
      expect([claims[0]?.state, entries]).toMatchObject(['review', [reversed]]);
      expect((await store.record(findingOf(claim, '2'))).entry.kind).toBe('paid_twice');
    });

    it('has no notice for a declined payment', async () => {
      const claim = await addLive('1');
      await store.record(findingOf(claim, '1', 'declined'));
      expect(await store.takeNotice('1', AT, AT + 60)).toBe(false);
    });

    it('returns open claims, the least recently checked first', async () => {
      const live = await addLive('1');
      const superseded = await addLive('2');
      await store.supersede(superseded.id);
      const paid = await addLive('3');
      await store.record(findingOf(paid, '3'));
      await store.addClaim(claimOf('4'));
      const first = await store.takeOpenClaims(AT + 1, 1);
      const second = await store.takeOpenClaims(AT + 2, 1);
      expect(new Set([...first, ...second].map((claim) => claim.id))).toEqual(new Set([live.id, superseded.id]));
      expect((await store.takeOpenClaims(AT + 3, 1)).map((claim) => claim.id)).toEqual(first.map((claim) => claim.id));
      expect(await store.takeOpenClaims(AT + 4, 10)).toHaveLength(2);
    });

    it('keeps the first of many parallel hints until the claim is checked', async () => {
      const claim = await addLive('1');
      const hints = await Promise.all(Array.from({ length: 24 }, () => store.markHinted(claim.id, AT + 5)));
      expect(hints.filter(Boolean)).toHaveLength(1);
      expect(await store.readClaim(claim.id)).toMatchObject({ state: 'live', hintedAt: AT + 5 });
      await store.clearHint(claim.id);
      expect((await store.readClaim(claim.id))?.hintedAt).toBeNull();
      expect(await store.markHinted(claim.id, AT + 6)).toBe(true);
      expect(await store.markHinted('none', AT)).toBe(false);
    });

    it.each(['approved', 'declined', 'failed', 'mismatched'] as const)('uses a hint up with a %s', async (verdict) => {
      const claim = await addLive('1');
      await store.markHinted(claim.id, AT);
      await store.record(findingOf(claim, '1', verdict));
      expect((await store.readClaim(claim.id))?.hintedAt).toBeNull();
      expect(await store.markHinted(claim.id, AT + 1)).toBe(false);
      expect(await store.takeOpenClaims(AT + 2, 10)).toEqual([]);
    });

    it('returns claims with a hint first, also expired ones and those without a key', async () => {
      const live = await addLive('1');
      const expired = await addLive('2');
      await store.expire(expired.id);
      const issuing = claimOf('3');
      await store.addClaim(issuing);
      await store.takeOpenClaims(AT + 1, 10);
      for (const claim of [expired, issuing]) expect(await store.markHinted(claim.id, AT + 2)).toBe(true);
      const taken = await store.takeOpenClaims(AT + 3, 2);
      expect(new Set(taken.map(({ id }) => id))).toEqual(new Set([expired.id, issuing.id]));
      expect((await store.takeOpenClaims(AT + 4, 3)).map(({ id }) => id)).toContain(live.id);
      for (const claim of [expired, issuing]) await store.clearHint(claim.id);
      expect((await store.takeOpenClaims(AT + 5, 3)).map(({ id }) => id)).toEqual([live.id]);
    });

    it('keeps the shopper of a claim', async () => {
      const claim = { ...claimOf('1'), client: 'a client' };
      await store.addClaim(claim);
      expect(await store.readClaim(claim.id)).toEqual(claim);
    });

    it('can be closed twice', async () => {
      await store.close();
      await store.close();
    });
  });
}
