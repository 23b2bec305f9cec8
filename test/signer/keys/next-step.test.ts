/** The rules for the next key, as a table. docs/invariants.md, invariant 3. */
import { describe, expect, it } from 'vitest';
import { createClaim, type Claim } from '../../../src/signer/claims/claim.js';
import type { EntryKind, LedgerEntry } from '../../../src/signer/claims/ledger-entry.js';
import { CLAIM_RULES, nextStep as decide, type NextStep } from '../../../src/signer/keys/next-step.js';
import { SCOPE, TERMS } from '../terms.js';

const NOW = 10_000_000;
const MINUTE = 60_000;
const OTHER = { ...TERMS, amount: { minor: 1, currency: 'AUD' } };

function claimOf(attempt: number, changes: Partial<Claim>): Claim {
  const fresh = createClaim({
    id: String(attempt).padStart(32, '0'),
    scope: SCOPE,
    order: '1',
    attempt,
    terms: TERMS,
    reference: 'a reference',
    leaseOwner: 'me',
    lease: 0,
  });
  return { ...fresh, claimedAt: NOW - MINUTE, leaseUntil: NOW + 1, expiresAt: NOW + 29 * MINUTE, ...changes };
}

const entryOf = (claim: Claim, kind: EntryKind): LedgerEntry => ({
  scope: SCOPE,
  txnNumber: '1',
  claimId: claim.id,
  order: '1',
  kind,
  differences: [],
  current: null,
  txn: {},
  recordedAt: NOW,
  notice: 'done',
  noticeAt: 0,
  noticeTries: 1,
});

/** For a request that has searched for all claims. */
const nextStep = (
  order: Parameters<typeof decide>[0],
  input: Omit<Parameters<typeof decide>[1], 'searched'>,
  rules = CLAIM_RULES,
) => decide(order, { searched: new Set(order.claims.map(({ id }) => id)), ...input }, rules);

const live = (changes: Partial<Claim> = {}) => claimOf(1, { state: 'live', ...changes });
const superseded = (attempt: number, changes: Partial<Claim> = {}) =>
  claimOf(attempt, { state: 'superseded', ...changes });
const refused = (changes: Partial<Claim>) =>
  claimOf(1, { leaseOwner: null, leaseUntil: 0, failedAt: NOW - 501, ...changes });
const done = (state: Claim['state']) => claimOf(1, { state });

describe('the next step towards a key', () => {
  it.each<[string, Claim[], NextStep['do']]>([
    ['no claim', [], 'issue'],
    ['a claim whose key is being asked for', [claimOf(1, {})], 'wait'],
    ['one whose lease has run out', [claimOf(1, { leaseUntil: NOW })], 'take_over'],
    ['one whose key was refused before we came', [claimOf(1, { leaseUntil: 0, failedAt: NOW - 501 })], 'take_over'],
    ['one whose key was refused while we waited', [claimOf(1, { leaseUntil: 0, failedAt: NOW - 499 })], 'give_up'],
    ['one at another price whose lease has run out', [claimOf(1, { leaseUntil: NOW, terms: OTHER })], 'take_over'],
    ['one at another price whose key was refused', [refused({ terms: OTHER })], 'issue'],
    ['one at another price that failed while we waited', [refused({ terms: OTHER, failedAt: NOW - 499 })], 'give_up'],
    ['a live key', [live()], 'grant'],
    ['a live key that was asked about', [live({ askedAt: NOW })], 'grant'],
    ['a key in its last millisecond', [live({ expiresAt: NOW + 1 })], 'grant'],
    ['a key that has just expired', [live({ expiresAt: NOW })], 'hold'],
    ['a key at the end of its grace', [live({ expiresAt: NOW - 2 * MINUTE + 1 })], 'hold'],
    ['a key after its grace', [live({ expiresAt: NOW - 2 * MINUTE })], 'end'],
    ['a live key at another price', [live({ terms: OTHER })], 'end'],
    ['one at another price that was asked about', [live({ terms: OTHER, askedAt: NOW })], 'hold'],
    ['one at another price that has just expired', [live({ terms: OTHER, expiresAt: NOW })], 'hold'],
    [
      'three payable keys besides',
      [superseded(1), superseded(2), superseded(3), claimOf(4, { state: 'live', terms: OTHER })],
      'refuse',
    ],
    [
      'two payable keys and a dead one besides',
      [
        superseded(1, { expiresAt: NOW - 2 * MINUTE }),
        superseded(2),
        superseded(3),
        claimOf(4, { state: 'live', terms: OTHER }),
      ],
      'end',
    ],
    ['a superseded key with none after it', [superseded(1)], 'issue'],
    ['a decline', [done('declined')], 'issue'],
    ['a failure', [done('failed')], 'issue'],
    ['a dead key', [done('expired')], 'issue'],
    ['a payment', [done('approved')], 'answer'],
    ['a payment to be looked at', [done('review')], 'answer'],
    [
      'twelve keys within the hour',
      Array.from({ length: 12 }, (_, index) => claimOf(index + 1, { state: 'declined' })),
      'refuse',
    ],
    [
      'eleven keys within the hour',
      Array.from({ length: 11 }, (_, index) => claimOf(index + 1, { state: 'declined' })),
      'issue',
    ],
    [
      'eleven keys within the hour and a live one at another price',
      [
        ...Array.from({ length: 11 }, (_, index) => claimOf(index + 1, { state: 'declined' })),
        claimOf(12, { state: 'live', terms: OTHER }),
      ],
      'refuse',
    ],
    [
      'eleven keys within the hour and two that the service refused',
      [
        ...Array.from({ length: 11 }, (_, index) => claimOf(index + 1, { state: 'declined' })),
        claimOf(12, { leaseOwner: null, leaseUntil: 0, terms: OTHER }),
        claimOf(13, { leaseOwner: null, leaseUntil: 0, terms: OTHER }),
      ],
      'issue',
    ],
    [
      'many keys long ago',
      Array.from({ length: 30 }, (_, index) => claimOf(index + 1, { state: 'declined', claimedAt: 0 })),
      'issue',
    ],
  ])('after %s', (_name, claims, expected) => {
    const input = { terms: TERMS, since: NOW - 500, at: NOW };
    expect(nextStep({ claims, entries: [] }, input, CLAIM_RULES).do).toBe(expected);
  });

  it.each(['issuing', 'live', 'superseded', 'declined', 'expired'] as const)(
    'is never a further key once an earlier one was paid, even if the last is %s',
    (state) => {
      const paid = done('approved');
      const order = { claims: [paid, claimOf(2, { state, leaseUntil: 0 })], entries: [entryOf(paid, 'paid')] };
      expect(nextStep(order, { terms: OTHER, since: NOW, at: NOW }, CLAIM_RULES)).toEqual({
        do: 'answer',
        claim: paid,
      });
    },
  );

  it('is the result of the payment, not of the decline before it', () => {
    const claims = [done('declined'), claimOf(2, { state: 'approved' }), claimOf(3, { state: 'live' })] as const;
    const entries = [entryOf(claims[0], 'declined'), entryOf(claims[1], 'paid')];
    expect(nextStep({ claims, entries }, { terms: TERMS, since: NOW, at: NOW }, CLAIM_RULES)).toEqual({
      do: 'answer',
      claim: claims[1],
    });
  });

  it('is the current key while all known payments were declined', () => {
    const claims = [done('declined'), claimOf(2, { state: 'live' })] as const;
    const entries = [entryOf(claims[0], 'declined')];
    expect(nextStep({ claims, entries }, { terms: TERMS, since: NOW, at: NOW }, CLAIM_RULES)).toEqual({
      do: 'grant',
      claim: claims[1],
    });
  });

  it('shows a payment for review before an approved one', () => {
    const paid = done('approved');
    const twice = claimOf(2, { state: 'review' });
    const order = { claims: [paid, twice], entries: [entryOf(paid, 'paid'), entryOf(twice, 'paid_twice')] };
    expect(nextStep(order, { terms: TERMS, since: NOW, at: NOW }, CLAIM_RULES)).toEqual({ do: 'answer', claim: twice });
  });

  it.each<[string, Claim[], NextStep]>([
    ['no claim', [], { do: 'issue', attempt: 1 }],
    ['a decline', [claimOf(7, { state: 'declined' })], { do: 'issue', attempt: 8 }],
    ['a live key', [live()], { do: 'grant', claim: live() }],
    ['a lost lease', [claimOf(1, { leaseUntil: NOW })], { do: 'take_over', claim: claimOf(1, { leaseUntil: NOW }) }],
    ['a key after its grace', [live({ expiresAt: 0 })], { do: 'end', claim: live({ expiresAt: 0 }), as: 'expired' }],
    [
      'a key that never went live',
      [live({ expiresAt: null })],
      { do: 'end', claim: live({ expiresAt: null }), as: 'expired' },
    ],
    ['another price', [live({ terms: OTHER })], { do: 'end', claim: live({ terms: OTHER }), as: 'superseded' }],
    [
      'another price of a key that may have been sent',
      [live({ terms: OTHER, askedAt: 1 })],
      { do: 'hold', claim: live({ terms: OTHER, askedAt: 1 }), until: NOW + 31 * MINUTE },
    ],
    [
      'three payable keys, one of them only in its grace',
      [
        superseded(1, { expiresAt: NOW - 1 }),
        superseded(2),
        superseded(3),
        claimOf(4, { state: 'live', terms: OTHER }),
      ],
      { do: 'refuse', until: NOW - 1 + 2 * MINUTE },
    ],
  ])('after %s is known in full', (_title, claims, expected) => {
    const input = { terms: TERMS, since: NOW - 500, at: NOW };
    expect(nextStep({ claims, entries: [] }, input, CLAIM_RULES)).toEqual(expected);
  });

  it.each<[string, Claim[], NextStep['do']]>([
    ['a failure at the moment in which we came', [claimOf(1, { leaseUntil: 0, failedAt: NOW - 500 })], 'take_over'],
    ['a failure while we waited, up to now', [claimOf(1, { leaseUntil: NOW, failedAt: NOW - 1 })], 'give_up'],
    ['a failure that another request tries again', [claimOf(1, { leaseUntil: NOW + 1, failedAt: NOW - 1 })], 'wait'],
    [
      'three declines, whose keys cannot be paid, and another price',
      [1, 2, 3, 4].map((attempt) => claimOf(attempt, { state: attempt < 4 ? 'declined' : 'live', terms: OTHER })),
      'end',
    ],
    [
      'twelve keys, the first just an hour ago',
      Array.from({ length: 12 }, (_, index) =>
        claimOf(index + 1, { state: 'declined', ...(index === 0 && { claimedAt: NOW - 60 * MINUTE }) }),
      ),
      'issue',
    ],
  ])('after %s', (_title, claims, expected) => {
    const input = { terms: TERMS, since: NOW - 500, at: NOW };
    expect(nextStep({ claims, entries: [] }, input, CLAIM_RULES).do).toBe(expected);
  });

  it('contains the end of the wait', () => {
    const input = { terms: TERMS, since: NOW, at: NOW };
    const expired = nextStep({ claims: [live({ expiresAt: NOW - 1000 })], entries: [] }, input, CLAIM_RULES);
    expect(expired).toMatchObject({ do: 'hold', until: NOW - 1000 + 2 * MINUTE });
    const claims = Array.from({ length: 12 }, (_, index) =>
      claimOf(index + 1, { state: 'declined', claimedAt: NOW - index }),
    );
    const refused = nextStep({ claims: claims.reverse(), entries: [] }, input, CLAIM_RULES);
    expect(refused).toEqual({ do: 'refuse', until: NOW - 11 + 60 * MINUTE });
  });

  it.each<[string, Claim[], Claim | undefined]>([
    ['an expired key', [claimOf(1, { state: 'expired' })], claimOf(1, { state: 'expired' })],
    ['a superseded key', [superseded(1), claimOf(2, { state: 'declined' })], superseded(1)],
    [
      'an expired key before a failed request',
      [claimOf(1, { state: 'expired' }), claimOf(2, { leaseUntil: 0 })],
      claimOf(1, { state: 'expired' }),
    ],
    ['a declined key', [done('declined')], undefined],
  ])('after %s is a search for it, unless it has an outcome', (_title, claims, expected) => {
    const input = { terms: TERMS, since: NOW, at: NOW, searched: new Set<string>() };
    const step = decide({ claims, entries: [] }, input, CLAIM_RULES);
    if (expected) expect(step).toEqual({ do: 'search', claim: expected });
    else expect(step.do).toBe('issue');
  });
});
