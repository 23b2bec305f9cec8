/** The status of an attempt that has not ended, and when the page may ask again. */
import { describe, expect, it } from 'vitest';
import {
  attemptStatusOf,
  statusAfter,
  whilePayable,
  whileUnfinished,
} from '../../../src/signer/attempts/attempt-status.js';
import type { Claim, ClaimState } from '../../../src/signer/claims/claim.js';
import { CLAIM_RULES } from '../../../src/signer/keys/next-step.js';
import { claimOf } from '../claims.js';

const NOW = 10_000_000;
const time = { clock: { now: () => NOW }, rules: CLAIM_RULES };
const claim = (changes: Partial<Claim> = {}): Claim => ({
  ...claimOf('1042'),
  ...{ state: 'live', expiresAt: NOW + 60_000 },
  ...changes,
});

describe('an attempt without a transaction', () => {
  it.each<[ClaimState, string]>([
    ['live', 'open'],
    ['superseded', 'pending'],
    ['issuing', 'pending'],
    ['expired', 'expired'],
    ['review', 'review'],
    ['approved', 'review'],
    ['declined', 'review'],
  ])('that is %s is %s for the page', (state, status) => {
    expect(attemptStatusOf(time, claim({ state })).status).toBe(status);
  });

  it('is open until its key expires, and pending afterwards', () => {
    expect(attemptStatusOf(time, claim({ expiresAt: NOW + 1 }))).toEqual({ status: 'open' });
    const pending = { status: 'pending', retryAfterSeconds: 15, waitsFor: 'key', endsInSeconds: 120 };
    expect(attemptStatusOf(time, claim({ expiresAt: NOW }))).toEqual(pending);
    expect(attemptStatusOf(time, claim({ expiresAt: null })).status).toBe('pending');
  });
});

describe('a key that can still be paid with', () => {
  it.each([
    [NOW - 119_001, 2, 1],
    [NOW - 117_000, 3, 3],
    [NOW - 117_001, 3, 3],
    [NOW - 105_000, 15, 15],
    [NOW - 104_000, 15, 16],
    [NOW - 500_000, 2, 0],
  ])('that expired at %i is asked for again after %i seconds and ends in %i', (expiresAt, retryAfterSeconds, ends) => {
    expect(whilePayable(time, claim({ expiresAt }))).toEqual({
      ...{ status: 'pending', retryAfterSeconds, waitsFor: 'key', endsInSeconds: ends },
    });
  });

  it('is asked for again after the pause of the signer', () => {
    expect(whilePayable(time, claim({ expiresAt: NOW }), NOW + 7_000)).toMatchObject({
      retryAfterSeconds: 7,
      endsInSeconds: 120,
    });
  });

  it('that never became live ends with its grace period', () => {
    expect(whilePayable(time, claim({ expiresAt: null })).status).toBe('pending');
    expect(whilePayable({ ...time, clock: { now: () => 60_000 } }, claim({ expiresAt: null }))).toMatchObject({
      endsInSeconds: 60,
    });
  });
});

describe('a transaction without an outcome', () => {
  const ends = (at: Partial<Claim>, waitsFor: 'shopper' | 'bank', since?: number) =>
    whileUnfinished(time, claim(at), { waitsFor, since });

  it('in 3-D Secure ends ten minutes after its known start', () => {
    const wait = { status: 'pending', retryAfterSeconds: 5, waitsFor: 'shopper' };
    expect(ends({}, 'shopper', NOW - 60_000)).toEqual({ ...wait, endsInSeconds: 540 });
    expect(ends({ askedAt: NOW - 120_000 }, 'shopper', NOW - 60_000)).toEqual({ ...wait, endsInSeconds: 540 });
    expect(ends({ askedAt: NOW - 120_000 }, 'shopper')).toEqual({ ...wait, endsInSeconds: 480 });
    expect(ends({ askedAt: null }, 'shopper')).toEqual({ ...wait, endsInSeconds: 600 });
    expect(ends({}, 'shopper', NOW - 700_000)).toEqual({ ...wait, endsInSeconds: 0 });
  });

  it('at the bank ends an hour after the key', () => {
    const wait = { status: 'pending', retryAfterSeconds: 5, waitsFor: 'bank' };
    expect(ends({ expiresAt: NOW - 60_000 }, 'bank', NOW)).toEqual({ ...wait, endsInSeconds: 3_540 });
    const early = { ...time, clock: { now: () => 0 } };
    expect(whileUnfinished(early, claim({ expiresAt: null }), { waitsFor: 'bank', since: undefined })).toEqual({
      ...wait,
      endsInSeconds: 3_600,
    });
  });
});

describe('an attempt after a search', () => {
  it('that found a transaction which is not this attempt is for a person to review', () => {
    expect(statusAfter(time, claim(), 'foreign')).toEqual({ status: 'review' });
  });

  it('that found no transaction waits for the key', () => {
    expect(statusAfter(time, claim(), { nothingAt: NOW })).toEqual(whilePayable(time, claim()));
  });

  it('that found a transaction without an outcome waits for whom it names', () => {
    const unfinished = { waitsFor: 'bank', since: undefined } as const;
    expect(statusAfter(time, claim(), unfinished)).toEqual(whileUnfinished(time, claim(), unfinished));
  });
});
