import { describe, expect, test } from 'vitest';
import { UNSET_TIME } from '../../../src/wire/soap/date-time.js';
import type { OperationName } from '../../../src/wire/soap/operations.js';
import { readRequest } from '../../../src/wire/soap/read-request.js';
import { SoapError } from '../../../src/wire/soap/soap-error.js';
import { envelope, NS, payment, read, sendCall, SOAP_12 } from './messages.js';

function request<O extends OperationName>(operation: O, content: string) {
  return readRequest(operation, read(envelope(`<${operation} xmlns="${NS}">${content}</${operation}>`)).body);
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

describe('a missing element', () => {
  test('has its default at the top and within objects', () => {
    expect(request('DownloadBatchById', '')).toEqual({ batchFileId: 0n, fileFormat: 0, returnAll: false });
    expect(request('ProcessPayment', '<txnReq/>')).toEqual({
      txnReq: { PaymentType: 'NOT_SPECIFIED', TxnType: 'NOT_SPECIFIED', Amount: 0 },
    });
    expect(request('SearchTokens', '<search></search>')).toEqual({
      search: { FromDate: UNSET_TIME, ToDate: UNSET_TIME, ExpiredCardsOnly: false, TxnSource: 'UNSPECIFIED' },
    });
    expect(request('SearchTransactions', '<search/>').search).toMatchObject({
      SearchOrder: 'ASCENDING',
      NumOfHours: 0,
    });
  });

  test('is null where it can be', () => {
    expect(request('ProcessPayment', '')).toEqual({});
    expect(request('Logout', '')).toEqual({});
  });

  test('is not an empty element', () => {
    expect(request('ProcessPayment', '<username/><txnReq><CRN2></CRN2><CRN3/></txnReq>')).toMatchObject({
      username: '',
      txnReq: { CRN2: '', CRN3: '' },
    });
  });
});

describe('a request', () => {
  test('has its members in any order', () => {
    const txnReq = '<CVC>123</CVC><Amount>5</Amount><PaymentType>PAYMENT</PaymentType>';
    expect(request('ProcessPayment', `<txnReq>${txnReq}</txnReq><username>u</username>`)).toMatchObject({
      username: 'u',
      txnReq: { PaymentType: 'PAYMENT', Amount: 5, CVC: '123' },
    });
  });

  test('may hold unknown elements, attributes and texts between', () => {
    const txnReq = '<Tip>1</Tip>text<Amount currency="AUD">5</Amount><CVV2><deep/></CVV2>';
    expect(request('ProcessPayment', `<extra/><txnReq a="1">${txnReq}</txnReq>`)).toEqual({
      txnReq: { PaymentType: 'NOT_SPECIFIED', TxnType: 'NOT_SPECIFIED', Amount: 5 },
    });
  });

  test('is read without the elements of another namespace, or of none, also when their names are right', () => {
    expect(
      request('ProcessPayment', '<username xmlns="">a</username><x:password xmlns:x="urn:x">b</x:password>'),
    ).toEqual({});
  });

  test('is read without the elements whose case is wrong', () => {
    expect(request('ProcessPayment', '<Username>a</Username><TxnReq/>')).toEqual({});
  });
});

describe('of two elements with one name', () => {
  test('the first counts and the second is not even read', () => {
    const txnReq = '<Amount>1</Amount><Amount>abc</Amount><CRN1/><CRN1>second</CRN1>';
    expect(
      request('ProcessPayment', `<txnReq>${txnReq}</txnReq><txnReq><Amount>x</Amount></txnReq>`).txnReq,
    ).toMatchObject({
      Amount: 1,
      CRN1: '',
    });
  });
});

describe('xsi:nil', () => {
  test('makes null of a text and of an object', () => {
    expect(request('ProcessPayment', `<username ${XSI} xsi:nil="true"/><txnReq ${XSI} xsi:nil="1"/>`)).toEqual({});
  });

  test.each(['<fileFormat xsi:nil="true"/>', '<returnAll xsi:nil="true"/>'])('ignores %s', (element) => {
    const content = element.replace(' xsi', ` ${XSI} xsi`);
    expect(() => request('DownloadBatchByFilename', content)).toThrow(SoapError);
  });
});

describe('another element than the operation’s own', () => {
  test.each([
    ['a wrong wrapper', `<Foo xmlns="${NS}"><username>u</username></Foo>`],
    ['a wrong namespace', '<ProcessPayment xmlns="urn:Eve_1_4_3"><username>u</username></ProcessPayment>'],
    ['no namespace', '<ProcessPayment><username>u</username></ProcessPayment>'],
    ['another operation', `<AddToken xmlns="${NS}"><username>u</username></AddToken>`],
    ['nothing', ''],
  ])('leaves every parameter null: %s', (_, body) => {
    expect(readRequest('ProcessPayment', read(envelope(body)).body)).toEqual({});
  });
});

describe('a value that does not parse', () => {
  test.each([
    ['<Amount>abc</Amount>', 'Input string was not in a correct format.'],
    ['<Amount/>', 'Input string was not in a correct format.'],
    ['<Amount></Amount>', 'Input string was not in a correct format.'],
    ['<Amount>1.50</Amount>', 'Input string was not in a correct format.'],
    ['<Amount>1e21</Amount>', 'Input string was not in a correct format.'],
    ['<Amount>2147483648</Amount>', 'Value was either too large or too small for an Int32.'],
    ['<PaymentType>FOO</PaymentType>', "Instance validation error: 'FOO' is not a valid value for PaymentType."],
    ['<TxnType/>', "Instance validation error: '' is not a valid value for TxnType."],
  ])('%s says so', (element, detail) => {
    expect(() => request('ProcessPayment', `<txnReq>${element}</txnReq>`)).toThrow(detail);
  });

  test('names the first wrong element in the document’s order', () => {
    try {
      request('ProcessPayment', '\n<txnReq>\n  <TxnType>BAR</TxnType>\n  <PaymentType>FOO</PaymentType></txnReq>');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        problem: { kind: 'value', line: 3, column: 25 },
        message: expect.stringContaining('BAR'),
      });
    }
  });

  test.each([
    [
      'SearchTokens',
      '<search><FromDate>yesterday</FromDate></search>',
      "The string 'yesterday' is not a valid AllXsd value.",
    ],
    ['SearchTokens', '<search><ToDate/></search>', "The string '' is not a valid AllXsd value."],
    [
      'SearchTokens',
      '<search><ExpiredCardsOnly>x</ExpiredCardsOnly></search>',
      "The string 'x' is not a valid Boolean value.",
    ],
    [
      'SearchTokens',
      '<search><TxnSource>WEB</TxnSource></search>',
      "Instance validation error: 'WEB' is not a valid value for TxnSource.",
    ],
    [
      'DownloadBatchById',
      '<batchFileId>9223372036854775808</batchFileId>',
      'Value was either too large or too small for an Int64.',
    ],
    ['UploadCRNLookupZipFile', '<content>***</content>', 'The input is not a valid Base-64 string.'],
    ['Login', '<username>a<b/></username>', 'Unexpected node type Element.'],
    ['IsBankAvailable', '<bankId><x/></bankId>', 'Unexpected node type Element.'],
  ] as const)('%s: %s says so', (operation, content, detail) => {
    expect(() => request(operation, content)).toThrow(detail);
  });
});

describe('requests of real clients', () => {
  test('ActiveMerchant’s bpoint gateway: 1.2 with neither action nor SOAPAction, empty elements for what it leaves out', async () => {
    const message = `<?xml version="1.0" encoding="utf-8"?>
<soap12:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">
  <soap12:Body>
    <ProcessPayment xmlns="urn:Eve_1_4_4">
      <username>demo-api</username>
      <password>Demo-Password-1</password>
      <merchantNumber>5353109000000000</merchantNumber>
      <txnReq>
        <PaymentType>PAYMENT</PaymentType>
        <TxnType>WEB_SHOP</TxnType>
        <BillerCode/>
        <MerchantReference/>
        <CRN1/>
        <Amount>100</Amount>
        <CardNumber>4987654321098769</CardNumber>
        <ExpiryDate>9900</ExpiryDate>
        <CVC>123</CVC>
      </txnReq>
    </ProcessPayment>
  </soap12:Body>
</soap12:Envelope>
`;
    expect(await sendCall(SOAP_12, message)).toEqual({
      version: '1.2',
      operation: 'ProcessPayment',
      parameters: {
        username: 'demo-api',
        password: 'Demo-Password-1',
        merchantNumber: '5353109000000000',
        txnReq: {
          PaymentType: 'PAYMENT',
          TxnType: 'WEB_SHOP',
          BillerCode: '',
          MerchantReference: '',
          CRN1: '',
          Amount: 100,
          CardNumber: '4987654321098769',
          ExpiryDate: '9900',
          CVC: '123',
        },
      },
    });
  });

  test('the payment of the tests above is a whole message', async () => {
    expect(await sendCall(SOAP_12, envelope(payment('<Amount>1</Amount>')))).toMatchObject({
      operation: 'ProcessPayment',
    });
  });
});
