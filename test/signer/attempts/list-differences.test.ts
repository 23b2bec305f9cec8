/** Each member in which a transaction can differ from its claim. docs/invariants.md, invariant 2. */
import { describe, expect, it } from 'vitest';
import { listDifferences } from '../../../src/signer/attempts/verify-result.js';
import { isPricedFor } from '../../../src/signer/keys/surcharge.js';
import { claimOf } from '../claims.js';

const CLAIM = claimOf('1042');
const MERCHANT = { merchantCurrency: 'AUD', merchantDefaults: undefined };
const TXN = {
  TxnNumber: '1001',
  MerchantNumber: '5353109000000000',
  MerchantReference: CLAIM.reference,
  Action: 'payment',
  Amount: 19900,
  Currency: 'AUD',
  CardType: 'MC',
  Crn1: 'ORDER-1042',
  IsTestTxn: true,
  ResponseCode: '0',
};

describe('a transaction', () => {
  it.each([
    ['as agreed', {}],
    ['with blanks after its merchant number', { MerchantNumber: '5353109000000000  ' }],
    ['with empty references', { Crn2: '', Crn3: '', BillerCode: '' }],
    ['with references that are null', { Crn2: null, Crn3: null, BillerCode: null }],
    ['without a currency, in the merchant’s own', { Currency: null }],
    ['with an empty currency, in the merchant’s own', { Currency: '' }],
    ['of any card type, where the shop has no surcharges', { CardType: null }],
  ])('%s has no differences', (_title, change) => {
    expect(listDifferences({ ...TXN, ...change } as never, CLAIM, MERCHANT)).toEqual([]);
  });

  it.each([
    ['TxnNumber', { TxnNumber: '' }],
    ['TxnNumber', { TxnNumber: null }],
    ['MerchantNumber', { MerchantNumber: '5353109000000001' }],
    ['MerchantNumber', { MerchantNumber: null }],
    ['MerchantReference', { MerchantReference: 'florin-of-nobody' }],
    ['Action', { Action: 'preauth' }],
    ['Amount', { Amount: 19901 }],
    ['Currency', { Currency: 'NZD' }],
    ['Crn1', { Crn1: 'ORDER-7' }],
    ['Crn1', { Crn1: null }],
    ['Crn2', { Crn2: 'x' }],
    ['Crn3', { Crn3: 'x' }],
    ['BillerCode', { BillerCode: 'x' }],
    ['IsTestTxn', { IsTestTxn: false }],
    ['IsTestTxn', { IsTestTxn: null }],
  ])('differs in %s only: %j', (member, change) => {
    expect(listDifferences({ ...TXN, ...change } as never, CLAIM, MERCHANT)).toEqual([member]);
  });

  it('without a test mode is live', () => {
    const live = { ...CLAIM, terms: { ...CLAIM.terms, testMode: false } };
    expect(listDifferences({ ...TXN, IsTestTxn: null } as never, live, MERCHANT)).toEqual([]);
    expect(listDifferences(TXN, live, MERCHANT)).toEqual(['IsTestTxn']);
  });

  it('may have another currency and card type if it was refused, not if it was approved', () => {
    const priced = { ...CLAIM, terms: { ...CLAIM.terms, cardTypes: ['VC'] } };
    const other = { ...TXN, Currency: '' };
    expect(listDifferences({ ...other, ResponseCode: '5' }, priced, { ...MERCHANT, merchantCurrency: 'NZD' })).toEqual(
      [],
    );
    expect(listDifferences(other, priced, { ...MERCHANT, merchantCurrency: 'NZD' })).toEqual(['Currency', 'CardType']);
    expect(listDifferences({ ...TXN, CardType: 'VC' }, priced, { ...MERCHANT, merchantCurrency: 'NZD' })).toEqual([]);
  });
});

describe('terms with surcharges', () => {
  it.each([
    [['VC', 'MC'], 'MC', true],
    [['VC', 'MC'], 'AX', false],
    [['VC', 'other'], 'UP', true],
    [['VC', 'other'], null, true],
    [['VC', 'other'], undefined, true],
    [['VC', 'other'], 'AX', false],
    [['VC'], 'UP', false],
    [undefined, 'UP', true],
  ])('for %j take a card of type %s: %s', (cardTypes, cardType, expected) => {
    expect(isPricedFor({ ...CLAIM.terms, ...(cardTypes && { cardTypes }) }, cardType)).toBe(expected);
  });
});
