import { describe, expect, it } from 'vitest';
import { writeReceipt } from '../../../src/signer/attempts/receipt.js';
import { listDifferences } from '../../../src/signer/attempts/verify-result.js';
import { createClaim } from '../../../src/signer/claims/claim.js';
import type { LedgerEntry } from '../../../src/signer/claims/ledger-entry.js';
import { SCOPE, TERMS } from '../terms.js';

const claim = {
  ...createClaim({
    id: 'c'.repeat(32),
    scope: SCOPE,
    order: '1042',
    attempt: 1,
    terms: { ...TERMS, crn2: 'two' },
    reference: 'a reference',
    leaseOwner: 'me',
    lease: 0,
  }),
  claimedAt: 0,
  leaseUntil: 0,
};
const MERCHANT = { merchantCurrency: 'AUD', merchantDefaults: undefined };
const RECORDED_AT = Date.UTC(2026, 0, 2, 3, 4, 5);

const receiptOf = (txn: LedgerEntry['txn'], kind: LedgerEntry['kind'] = 'paid') =>
  writeReceipt(
    {
      scope: SCOPE,
      txnNumber: '1',
      claimId: claim.id,
      order: '1042',
      kind,
      differences: [],
      current: null,
      txn,
      recordedAt: RECORDED_AT,
      notice: 'done',
      noticeAt: 0,
      noticeTries: 1,
    },
    claim,
    'Demo Shop',
  );

describe('a receipt', () => {
  it('can be made from a transaction with few members', () => {
    expect(receiptOf({})).toEqual({
      outcome: 'approved',
      order: '1042',
      merchantName: 'Demo Shop',
      amount: { minor: 19900, currency: 'AUD' },
      receiptNumber: '',
      txnNumber: '1',
      processedAt: '2026-01-02T03:04:05.000Z',
      authoriseId: '',
      responseText: '',
      references: ['ORDER-1042', 'two'],
      isTest: true,
    });
  });

  it.each([
    ['F', 'failed'],
    ['PT_V12', 'failed'],
    ['PT_V11', 'not_completed'],
    ['5', undefined],
    ['PT_V18', undefined],
  ])('with ResponseCode %s has 3-D Secure: %s', (ResponseCode, authentication) => {
    expect(receiptOf({ ResponseCode }, 'failed').authentication).toBe(authentication);
  });

  it.each([
    ['512345...346', '346'],
    ['...346', '346'],
    ['512345...', ''],
    ['5123456789012346', '346'],
  ])('shows the digits of the masked number %s as %s', (MaskedCardNumber, lastDigits) => {
    const { card } = receiptOf({ CardType: 'MC', CardDetails: { MaskedCardNumber, ExpiryDate: '0542' } });
    expect(card).toEqual({ type: 'MC', lastDigits, expiry: '0542' });
  });

  it.each([
    ['2026-11-21T18:30:15.1230000', '2026-11-21T07:30:15.123Z'],
    ['2026-06-21T18:30:15.0000000', '2026-06-21T08:30:15.000Z'],
    ['yesterday', '2026-01-02T03:04:05.000Z'],
  ])('reads the service’s local time %s as %s', (ProcessedDateTime, processedAt) => {
    expect(receiptOf({ ProcessedDateTime }).processedAt).toBe(processedAt);
  });

  it.each(['declined', 'failed'] as const)('of a %s payment says so', (kind) => {
    expect(receiptOf({}, kind).outcome).toBe(kind);
  });

  it('holds no token, no e-mail address and no name of the cardholder', () => {
    const txn = {
      DVToken: '5999990000000008',
      EmailAddress: 'a@b.example',
      CardDetails: { CardHolderName: 'A BUYER' },
    };
    expect(JSON.stringify(receiptOf(txn))).not.toMatch(/599999|b\.example|BUYER/);
  });
});

describe('listDifferences', () => {
  const txn = {
    TxnNumber: '1',
    MerchantNumber: '5353109000000000',
    MerchantReference: claim.reference,
    Action: 'payment',
    Amount: 19900,
    Currency: 'AUD',
    Crn1: 'ORDER-1042',
    Crn2: 'two',
    IsTestTxn: true,
    ResponseCode: '0',
  };

  it('is empty for a transaction as agreed', () => {
    expect(listDifferences(txn, claim, MERCHANT)).toEqual([]);
  });

  it('has the names of all members that differ, and none of their values', () => {
    const wrong = { ...txn, Amount: 1, Crn1: 'SECRET', TxnNumber: '' };
    expect(listDifferences(wrong, claim, MERCHANT)).toEqual(['TxnNumber', 'Amount', 'Crn1']);
  });
});
