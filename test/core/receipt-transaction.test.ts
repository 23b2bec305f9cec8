import { describe, expect, it } from 'vitest';
import { type ReceiptTransaction, resultOfTransaction } from '../../src/core/receipt-transaction.js';

const APPROVED: ReceiptTransaction = {
  Action: 'payment',
  Amount: 10_250,
  AmountSurcharge: 250,
  AuthoriseId: '123456',
  BankResponseCode: '00',
  CVNResult: { CVNResultCode: 'M' },
  CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0539' },
  CardType: 'MC',
  Crn1: '1042',
  Crn2: 'spring',
  Crn3: '',
  Currency: 'NZD',
  IsTestTxn: true,
  MerchantName: 'Demo Shop',
  ProcessedDateTime: '2026-11-24T09:30:00.0000000+11:00',
  ReceiptNumber: '72313920012',
  ResponseCode: '0',
  ResponseText: 'Approved',
  TxnNumber: '9620',
};

const RECEIPT = {
  outcome: 'approved',
  order: '1042',
  merchantName: 'Demo Shop',
  amount: { minor: 10_250, currency: 'NZD' },
  surcharge: { minor: 250, currency: 'NZD' },
  card: { type: 'MC', lastDigits: '346', expiry: '0539' },
  receiptNumber: '72313920012',
  txnNumber: '9620',
  processedAt: '2026-11-24T09:30:00.0000000+11:00',
  authoriseId: '123456',
  responseText: 'Approved',
  references: ['1042', 'spring'],
  isTest: true,
};

describe('a transaction that the shop fetched itself is', () => {
  it('approved, with its receipt', () => {
    expect(resultOfTransaction(APPROVED)).toEqual({ order: '1042', claim: '', status: 'approved', receipt: RECEIPT });
  });

  it('declined, with the advice of the bank’s code', () => {
    const declined = { ...APPROVED, ResponseCode: '2', BankResponseCode: '54' };
    const { status, ...rest } = resultOfTransaction(declined);
    expect(status).toBe('declined');
    expect(rest).toEqual({
      order: '1042',
      claim: '',
      advice: 'expired_card',
      receipt: { ...RECEIPT, outcome: 'declined' },
    });
  });

  it('declined for its CVN', () => {
    const declined = { ...APPROVED, ResponseCode: '2', BankResponseCode: '05', CVNResult: { CVNResultCode: 'N' } };
    expect(resultOfTransaction(declined)).toMatchObject({ status: 'declined', advice: 'check_details' });
    expect(resultOfTransaction({ ...declined, CVNResult: null })).toMatchObject({ advice: 'call_bank' });
  });

  it('failed, when the service ended it', () => {
    const failed = { ...APPROVED, ResponseCode: 'PT_R3', BankResponseCode: null };
    const result = resultOfTransaction(failed);
    expect(result).toMatchObject({ status: 'failed', advice: 'try_later', receipt: { outcome: 'failed' } });
  });

  it.each<[why: string, txn: ReceiptTransaction]>([
    ['has no code', { ...APPROVED, ResponseCode: undefined }],
    ['is approved by the service and declined by the bank', { ...APPROVED, BankResponseCode: '05' }],
    ['has a code that nobody knows', { ...APPROVED, ResponseCode: 'Q' }],
  ])('pending, without a receipt, when it %s', (_why, txn) => {
    expect(resultOfTransaction(txn)).toEqual({ order: '1042', claim: '', status: 'pending', retryAfterSeconds: 0 });
  });
});

describe('the receipt of a transaction', () => {
  const receiptOf = (txn: ReceiptTransaction) => {
    const result = resultOfTransaction(txn);
    return 'receipt' in result ? result.receipt : undefined;
  };

  it('has empty texts for absent members, and AUD', () => {
    expect(receiptOf({ ResponseCode: '0' })).toEqual({
      outcome: 'approved',
      order: '',
      merchantName: '',
      amount: { minor: 0, currency: 'AUD' },
      receiptNumber: '',
      txnNumber: '',
      processedAt: '',
      authoriseId: '',
      responseText: '',
      references: [],
      isTest: false,
    });
    expect(receiptOf({ ResponseCode: '0', Currency: '' })?.amount.currency).toBe('AUD');
  });

  it('is the same for null as for absent', () => {
    const absent = Object.fromEntries(Object.keys(APPROVED).map((name) => [name, null])) as ReceiptTransaction;
    expect(receiptOf({ ...absent, ResponseCode: '0' })).toEqual(receiptOf({ ResponseCode: '0' }));
  });

  it.each([
    ['payment', undefined],
    ['preauth', 'preauth'],
    ['verify_only', 'verify_only'],
    ['refund', undefined],
  ])('names the action %s as %s', (Action, action) => {
    expect(receiptOf({ ...APPROVED, Action })?.action).toBe(action);
  });

  it('has no card without its number, and at most three digits of it', () => {
    expect(receiptOf({ ...APPROVED, CardDetails: { MaskedCardNumber: '' } })).not.toHaveProperty('card');
    expect(receiptOf({ ...APPROVED, CardDetails: { MaskedCardNumber: '512345...2346' } })?.card?.lastDigits).toBe(
      '346',
    );
    const withoutDigits = { ...APPROVED, CardDetails: { MaskedCardNumber: '...' }, CardType: null };
    expect(receiptOf(withoutDigits)?.card).toEqual({ type: '', lastDigits: '', expiry: '' });
  });

  it('has no surcharge of 0', () => {
    expect(receiptOf({ ...APPROVED, AmountSurcharge: 0 })).not.toHaveProperty('surcharge');
  });
});
