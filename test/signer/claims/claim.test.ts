/** The members of a claim, and which claims are equal. docs/invariants.md, invariant 3. */
import { describe, expect, it } from 'vitest';
import {
  actionOf,
  createClaim,
  createClaimId,
  isFinished,
  isSameTerms,
  orderActionOf,
  type Claim,
  type Terms,
} from '../../../src/signer/claims/claim.js';
import { SCOPE, TERMS } from '../terms.js';

const OWNER = { id: 'ann', session: 'one', email: 'ann@shop.example', crn1: 'CUSTOMER-ann' };
const FULL: Terms = {
  ...TERMS,
  ...{ surcharge: 100, cardTypes: ['VC', 'MC'], crn2: 'two', crn3: 'three', billerCode: 'B1', version: 'cart 1' },
  ...{ dvToken: '5999999999999999', owner: OWNER },
};

describe('two sets of terms', () => {
  it.each([
    ['as they are', FULL],
    ['in another session of the same shopper', { ...FULL, owner: { ...OWNER, session: 'two' } }],
    ['with another email address of the same shopper', { ...FULL, owner: { ...OWNER, email: 'a@b.example' } }],
  ])('are equal with %s', (_title, other) => {
    expect(isSameTerms(FULL, structuredClone(other))).toBe(true);
  });

  it.each<[string, Partial<Terms>]>([
    ['merchant', { merchantNumber: '5353109000000001' }],
    ['action', { action: 'preauth' }],
    ['amount', { amount: { minor: 19901, currency: 'AUD' } }],
    ['currency', { amount: { minor: 19900, currency: 'NZD' } }],
    ['surcharge', { surcharge: 101 }],
    ['list of card types', { cardTypes: ['VC'] }],
    ['list of card types, though it has the same letters', { cardTypes: ['VCM', 'C'] }],
    ['Crn1', { crn1: 'x' }],
    ['Crn2', { crn2: 'x' }],
    ['Crn3', { crn3: 'x' }],
    ['BillerCode', { billerCode: 'x' }],
    ['mode', { testMode: false }],
    ['version', { version: 'cart 2' }],
    ['stored card', { dvToken: '5999990000000000' }],
    ['shopper', { owner: { ...OWNER, id: 'bob' } }],
    ['reference of the shopper', { owner: { ...OWNER, crn1: 'CUSTOMER-bob' } }],
  ])('differ in their %s', (_member, change) => {
    expect(isSameTerms(FULL, { ...FULL, ...change })).toBe(false);
    expect(isSameTerms({ ...FULL, ...change }, FULL)).toBe(false);
  });

  it.each(['surcharge', 'cardTypes', 'dvToken', 'owner'] as const)('are different if only one has a %s', (member) => {
    const without: Terms = { ...FULL, [member]: undefined };
    expect([isSameTerms(FULL, without), isSameTerms(without, FULL)]).toEqual([false, false]);
    expect(isSameTerms(without, without)).toBe(true);
  });
});

describe('a claim', () => {
  const inputs = {
    id: 'a'.repeat(32),
    scope: SCOPE,
    order: '1042',
    attempt: 2,
    terms: TERMS,
    reference: 'a reference',
    leaseOwner: 'me',
    lease: 30,
  };

  it('has no key, no result request and no failure at first', () => {
    expect(createClaim(inputs)).toEqual({
      ...inputs,
      ...{ state: 'issuing', authKey: null, expiresAt: null, askedAt: null, hintedAt: null },
      ...{ client: null, checkedAt: 0, failedAt: null },
    });
    expect(createClaim({ ...inputs, client: 'a name' }).client).toBe('a name');
  });

  it('has an id of 128 random bits', () => {
    const ids = Array.from({ length: 100 }, createClaimId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each<[Claim['state'], boolean]>([
    ['issuing', false],
    ['live', false],
    ['superseded', false],
    ['expired', false],
    ['approved', true],
    ['declined', true],
    ['failed', true],
    ['review', true],
  ])('that is %s is finished: %s', (state, expected) => {
    expect(isFinished({ ...createClaim(inputs), claimedAt: 5, leaseUntil: 35, state })).toBe(expected);
  });
});

describe('the action of a claim', () => {
  it.each(['payment', 'preauth', 'verify_only'] as const)('on an order is %s', (action) => {
    expect(orderActionOf({ ...TERMS, action })).toBe(action);
  });

  it.each(['add_token', 'update_token', 'store_token'] as const)('%s is none of an order', (action) => {
    expect(() => orderActionOf({ ...TERMS, action })).toThrow(RangeError);
  });

  it.each<[Terms['action'], object]>([
    ['payment', {}],
    ['preauth', { action: 'preauth' }],
    ['verify_only', { action: 'verify_only' }],
    ['store_token', {}],
  ])('%s is for pages: %j', (action, expected) => {
    expect(actionOf({ ...TERMS, action })).toEqual(expected);
  });
});
