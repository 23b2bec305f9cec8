import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller } from '../rest-caller.js';
import { TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { closing, opening, SoapCaller, textIn } from './soap-caller.js';

const SUCCESS = '<response><ResponseCode>SUCCESS</ResponseCode></response>';
const CARD_PARTS = '<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>';

/** The bytes of a ProcessPayment response, with the varying numbers of the given one. */
function result(xml: string, inner: (numbers: { txn: string; authorise: string }) => string, version: '1.1' | '1.2') {
  const numbers = { txn: textIn(xml, 'TransactionNumber') ?? '', authorise: textIn(xml, 'AuthoriseId') ?? '' };
  const parts = `<ProcessPaymentResult>${inner(numbers)}</ProcessPaymentResult>${SUCCESS}`;
  return opening('ProcessPayment', version) + parts + closing('ProcessPayment');
}

function numbers(xml: string, txn: string): string {
  const receipt = textIn(xml, 'ReceiptNumber') ?? '';
  expect(receipt).toMatch(/^\d{11}$/);
  expect(receipt.slice(-4)).toBe(txn.slice(-4).padStart(4, '0'));
  return `<TransactionNumber>${txn}</TransactionNumber><ReceiptNumber>${receipt}</ReceiptNumber>`;
}

describe.each(TARGETS)('ProcessPayment, $target', ({ open }) => {
  let service: ServiceUnderTest;
  beforeEach(async () => {
    service = await open();
  });
  afterEach(() => service.close());

  describe.each(['1.1', '1.2'] as const)('SOAP %s', (version) => {
    it('answers an approval with the exact bytes', async () => {
      const xml = await new SoapCaller(service, version).pay();
      expect(xml).toBe(
        result(
          xml,
          ({ txn, authorise }) =>
            '<ResponseCode>0</ResponseCode><AcquirerResponseCode>00</AcquirerResponseCode>' +
            `<AuthorisationResult>Approved</AuthorisationResult>${numbers(xml, txn)}` +
            `<AuthoriseId>${authorise}</AuthoriseId><SettlementDate>20260304</SettlementDate>${CARD_PARTS}`,
          version,
        ),
      );
      expect(textIn(xml, 'AuthoriseId')).toMatch(/^04120000\d{4}$/);
    });

    it('answers a decline with an empty AuthoriseId', async () => {
      const xml = await new SoapCaller(service, version).pay({ ExpiryDate: '9901' });
      expect(xml).toBe(
        result(
          xml,
          ({ txn }) =>
            '<ResponseCode>2</ResponseCode><AcquirerResponseCode>01</AcquirerResponseCode>' +
            `<AuthorisationResult>Declined</AuthorisationResult>${numbers(xml, txn)}` +
            `<AuthoriseId /><SettlementDate>20260304</SettlementDate>${CARD_PARTS}`,
          version,
        ),
      );
    });

    it('answers a refund without an original with PT_R1 and few members', async () => {
      const xml = await new SoapCaller(service, version).follow('REFUND', '99999', 100);
      expect(xml).toBe(
        result(
          xml,
          ({ txn }) =>
            '<ResponseCode>PT_R1</ResponseCode><AuthorisationResult>Original transaction not found</AuthorisationResult>' +
            `${numbers(xml, txn)}<CardType />`,
          version,
        ),
      );
    });

    it('answers an amount of 0 by PT_V3 with the card', async () => {
      const xml = await new SoapCaller(service, version).pay({ Amount: 0 });
      expect(xml).toBe(
        result(
          xml,
          ({ txn }) =>
            '<ResponseCode>PT_V3</ResponseCode><AuthorisationResult>Invalid amount</AuthorisationResult>' +
            `${numbers(xml, txn)}${CARD_PARTS}`,
          version,
        ),
      );
    });

    it.each(['', '1234', '5123456789012347', 'abc', '\u{1f0a1}'])(
      'answers the card number "%s" by an error',
      async (CardNumber) => {
        const xml = await new SoapCaller(service, version).pay({ CardNumber });
        expect(xml).toBe(
          `${opening('ProcessPayment', version)}<ProcessPaymentResult /><response><ResponseCode>ERROR</ResponseCode>` +
            `<ResponseMessage>unable to determine card type</ResponseMessage></response>${closing('ProcessPayment')}`,
        );
      },
    );

    it.each([
      { username: 'nobody' },
      { password: 'wrong' },
      { merchantNumber: '1' },
      { username: undefined, password: undefined, merchantNumber: undefined },
      { username: 'a|b' },
    ])('answers the credentials %j with an error, and uses no number', async (credentials) => {
      const caller = new SoapCaller(service, version);
      const before = Number(textIn(await caller.pay(), 'TransactionNumber'));
      expect(await caller.pay({}, credentials)).toBe(
        `${opening('ProcessPayment', version)}<ProcessPaymentResult /><response><ResponseCode>ERROR</ResponseCode>` +
          `<ResponseMessage>invalid login</ResponseMessage></response>${closing('ProcessPayment')}`,
      );
      expect(Number(textIn(await caller.pay(), 'TransactionNumber'))).toBe(before + 1);
    });
  });

  it('is found by REST, and finds transactions of REST', async () => {
    const soap = new SoapCaller(service);
    const rest = new RestCaller(service);
    const txn = textIn(await soap.pay({ TxnType: 'MAIL_ORDER', CRN2: 'two', BillerCode: '99' }), 'TransactionNumber');
    expect((await rest.get(txn ?? '')).TxnResp).toMatchObject({
      Action: 'payment',
      Type: 'mailorder',
      SubType: 'single',
      Source: 'api',
      Amount: 19_900,
      Crn1: 'order 1042',
      Crn2: 'two',
      BillerCode: '99',
      Currency: 'AUD',
      IsTestTxn: true,
      ResponseCode: '0',
    });
    const made = await rest.made({ Crn1: 'by REST' });
    expect(textIn(await soap.search({ CRN1: 'by REST' }), 'TransactionNumber')).toBe(made.TxnNumber);
    expect(textIn(await soap.follow('REFUND', made.TxnNumber, 100), 'ResponseCode')).toBe('0');
  });
});
