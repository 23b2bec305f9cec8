/** The kind of a transaction for its order, as a table. docs/invariants.md, invariants 2 and 3. */
import { describe, expect, it } from 'vitest';
import type { Claim, ClaimState } from '../../../src/signer/claims/claim.js';
import {
  createEntry,
  type EntryKind,
  type Finding,
  isMoney,
  stateAfter,
} from '../../../src/signer/claims/ledger-entry.js';
import { claimOf, findingOf } from '../claims.js';

const FIRST: Claim = { ...claimOf('1042', 1), claimedAt: 1, leaseUntil: 0, state: 'live' };
const SECOND: Claim = { ...claimOf('1042', 2), claimedAt: 2, leaseUntil: 0, state: 'live' };
const approved: Finding = { ...findingOf(claimOf('1042'), '1001'), claimId: FIRST.id };
const entryOf = (kind: EntryKind) => ({
  ...createEntry(approved, FIRST, { claims: [FIRST], entries: [], at: 50 }),
  kind,
});

describe('the entry of a transaction', () => {
  const kindOf = (
    verdict: Finding['verdict'],
    claim: Claim = FIRST,
    { claims = [claim], kinds = [] as EntryKind[] } = {},
  ) => createEntry({ ...approved, verdict }, claim, { claims, entries: kinds.map(entryOf), at: 50 }).kind;

  it('has the service’s whole transaction, and its notice is due at once', () => {
    const finding: Finding = { ...approved, differences: ['Amount'] };
    expect(createEntry(finding, FIRST, { claims: [FIRST], entries: [], at: 50 })).toEqual({
      ...{
        scope: FIRST.scope,
        txnNumber: '1001',
        claimId: FIRST.id,
        order: '1042',
        kind: 'paid',
        differences: ['Amount'],
        current: null,
      },
      ...{ txn: finding.txn, recordedAt: 50, notice: 'due', noticeAt: 50, noticeTries: 0 },
    });
  });

  it.each(['declined', 'failed'] as const)('that was %s is nothing to notify the shop of', (verdict) => {
    const entry = createEntry({ ...approved, verdict }, FIRST, { claims: [FIRST], entries: [], at: 50 });
    expect([entry.kind, entry.notice]).toEqual([verdict, 'none']);
  });

  it('that is not as agreed is for review, also after a payment', () => {
    expect(kindOf('mismatched')).toBe('result_mismatch');
    expect(kindOf('mismatched', FIRST, { kinds: ['paid'] })).toBe('result_mismatch');
    expect(createEntry({ ...approved, verdict: 'mismatched' }, FIRST, { claims: [], entries: [], at: 50 }).notice).toBe(
      'due',
    );
  });

  it('is a payment on the order’s current key, whatever earlier keys there were', () => {
    expect(kindOf('approved')).toBe('paid');
    expect(kindOf('approved', SECOND, { claims: [{ ...FIRST, state: 'superseded' }, SECOND] })).toBe('paid');
  });

  it('is on a superseded key if there is a later one, or if its price had changed', () => {
    expect(kindOf('approved', FIRST, { claims: [FIRST, SECOND] })).toBe('paid_superseded');
    expect(kindOf('approved', { ...FIRST, state: 'superseded' })).toBe('paid_superseded');
  });

  it.each<[EntryKind, EntryKind]>([
    ['paid', 'paid_twice'],
    ['paid_superseded', 'paid_twice'],
    ['paid_twice', 'paid_twice'],
    // It may be another person's transaction.
    ['result_mismatch', 'paid'],
    ['declined', 'paid'],
    ['failed', 'paid'],
  ])('after one that is %s is %s', (before, after) => {
    expect(kindOf('approved', FIRST, { kinds: ['declined', before] })).toBe(after);
  });
});

describe('the kind of an entry', () => {
  it.each<[EntryKind, boolean]>([
    ['paid', true],
    ['paid_superseded', true],
    ['paid_twice', true],
    ['result_mismatch', true],
    ['declined', false],
    ['failed', false],
  ])('%s means that money may have moved: %s', (kind, expected) => {
    expect(isMoney(kind)).toBe(expected);
  });

  it.each<[ClaimState, EntryKind, ClaimState]>([
    ['live', 'paid', 'approved'],
    ['live', 'declined', 'declined'],
    ['live', 'failed', 'failed'],
    ['expired', 'paid', 'approved'],
    ['superseded', 'declined', 'declined'],
    ['live', 'paid_superseded', 'review'],
    ['live', 'paid_twice', 'review'],
    ['live', 'result_mismatch', 'review'],
    ['approved', 'paid_twice', 'review'],
    ['approved', 'result_mismatch', 'review'],
    ['approved', 'declined', 'approved'],
    ['approved', 'failed', 'approved'],
    ['review', 'declined', 'review'],
    ['review', 'failed', 'review'],
    ['review', 'paid', 'review'],
    ['declined', 'paid', 'approved'],
  ])('moves a claim that is %s, by %s, to %s', (state, kind, expected) => {
    expect(stateAfter(state, kind)).toBe(expected);
  });
});
