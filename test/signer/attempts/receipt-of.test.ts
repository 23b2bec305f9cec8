import { expect, test } from 'vitest';
import { receiptOf } from '../../../src/signer/attempts/receipt-of.js';
import type { TxnResp } from '../../../src/wire/rest/txn-resp.js';

const TXN = {
  Action: 'payment',
  Amount: 3200,
  AmountOriginal: 3000,
  AmountSurcharge: 200,
  AuthoriseId: '482910',
  BankResponseCode: '00',
  CVNResult: { CVNResultCode: 'M' },
  CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0529', CardHolderName: 'Mia Tran' },
  CardType: 'MC',
  Crn1: '1042',
  Crn2: 'B-7',
  Crn3: '',
  Currency: 'AUD',
  DVToken: '5999991234567890',
  EmailAddress: 'mia.tran@example.com',
  IsTestTxn: true,
  MerchantNumber: '5353109000000000',
  MerchantReference: 'attempt 7',
  ProcessedDateTime: '2026-11-24T18:59:07.1230000',
  ReceiptNumber: '49395600002',
  ResponseCode: '0',
  ResponseText: 'Approved',
  TxnNumber: '1002',
} as TxnResp;

test('has the members of the receipt, and none that are secret', () => {
  const shown = receiptOf(TXN, 'Wattlebird Coffee');
  expect(shown).toEqual({
    Action: 'payment',
    Amount: 3200,
    AmountSurcharge: 200,
    AuthoriseId: '482910',
    BankResponseCode: '00',
    CVNResult: { CVNResultCode: 'M' },
    CardDetails: { MaskedCardNumber: '...346', ExpiryDate: '0529' },
    CardType: 'MC',
    Crn1: '1042',
    Crn2: 'B-7',
    Crn3: '',
    Currency: 'AUD',
    IsTestTxn: true,
    MerchantName: 'Wattlebird Coffee',
    ProcessedDateTime: '2026-11-24T07:59:07.123Z',
    ReceiptNumber: '49395600002',
    ResponseCode: '0',
    ResponseText: 'Approved',
    TxnNumber: '1002',
  });
  const text = JSON.stringify(shown);
  for (const secret of ['599999', '512345', 'Tran', 'mia.tran', 'attempt 7', '5353109'])
    expect(text).not.toContain(secret);
});

test('an unreadable time and an amount beyond a safe integer are left out', () => {
  const shown = receiptOf({ ...TXN, ProcessedDateTime: 'yesterday', Amount: 2n ** 60n });
  expect(shown).toMatchObject({ ProcessedDateTime: '', Amount: null, MerchantName: '' });
});
