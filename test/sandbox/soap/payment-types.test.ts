import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestCaller } from '../rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { SoapCaller, textIn } from './soap-caller.js';

describe.each(['1.1', '1.2'] as const)('ProcessPayment by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapCaller;
  beforeAll(async () => {
    service = await inProcess.open();
    soap = new SoapCaller(service, version);
  });
  afterAll(() => service.close());

  const find = (xml: string) => soap.search({ TransactionNumber: textIn(xml, 'TransactionNumber') });

  async function kept(xml: string) {
    const { TxnResp } = await new RestCaller(service).get(textIn(xml, 'TransactionNumber') ?? '');
    return TxnResp as Record<string, unknown>;
  }

  it.each([
    ['MAIL_ORDER', 'mailorder', 'single', 'MAIL_ORDER'],
    ['TELEPHONE_ORDER', 'telephoneorder', 'single', 'TELEPHONE_ORDER'],
    ['RECURRING', 'internet', 'recurring', 'RECURRING'],
    ['ECOMMERCE', 'ecommerce', 'single', 'ECOMMERCE'],
    ['CUSTOMER_PRESENT', 'cardpresent', 'single', 'CUSTOMER_PRESENT'],
    ['CALL_CENTRE', 'callcentre', 'single', 'CALL_CENTRE'],
    ['IVR', 'ivr', 'single', 'IVR'],
    ['INTERNET_ANONYMOUS', 'internet', 'single', 'INTERNET_ANONYMOUS'],
    ['WEB_SHOP', 'internet', 'single', 'WEB_SHOP'],
    ['NOT_SPECIFIED', 'internet', 'single', 'NOT_SPECIFIED'],
  ])('keeps the TxnType %s as %s, %s, and finds it as %s', async (TxnType, Type, SubType, found) => {
    const xml = await soap.pay({ TxnType });
    expect(await kept(xml)).toMatchObject({ Type, SubType });
    expect(textIn(await find(xml), 'TxnType')).toBe(found);
  });

  it.each([
    ['PAYMENT', 'payment'],
    ['PREAUTH', 'preauth'],
    ['UNMATCHED_REFUND', 'unmatched_refund'],
  ])('makes a %s of a card', async (PaymentType, Action) => {
    const xml = await soap.pay({ PaymentType });
    expect(textIn(xml, 'ResponseCode')).toBe('0');
    expect(await kept(xml)).toMatchObject({ Action });
    expect(textIn(await find(xml), 'PaymentType')).toBe(PaymentType);
  });

  it.each([
    ['PREAUTH', 'CAPTURE', 19_900, '0'],
    ['PREAUTH', 'CAPTURE', 100, '0'],
    ['PREAUTH', 'CAPTURE', 19_901, 'PT_V3'],
    ['PAYMENT', 'REFUND', 19_900, '0'],
    ['PAYMENT', 'REFUND', 1, '0'],
    ['PAYMENT', 'REFUND', 19_901, 'PT_R5'],
    ['PAYMENT', 'REFUND', 0, 'PT_V3'],
    ['PAYMENT', 'REVERSAL', 19_900, '0'],
    ['PAYMENT', 'REVERSAL', 100, 'PT_R15'],
    ['PAYMENT', 'CAPTURE', 100, 'PT_R1'],
  ])('after a %s, a %s of %i gives %s with its own number and the card', async (first, then, amount, code) => {
    const original = await soap.pay({ PaymentType: first });
    const number = textIn(original, 'TransactionNumber');
    const xml = await soap.follow(then, number, amount);
    expect(textIn(xml, 'ResponseCode')).toBe(code);
    expect(textIn(xml, 'TransactionNumber')).not.toBe(number);
    expect(xml).toContain('<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>');
    expect(await kept(xml)).toMatchObject({ OriginalTxnNumber: number, ResponseCode: code });
  });

  it.each([undefined, '', 'abc', '0', '-1', '99999999999999999999'])('finds no original %s', async (original) => {
    expect(textIn(await soap.follow('REFUND', original, 100), 'ResponseCode')).toBe('PT_R1');
  });

  it.each([
    [{ PaymentType: 'NOT_SPECIFIED' }, 'PT_V1'],
    [{ PaymentType: 'DE_REJECTION' }, 'PT_V1'],
    [{ Amount: 0 }, 'PT_V3'],
    [{ Amount: -1 }, 'PT_V3'],
    [{ ExpiryDate: '1330' }, 'PT_V5'],
    [{ ExpiryDate: 'abcd' }, 'PT_V5'],
    [{ ExpiryDate: undefined }, 'PT_V5'],
    [{ CVC: '12' }, 'PT_V6'],
    [{ ExpiryDate: '0530' }, '0'],
    [{ ExpiryDate: '0530', Amount: 11_154 }, '0'],
    [{ ExpiryDate: '0120' }, '4'],
    [{ ExpiryDate: '9910' }, '1'],
    [{ CVC: undefined }, '0'],
  ])('answers %j by %s', async (txnReq, code) => {
    const xml = await soap.pay(txnReq);
    expect(textIn(xml, 'ResponseCode')).toBe(code);
    expect(xml).toContain('<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType>');
    expect(await kept(xml)).toMatchObject({ ResponseCode: code });
  });

  it('pays with a token of REST, and refuses an unknown one', async () => {
    const { DVTokenResp } = await new RestCaller(service).server('POST', '/dvtokens', {
      DVTokenReq: { Crn1: 'a', CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '9900' } },
    });
    const plain = { ExpiryDate: undefined, CVC: undefined };
    const paid = await soap.pay({ ...plain, CardNumber: DVTokenResp.DVToken });
    expect(textIn(paid, 'ResponseCode')).toBe('0');
    const unknown = await soap.pay({ ...plain, CardNumber: '5999990000000001' });
    expect(textIn(unknown, 'ResponseCode')).toBe('PT_T2');
    expect(textIn(unknown, 'AuthorisationResult')).toBe('Payment details not found');
  });

  it('refuses a number that might be a real card, and stores nothing', async () => {
    const xml = await soap.pay({ CardNumber: '4111111111111111', ExpiryDate: '0530', CRN1: 'real' });
    expect(textIn(xml, 'ResponseMessage')).toBe(
      'Invalid card number (this is a sandbox: it accepts test cards only, never real ones)',
    );
    expect(await soap.search({ CRN1: 'real' })).toContain('<SearchTransactionsResult />');
  });

  it('refuses a reference that is too long', async () => {
    expect(textIn(await soap.pay({ CRN2: 'x'.repeat(51) }), 'ResponseMessage')).toBe('Invalid Crn2');
    expect(textIn(await soap.pay({ CRN2: 'x'.repeat(50) }), 'ResponseCode')).toBe('0');
  });

  it('reports an unavailable service, and pays nothing meanwhile', async () => {
    service.control.setUnavailable(true);
    expect(textIn(await soap.pay({ CRN1: 'down' }), 'ResponseMessage')).toBe(
      'One or more sub-systems are currently unavailable',
    );
    service.control.setUnavailable(false);
    expect(await soap.search({ CRN1: 'down' })).toContain('<SearchTransactionsResult />');
  });
});
