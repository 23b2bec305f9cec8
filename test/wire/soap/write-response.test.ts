import { describe, expect, test } from 'vitest';
import { UNSET_TIME } from '../../../src/wire/soap/date-time.js';
import type { OperationName, ResponseOf } from '../../../src/wire/soap/operations.js';
import type { SoapVersion } from '../../../src/wire/soap/namespaces.js';
import { writeResponse } from '../../../src/wire/soap/write-response.js';

const NAMESPACES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};
const SUCCESS = '<response><ResponseCode>SUCCESS</ResponseCode></response>';
const error = (text: string) =>
  `<response><ResponseCode>ERROR</ResponseCode><ResponseMessage>${text}</ResponseMessage></response>`;

/** The bytes around an answer. docs/wire/soap.md section 2. */
function bytes(version: SoapVersion, operation: string, content: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<soap:Envelope xmlns:soap="${NAMESPACES[version]}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
    ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${operation}Response xmlns="urn:Eve_1_4_4">${content}</${operation}Response></soap:Body></soap:Envelope>`
  );
}

function expectBytes<O extends OperationName>(operation: O, response: ResponseOf<O>, content: string): void {
  for (const version of ['1.1', '1.2'] as const) {
    expect(writeResponse(operation, response, { version })).toBe(bytes(version, operation, content));
  }
}

const PAID = {
  ResponseCode: '0',
  AcquirerResponseCode: '00',
  AuthorisationResult: 'Approved',
  TransactionNumber: '219617445',
  ReceiptNumber: '53559987445',
  AuthoriseId: '122025580862',
  SettlementDate: '20150513',
  MaskedCardNumber: '512345...346',
  CardType: 'MC',
};
const OK = { ResponseCode: 'SUCCESS' } as const;

describe('the answers of docs/wire/soap.md section 4, byte for byte', () => {
  test('1: approved', () => {
    expectBytes(
      'ProcessPayment',
      { ProcessPaymentResult: PAID, response: OK },
      '<ProcessPaymentResult><ResponseCode>0</ResponseCode><AcquirerResponseCode>00</AcquirerResponseCode>' +
        '<AuthorisationResult>Approved</AuthorisationResult><TransactionNumber>219617445</TransactionNumber>' +
        '<ReceiptNumber>53559987445</ReceiptNumber><AuthoriseId>122025580862</AuthoriseId>' +
        '<SettlementDate>20150513</SettlementDate><MaskedCardNumber>512345...346</MaskedCardNumber>' +
        `<CardType>MC</CardType></ProcessPaymentResult>${SUCCESS}`,
    );
  });

  test('2: declined, with an empty AuthoriseId', () => {
    const declined = {
      ...PAID,
      ResponseCode: '2',
      AcquirerResponseCode: '01',
      AuthorisationResult: 'Declined',
      AuthoriseId: '',
    };
    expectBytes(
      'ProcessPayment',
      { ProcessPaymentResult: declined, response: OK },
      '<ProcessPaymentResult><ResponseCode>2</ResponseCode><AcquirerResponseCode>01</AcquirerResponseCode>' +
        '<AuthorisationResult>Declined</AuthorisationResult><TransactionNumber>219617445</TransactionNumber>' +
        '<ReceiptNumber>53559987445</ReceiptNumber><AuthoriseId /><SettlementDate>20150513</SettlementDate>' +
        `<MaskedCardNumber>512345...346</MaskedCardNumber><CardType>MC</CardType></ProcessPaymentResult>${SUCCESS}`,
    );
  });

  test('3: no original transaction, with an empty CardType', () => {
    expectBytes(
      'ProcessPayment',
      {
        ProcessPaymentResult: {
          ResponseCode: 'PT_R1',
          AuthorisationResult: 'Original transaction not found',
          TransactionNumber: '219389566',
          ReceiptNumber: '53530899566',
          CardType: '',
        },
        response: OK,
      },
      '<ProcessPaymentResult><ResponseCode>PT_R1</ResponseCode>' +
        '<AuthorisationResult>Original transaction not found</AuthorisationResult>' +
        '<TransactionNumber>219389566</TransactionNumber><ReceiptNumber>53530899566</ReceiptNumber>' +
        `<CardType /></ProcessPaymentResult>${SUCCESS}`,
    );
  });

  test.each([
    ['PT_V3', 'Invalid amount'],
    ['PT_T2', 'Payment details not found'],
  ])('4: %s, refused with the card known', (code, text) => {
    expectBytes(
      'ProcessPayment',
      {
        ProcessPaymentResult: {
          // Members are written in the table's order.
          CardType: 'VC',
          MaskedCardNumber: '498765...769',
          ReceiptNumber: '53530899566',
          TransactionNumber: '219389566',
          AuthorisationResult: text,
          ResponseCode: code,
        },
        response: OK,
      },
      `<ProcessPaymentResult><ResponseCode>${code}</ResponseCode><AuthorisationResult>${text}</AuthorisationResult>` +
        '<TransactionNumber>219389566</TransactionNumber><ReceiptNumber>53530899566</ReceiptNumber>' +
        `<MaskedCardNumber>498765...769</MaskedCardNumber><CardType>VC</CardType></ProcessPaymentResult>${SUCCESS}`,
    );
  });

  test.each(['invalid login', 'unable to determine card type'])('5 and 6: %s, with an empty result', (text) => {
    expectBytes(
      'ProcessPayment',
      { ProcessPaymentResult: {}, response: { ResponseCode: 'ERROR', ResponseMessage: text } },
      `<ProcessPaymentResult />${error(text)}`,
    );
  });

  test.each(['invalid card number: no value', 'invalid card number: invalid length'])('6: AddToken, %s', (text) => {
    expectBytes(
      'AddToken',
      { AddTokenResult: {}, response: { ResponseCode: 'ERROR', ResponseMessage: text } },
      `<AddTokenResult />${error(text)}`,
    );
  });

  test('7: an unknown token in DeleteToken', () => {
    expectBytes(
      'DeleteToken',
      { response: { ResponseCode: 'ERROR', ResponseMessage: 'invalid token' } },
      error('invalid token'),
    );
  });

  test('a token that was added', () => {
    expectBytes(
      'AddToken',
      { AddTokenResult: { Token: '5999992142370790', MaskedCardNumber: '498765...769', CardType: 'VC' }, response: OK },
      '<AddTokenResult><Token>5999992142370790</Token><MaskedCardNumber>498765...769</MaskedCardNumber>' +
        `<CardType>VC</CardType></AddTokenResult>${SUCCESS}`,
    );
  });
});

describe('the bytes of section 2', () => {
  test('an operation without a result has only response', () => {
    expectBytes('Logout', { response: OK }, SUCCESS);
  });

  test('booleans, texts and null results', () => {
    expectBytes('Login', { LoginResult: false, response: OK }, `<LoginResult>false</LoginResult>${SUCCESS}`);
    expectBytes(
      'CreateSession',
      { CreateSessionResult: 'a-guid', response: OK },
      `<CreateSessionResult>a-guid</CreateSessionResult>${SUCCESS}`,
    );
    expectBytes('CreateSession', { response: OK }, SUCCESS);
    expectBytes('SearchTransactions', { response: OK }, SUCCESS);
  });

  test('arrays: empty, of texts, and with null items', () => {
    expectBytes('SubmitBatch', { SubmitBatchResult: [], response: OK }, `<SubmitBatchResult />${SUCCESS}`);
    expectBytes(
      'SubmitBatch',
      { SubmitBatchResult: ['line 2: a < b', null, ''], response: OK },
      `<SubmitBatchResult><string>line 2: a &lt; b</string><string xsi:nil="true" /><string /></SubmitBatchResult>${SUCCESS}`,
    );
    expectBytes(
      'SearchTransactions',
      { SearchTransactionsResult: [null], response: OK },
      `<SearchTransactionsResult><Txn xsi:nil="true" /></SearchTransactionsResult>${SUCCESS}`,
    );
  });

  test('a transaction that was found: CRN2 empty but there, BillerCode absent', () => {
    expectBytes(
      'SearchTransactions',
      {
        SearchTransactionsResult: [
          {
            PaymentType: 'PAYMENT',
            TxnType: 'WEB_SHOP',
            CRN1: 'order-1042',
            CRN2: '',
            CRN3: '',
            Amount: 1995,
            AmountSurcharge: 0,
            ExpiryDate: '9900',
            ProcessedDate: Date.UTC(2013, 11, 11, 20, 59, 59, 960),
          },
        ],
        response: OK,
      },
      '<SearchTransactionsResult><Txn><PaymentType>PAYMENT</PaymentType><TxnType>WEB_SHOP</TxnType>' +
        '<CRN1>order-1042</CRN1><CRN2 /><CRN3 /><Amount>1995</Amount><AmountSurcharge>0</AmountSurcharge>' +
        '<ExpiryDate>9900</ExpiryDate><ProcessedDate>2013-12-12T07:59:59.96</ProcessedDate></Txn>' +
        `</SearchTransactionsResult>${SUCCESS}`,
    );
  });

  test('times: unset, nullable and null, nullable and set', () => {
    expectBytes(
      'TokenisePayment',
      {
        TokenisePaymentResult: {
          DataVaultToken: {
            Token: '5999991',
            UpdatedDate: UNSET_TIME,
            CreatedDate: Date.UTC(2013, 5, 11, 21, 59, 59),
            DOB: null,
            EmailVerified: true,
            EmailVerifiedDate: Date.UTC(2013, 5, 11, 14),
          },
        },
        response: OK,
      },
      '<TokenisePaymentResult><DataVaultToken><Token>5999991</Token><UpdatedDate>0001-01-01T00:00:00</UpdatedDate>' +
        '<CreatedDate>2013-06-12T07:59:59</CreatedDate><DOB xsi:nil="true" /><EmailVerified>true</EmailVerified>' +
        '<EmailVerifiedDate>2013-06-12T00:00:00</EmailVerifiedDate></DataVaultToken></TokenisePaymentResult>' +
        SUCCESS,
    );
  });

  test('files', () => {
    expectBytes(
      'DownloadBatchById',
      { DownloadBatchByIdResult: { Filename: 'a-r.csv', Content: new TextEncoder().encode('01,x\n') }, response: OK },
      `<DownloadBatchByIdResult><Filename>a-r.csv</Filename><Content>MDEseAo=</Content></DownloadBatchByIdResult>${SUCCESS}`,
    );
    expectBytes(
      'DownloadBatchById',
      { DownloadBatchByIdResult: { Content: new Uint8Array() }, response: OK },
      `<DownloadBatchByIdResult><Content /></DownloadBatchByIdResult>${SUCCESS}`,
    );
  });

  test('another namespace, also a hostile one', () => {
    const namespaces = { service: 'urn:a"&<', common: 'urn:c' };
    expect(writeResponse('Logout', { response: OK }, { version: '1.1', namespaces })).toContain(
      '<LogoutResponse xmlns="urn:a&quot;&amp;&lt;">',
    );
  });

  test('a value of another type is a TypeError that names the member', () => {
    const wrong = { ProcessPaymentResult: { ResponseCode: 5 }, response: OK } as never;
    expect(() => writeResponse('ProcessPayment', wrong, { version: '1.1' })).toThrow(
      new TypeError('ResponseCode must be a value of the type string'),
    );
  });
});
