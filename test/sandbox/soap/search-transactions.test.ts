import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller } from '../rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { closing, opening, SoapCaller, textIn, type Members } from './soap-caller.js';

/** Values of one element in all results, in order. */
function all(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);
}

describe('SearchTransactions', () => {
  let service: ServiceUnderTest;
  let soap: SoapCaller;
  beforeEach(async () => {
    service = await inProcess.open();
    soap = new SoapCaller(service);
  });
  afterEach(() => service.close());

  it('writes a result with the exact bytes: expiry unmasked, missing CRNs empty, missing biller code absent, no card number', async () => {
    const paid = await soap.pay({ MerchantReference: 'mine', CVC: '123' });
    const same = (name: string) => `<${name}>${textIn(paid, name)}</${name}>`;
    expect(await soap.search({ CRN1: 'order 1042' })).toBe(
      `${opening('SearchTransactions')}<SearchTransactionsResult><Txn><PaymentType>PAYMENT</PaymentType>` +
        '<TxnType>ECOMMERCE</TxnType><MerchantReference>mine</MerchantReference><CRN1>order 1042</CRN1><CRN2 /><CRN3 />' +
        '<Amount>19900</Amount><AmountSurcharge>0</AmountSurcharge><ExpiryDate>9900</ExpiryDate>' +
        '<ResponseCode>0</ResponseCode><AcquirerResponseCode>00</AcquirerResponseCode>' +
        `<AuthorisationResult>Approved</AuthorisationResult>${same('TransactionNumber')}${same('ReceiptNumber')}` +
        `${same('AuthoriseId')}<SettlementDate>20260304</SettlementDate>` +
        '<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>' +
        '<ProcessedDate>2026-03-04T12:00:00</ProcessedDate></Txn></SearchTransactionsResult>' +
        `<response><ResponseCode>SUCCESS</ResponseCode></response>${closing('SearchTransactions')}`,
    );
  });

  it('answers success and an empty list when nothing is found', async () => {
    expect(await soap.search({ CRN1: 'nowhere' })).toBe(
      `${opening('SearchTransactions')}<SearchTransactionsResult />` +
        `<response><ResponseCode>SUCCESS</ResponseCode></response>${closing('SearchTransactions')}`,
    );
  });

  it('omits transactions whose amount exceeds an int, and returns the others', async () => {
    const rest = new RestCaller(service);
    for (const Amount of [2_147_483_647, 2_147_483_648, 999_999_999_999_999]) await rest.made({ Amount });
    await rest.made({ Amount: 700, AmountSurcharge: 2_147_483_648 });
    expect(all(await soap.search({}), 'Amount')).toEqual(['2147483647']);
  });

  describe('over four transactions', () => {
    let wanted: string;
    let receipt: string;
    let authorise: string;

    beforeEach(async () => {
      await soap.pay({ CRN1: 'A', ExpiryDate: '9901', CardNumber: '4987654321098769' });
      await service.control.advanceClock(3 * 86_400);
      const paid = await soap.pay({
        PaymentType: 'PREAUTH',
        TxnType: 'MAIL_ORDER',
        BillerCode: 'biller',
        MerchantReference: 'reference',
        CRN1: 'B1',
        CRN2: 'B2',
        CRN3: 'B3',
        Amount: 500,
        CardNumber: '345678901234564',
        ExpiryDate: '9908',
      });
      wanted = textIn(paid, 'TransactionNumber') ?? '';
      receipt = textIn(paid, 'ReceiptNumber') ?? '';
      authorise = textIn(paid, 'AuthoriseId') ?? '';
      await service.control.advanceClock(3 * 86_400);
      await soap.pay({ CRN1: 'C', TxnType: 'RECURRING' });
      await soap.pay({ CRN1: 'D', TxnType: 'WEB_SHOP' });
    });

    it.each<[string, (numbers: { txn: string; receipt: string; authorise: string }) => Members]>([
      ['PaymentType', () => ({ PaymentType: 'PREAUTH' })],
      ['TxnType', () => ({ TxnType: 'MAIL_ORDER' })],
      ['FromDate and ToDate', () => ({ FromDate: '2026-03-05T00:00:00', ToDate: '2026-03-08T00:00:00' })],
      ['ReceiptNumber', (numbers) => ({ ReceiptNumber: numbers.receipt })],
      ['MerchantReference', () => ({ MerchantReference: 'reference' })],
      ['CRN1', () => ({ CRN1: 'B1' })],
      ['CRN2', () => ({ CRN2: 'B2' })],
      ['CRN3', () => ({ CRN3: 'B3' })],
      ['Amount', () => ({ Amount: 500 })],
      ['MaskedCardNumber', () => ({ MaskedCardNumber: '345678...564' })],
      ['ExpiryDate', () => ({ ExpiryDate: '9908' })],
      ['AcquirerResponseCode', () => ({ AcquirerResponseCode: '08' })],
      ['TransactionNumber', (numbers) => ({ TransactionNumber: numbers.txn })],
      ['AuthoriseId', (numbers) => ({ AuthoriseId: numbers.authorise })],
      ['SettlementDate', () => ({ SettlementDate: '20260307' })],
      ['CardType', () => ({ CardType: 'AX' })],
      ['BillerCode', () => ({ BillerCode: 'biller' })],
      ['ResponseCode with CRN1', () => ({ ResponseCode: '0', CRN1: 'B1' })],
    ])('finds one by %s', async (_, search) => {
      expect(all(await soap.search(search({ txn: wanted, receipt, authorise })), 'TransactionNumber')).toEqual([
        wanted,
      ]);
    });

    it.each<[Members, string[]]>([
      [{}, ['A', 'B1', 'C', 'D']],
      [{ SearchOrder: 'ASCENDING' }, ['A', 'B1', 'C', 'D']],
      [{ SearchOrder: 'DESCENDING' }, ['D', 'C', 'B1', 'A']],
      [
        { FromDate: '0001-01-01T00:00:00', ToDate: '0001-01-01T00:00:00', Amount: 0, NumOfHours: 0 },
        ['A', 'B1', 'C', 'D'],
      ],
      [{ PaymentType: 'NOT_SPECIFIED', TxnType: 'NOT_SPECIFIED' }, ['A', 'B1', 'C', 'D']],
      [{ NumOfHours: 73 }, ['B1', 'C', 'D']],
      [{ NumOfHours: 71 }, ['C', 'D']],
      [{ TxnType: 'RECURRING' }, ['C']],
      [{ TxnType: 'WEB_SHOP' }, ['D']],
      [{ TxnType: 'INTERNET_ANONYMOUS' }, []],
      [{ PaymentType: 'DE_REJECTION' }, []],
      [{ ResponseCode: '2' }, ['A']],
      [{ MerchantNumber: '5353109000000000', CRN1: 'A' }, ['A']],
      [{ MerchantNumber: '1' }, []],
    ])('answers %j by %j', async (search, crns) => {
      expect(all(await soap.search(search), 'CRN1')).toEqual(crns);
    });
  });

  it.each([
    [{ NumOfHours: -1 }, 'invalid number of hours'],
    [{ NumOfHours: -2_147_483_648 }, 'invalid number of hours'],
  ])('refuses %j', async (search, message) => {
    const xml = await soap.search(search);
    expect([textIn(xml, 'ResponseCode'), textIn(xml, 'ResponseMessage')]).toEqual(['ERROR', message]);
  });

  it.each(['9999-12-31T23:59:59-14:00', '0001-01-01T00:00:01+14:00', '2026-02-30T00:00:00+10:00'])(
    'refuses the date %s with the message of this interface',
    async (ToDate) => {
      expect(await soap.search({ ToDate })).toContain(`The string '${ToDate}' is not a valid AllXsd value.`);
    },
  );

  it('finds nothing before the earliest time', async () => {
    await soap.pay({ CRN1: 'later' });
    const xml = await soap.search({ ToDate: '0001-01-01T09:00:00' });
    expect([textIn(xml, 'ResponseCode'), all(xml, 'CRN1')]).toEqual(['SUCCESS', []]);
  });

  it('covers more time than REST without dates', async () => {
    await soap.pay({ CRN1: 'old' });
    await service.control.advanceClock(800 * 86_400);
    expect(all(await soap.search(), 'CRN1')).toEqual(['old']);
  });

  it('shows a card check of REST with the payment type NOT_SPECIFIED', async () => {
    await new RestCaller(service).made({ Action: 'verify_only', Amount: 0, Crn1: 'check' });
    expect(textIn(await soap.search({ CRN1: 'check' }), 'PaymentType')).toBe('NOT_SPECIFIED');
  });

  it.each([
    ['ASCENDING', ['A', 'B']],
    ['DESCENDING', ['C', 'B']],
  ])('applies the limit in the order %s', async (SearchOrder, crns) => {
    const limited = await inProcess.open({ settings: { searchLimit: 2 } });
    const caller = new SoapCaller(limited);
    for (const CRN1 of ['A', 'B', 'C']) await caller.pay({ CRN1 });
    await caller.pay({ CRN1: 'other type', TxnType: 'IVR' });
    expect(all(await caller.search({ SearchOrder, TxnType: 'ECOMMERCE' }), 'CRN1')).toEqual(crns);
    await limited.close();
  });
});
