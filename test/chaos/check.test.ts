/** The checker of the chaos run finds each kind of difference. */
import { describe, expect, it } from 'vitest';
import { findDifferences, type Evidence, type Notice, type ServiceTxn, type Step } from './check.js';

const txn = (TxnNumber: string, changes: Partial<ServiceTxn> = {}): ServiceTxn => ({
  ...{ TxnNumber, Action: 'payment', Amount: 1_000, Currency: 'AUD', Crn1: 'C-1', ResponseCode: '0' },
  ...changes,
});
const notice = (txnNumber: string, changes: Partial<Notice> = {}): Notice => ({
  ...{ event: 'paid', order: 'C-1', txnNumber, amount: 1_000, currency: 'AUD', agreedAmount: 1_000 },
  ...{ differences: '', signer: 'a', toldAt: '' },
  ...changes,
});
const step = (what: Step['what'], changes: Partial<Step> = {}): Step => ({ order: 'C-1', at: '', what, ...changes });
const SENT = [step('submitted', { authKey: 'key 1' }), step('submitted', { authKey: 'key 2' })];
const RIGHT: Evidence = {
  txns: [txn('1')],
  ledger: [notice('1'), notice('1')],
  steps: [...SENT, step('approved', { authKey: 'key 1', txnNumber: '1', amount: 1_000 })],
  prices: new Map([['C-1', [1_000]]]),
};
/** Paid at the first price in one tab, and at the second in another. */
const TWICE: Evidence = {
  txns: [txn('1'), txn('2', { Amount: 1_100 })],
  ledger: [
    notice('1', { event: 'paid_superseded' }),
    notice('2', { event: 'paid_twice', amount: 1_100, agreedAmount: 1_100 }),
  ],
  steps: [...SENT, step('review')],
  prices: new Map([['C-1', [1_000, 1_100]]]),
};

const find = (changes: Partial<Evidence>, evidence = RIGHT) =>
  findDifferences({ ...evidence, ...changes }).map(({ what }) => what);

describe('the checker of the chaos run', () => {
  it('accepts what is right: a payment told again, and two payments of an order', () => {
    expect(find({})).toEqual([]);
    expect(find({}, TWICE)).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    ['is not told', { ledger: [] }, /told as nothing/],
    ['is told of a transaction that does not exist', { ledger: [notice('1'), notice('9')] }, /does not have it/],
    ['is told of a decline', { txns: [txn('1', { ResponseCode: '5' })], steps: SENT }, /has not approved it/],
    ['is told of another amount', { ledger: [notice('1', { amount: 900 })] }, /told as 900/],
    ['is told of another agreed amount', { ledger: [notice('1', { agreedAmount: 900 })] }, /agreed 900/],
    ['is told of another currency', { ledger: [notice('1', { currency: 'NZD' })] }, /told in NZD/],
    ['is told of another order', { ledger: [notice('1', { order: 'C-2' })] }, /and is of C-1/],
    ['is told of differences', { ledger: [notice('1', { differences: 'Crn2' })] }, /differences: Crn2/],
    ['is told of two kinds', { ledger: [notice('1'), notice('1', { event: 'paid_twice' })] }, /paid and paid_twice/],
    [
      'is told of a review for a payment as agreed',
      { ledger: [notice('1', { event: 'paid_superseded' })] },
      /told as paid_superseded, at/,
    ],
    [
      'is told of a second payment without a first',
      { ledger: [notice('1', { event: 'paid_twice' })] },
      /0 were told as the first/,
    ],
    [
      'is told of an old price as paid',
      { prices: new Map([['C-1', [1_000, 1_100]]]) },
      /told as paid, at a price of 1100/,
    ],
    ['never had the price', { prices: new Map([['C-1', [1_100]]]) }, /never cost/],
    ['never had the order', { prices: new Map() }, /no such order/],
  ])('finds that the shop %s', (_what, changes, difference) => {
    expect(find(changes).join('\n')).toMatch(difference);
  });

  it('finds two payments that were both told as paid', () => {
    const ledger = [notice('1'), notice('2', { amount: 1_100, agreedAmount: 1_100 })];
    expect(find({ ledger }, TWICE)).toContain('1 and 2 were told as paid');
  });

  it.each<[string, Step, RegExp]>([
    ['a payment that does not exist', step('approved', { txnNumber: '9', amount: 1_000 }), /payment 9 of 1000/],
    ['another amount', step('approved', { txnNumber: '1', amount: 900 }), /payment 1 of 900/],
    ['a payment as declined', step('declined', { txnNumber: '1' }), /declined 1/],
    ['a failure that does not exist', step('failed', { txnNumber: '9' }), /failed 9/],
    ['a review of which the shop was not told', step('review'), /told of none/],
    ['a key for a paid order', step('granted at the end'), /key for a paid order/],
  ])('finds that a shopper was shown %s', (_what, shown, difference) => {
    expect(find({ steps: [...SENT, shown] }).join('\n')).toMatch(difference);
  });

  it('finds that the key of a payment was shown as expired, and that a key has paid twice', () => {
    const paidByOne = /with 1 keys/;
    expect(find({ steps: [...SENT, step('expired', { authKey: 'key 1' })] })).toEqual([]);
    expect(find({ steps: [...TWICE.steps, step('expired', { authKey: 'key 1' })] }, TWICE).join()).toMatch(paidByOne);
    expect(find({ steps: [SENT[0]!, step('review')] }, TWICE).join()).toMatch(paidByOne);
  });
});
