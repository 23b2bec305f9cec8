/** Masking of the request log: what must never be stored, in every place where a caller can put it. */
import { describe, expect, it } from 'vitest';
import { createCardBook } from '../../../src/sandbox/bank/test-cards.js';
import { maskBody, type BodyFormat } from '../../../src/sandbox/request-log/mask-body.js';

const PAN = '5123456789012346';
const TOKEN = '5999990123456789';
const cards = createCardBook([]);
const FACTS = {
  plain: new Set(['5353109000000000']),
  secrets: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
  isTestCard: (pan: string) => cards.findByPan(pan) !== undefined,
};
/** As a caller of JSON, SOAP or a form would send it. */
const formatOf = (body: string) => (/^\s*[[{]/.test(body) ? 'json' : body.startsWith('<') ? 'xml' : 'form');
const mask = (body: string, format: BodyFormat = formatOf(body)): string => maskBody(body, format, FACTS);
const maskCrn = (value: unknown): unknown => JSON.parse(mask(JSON.stringify({ Crn1: value }))).Crn1;
const fullwidth = PAN.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const base64 = (text: string): string => Buffer.from(text).toString('base64');

it('stores a mask of a test card, nothing of another card, and no name', () => {
  expect(mask(`{"CardNumber":"${PAN}","CardHolderName":"Ann"}`)).toBe(
    '{\n  "CardNumber": "512345...346",\n  "CardHolderName": "•••"\n}',
  );
  expect(mask('{"CardNumber":"4024007100000008"}')).toBe('{\n  "CardNumber": "•••"\n}');
});

describe('never stores a card number', () => {
  it.each([
    ['in its member', JSON.stringify({ CardNumber: PAN })],
    ['as a number', `{"CardNumber":${PAN}}`],
    ['in a reference', JSON.stringify({ Crn1: `order ${PAN}` })],
    ['as a number in a reference', `{"Crn1":${PAN}}`],
    ['as a name', JSON.stringify({ [PAN]: 1 })],
    ['with blanks', JSON.stringify({ Crn1: '5123 4567 8901 2346' })],
    ['with dashes and invisible characters', JSON.stringify({ Crn1: '5123-4567\u200b8901–2346' })],
    ['in digits of another script', JSON.stringify({ Crn1: fullwidth })],
    ['with its expiry date and code', JSON.stringify({ Crn1: `${PAN} 0530 987` })],
    ['in a URL', JSON.stringify({ RedirectionUrl: `https://shop.example/${PAN}?card=${PAN}` })],
    ['escaped in a URL', JSON.stringify({ RedirectionUrl: `https://shop.example/%35123456789012346` })],
    ['in a list in a record', JSON.stringify({ a: [{ b: [[PAN]] }] })],
    ['in JSON in a string', JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ CardNumber: PAN }) }) })],
    ['in JSON that is cut', `{"CardNumber":"${PAN}`],
    ['in JSON with a wrong comma', `{"TxnReq":{"CardNumber":"${PAN}",,"Crn1":"${PAN}"}}`],
    ['escaped in JSON that is cut', `{"Crn1":"\\u0035123456789012346`],
    ['in a form', `CardNumber=${PAN}&Crn1=5123+4567+8901+2346`],
    ['in multipart form data', `--x\r\nContent-Disposition: form-data; name="CardNumber"\r\n\r\n${PAN}\r\n--x--`],
    ['in SOAP', `<soap:Body><ns:cardNumber>${PAN}</ns:cardNumber></soap:Body>`],
    ['in a wrong element of SOAP', `<merchantReference>${PAN}</merchantReference>`],
    ['in an attribute', `<a b="${PAN}"/>`],
    ['in a comment', `<a><!-- ${PAN} --></a>`],
    ['in CDATA', `<cardNumber><![CDATA[${PAN}]]></cardNumber>`],
    ['in references of XML', '<crn1>&#53;&#x31;23456789012346</crn1>'],
    ['in XML that is cut', `<cardNumber>${PAN}`],
    ['in base64', JSON.stringify({ Crn1: base64(`card ${PAN}`) })],
    ['in base64 behind other letters', JSON.stringify({ Crn1: `xy${base64(`card ${PAN}`)}` })],
    ['in plain text', `please take ${PAN}, thanks`],
    ['split by markup', '<crn1>5123<b/>4567<!-- x -->8901<![CDATA[2346]]></crn1>'],
    ['split by comments', '<merchantReference>5123<!---->4567<!---->8901<!---->2346</merchantReference>'],
    ['split by markup in text', JSON.stringify({ Crn1: '5123<b>4567</b>8901<i>2346' })],
    ['with four blanks', JSON.stringify({ Crn1: '5123    4567    8901    2346' })],
    ['with words between', JSON.stringify({ Comments: '5123 then 4567 then 8901 then 2346' })],
    ['with other signs between', JSON.stringify({ Crn1: [...PAN].join('•') })],
    ['in a list', JSON.stringify({ Crn1: ['5123', '4567', '8901', '2346'] })],
    ['in a record', JSON.stringify({ Crn1: { a: '5123', b: '4567', c: '8901', d: '2346' } })],
    ['in elements', '<crn1><a>5123</a><a>4567</a><a>8901</a><a>2346</a></crn1>'],
    ['in other members', JSON.stringify({ a: '5123', b: '4567', c: '8901', d: '2346' })],
    ['in other members of a form', 'a=5123&b=4567&c=8901&d=2346'],
    ['in a date', JSON.stringify({ ProcessedDateTime: '5123-45-67T89:01:23.46' })],
    ['in a key', JSON.stringify({ Crn1: '51234567-8901-2346-8000-00cf4fc96411' })],
    ['in the name of an element', `<a${PAN}>x</a${PAN}>`],
    ['behind 70,000 other characters', `${'a '.repeat(35_000)}${PAN}`],
    ['across the cut of a long body', `${'a'.repeat(64 * 1024 - 8)}${PAN}`],
  ])('%s', (_where, body) => {
    const digits = mask(body)
      .replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : String(digit.charCodeAt(0) - 0xff10)))
      .replace(/[^\d]/g, '');
    expect(digits).not.toContain('12345678');
    expect(digits).not.toContain('56789012');
    expect(mask(body)).not.toContain(base64(PAN).slice(2, 12));
  });

  it('shows the ends of a card in the member of a card only', () => {
    expect(mask(JSON.stringify({ CardNumber: PAN, Crn1: PAN }))).toBe(
      '{\n  "CardNumber": "512345...346",\n  "Crn1": "(text, 16 characters)"\n}',
    );
    expect(mask(`<cardNumber>${PAN}</cardNumber>`)).toBe('<cardNumber>512345...346</cardNumber>\n');
    // A token of the shop, as people see it.
    expect(mask(`{"DVToken":"${TOKEN}"}`)).toContain('"599999...789"');
    expect(mask(`{"Crn1":"${TOKEN}"}`)).toContain('(text, 16 characters)');
  });
});

describe('never stores a secret', () => {
  it.each([
    ['a code in JSON', '{"CardDetails":{"Cvn":"SECRET"}}'],
    ['a code as a number', '{"Cvn":73519}'],
    ['a code in a record under its name', '{"Cvn":{"value":"SECRET"}}'],
    ['a name in another case', '{"cVN":"SECRET"}'],
    ['an escaped name', '{"\\u0043vn":"SECRET"}'],
    ['JSON that is cut', '{"Cvn":"SECRET'],
    ['an escaped name in JSON that is cut', '{"\\u0043vn":"SECRET'],
    ['a list in JSON that is cut', '{"Cvn":["SECRET",'],
    ['JSON in a string that is cut', '{"a":"{\\"Cvn\\":\\"SECRET\\"'],
    ['pairs in a string', '{"Crn1":"cvn=SECRET"}'],
    ['a form', 'Amount=1&CVN=SECRET&x=1'],
    ['SOAP', '<username>shop</username><password>SECRET</password>'],
    ['a password with markup in it', '<password>SEC<b>SECRET</b></password>'],
    ['a password with blanks', 'password: my SECRET word'],
    ['an attribute', '<login password="SECRET"/>'],
    ['an element with a wrong end', '<password>SECRET</passwort>'],
    ['an element that the WSDL does not have', '<newPassword>SECRET</newPassword>'],
    ['an attribute with a bracket', '<cvn a=">">SECRET</cvn>'],
    ['a header', '{"Crn1":"Authorization: Basic SECRET"}'],
    ['an AuthKey', '{"AuthKey":"SECRET"}'],
    ['the secret of a webhook', '{"WebHookUrl":"https://shop.example/hook?mac=SECRET"}'],
    ['the secret of an address in text', 'see https://a:SECRET@shop.example/'],
    ['a code under another name', '{"CardDetails":{"CSC":"73519","VerificationValue":73519,"Code2":"SECRET"}}'],
    ['a code in a text', '{"Crn1":"cvv 73519"}'],
    ['a code in an element of another name', '<txnReq><secCode>73519</secCode></txnReq>'],
    ['a code in a form', 'Crn1=x&code=73519'],
    ['a header of SOAP', '<Envelope><Header><Security><Pin>SECRET</Pin></Security></Header></Envelope>'],
    ['a body that nobody can read', 'password is SECRET'],
    ['a session', '<CreateSessionResult>SECRET</CreateSessionResult>'],
    ['a batch', '<SubmitBatch><content>SECRET</content></SubmitBatch>'],
    ['an account', '{"AccountNumber":"SECRET","BSBNumber":"73519"}'],
  ])('%s', (_what, body) => {
    expect(mask(body)).not.toMatch(/SECRET|73519/);
  });

  it('credentials in base64, a key of the call, and a file', () => {
    for (const packed of ['demo-api|5353109000000000:Demo-Password-1', 'kim:correct horse']) {
      expect(maskCrn(base64(packed))).toMatch(/^\(text, \d+ characters\)$/);
    }
    expect(maskCrn(`x ${FACTS.secrets[0]}`)).toBe('(text, 38 characters)');
    expect(maskCrn(base64('x'.repeat(600)))).toBe('(text, 800 characters)');
  });
});

describe('does not mask other values', () => {
  it('amounts, references, dates, codes, receipt numbers and the merchant’s own number', () => {
    const body = {
      TxnReq: { Amount: 19_900, Crn1: 'order 2026-11-24 16:45', EmailAddress: 'kim@shop.example', StoreCard: false },
      TxnResp: {
        TxnNumber: '10001',
        ReceiptNumber: '50000010001',
        RRN: '632816000001',
        ResponseText: 'Approved',
        ProcessedDateTime: '2026-11-24T16:45:10.1230000',
        MerchantReference: '6f9619ff-8b86-4d01-b42d-00cf4fc96411',
        CardDetails: { MaskedCardNumber: '512345...346' },
        CVNResult: { CVNResultCode: 'M' },
      },
      APIResponse: { ResponseCode: 110, ResponseText: 'Invalid CardDetails.Cvn' },
      MerchantNumber: '5353109000000000',
      RedirectionUrl: 'https://shop.example/back',
      BillerCode: null,
    };
    expect(JSON.parse(mask(JSON.stringify(body)))).toEqual(body);
    expect(
      mask('<s:Body xmlns:s="x"><n:merchantNumber>5353109000000000</n:merchantNumber><amount>5</amount></s:Body>'),
    ).toBe('<Body>\n  <merchantNumber>5353109000000000</merchantNumber>\n  <amount>5</amount>\n</Body>\n');
    expect(mask('Crn1=order+7&Amount=199.00&CardNumber=5123456789012346')).toBe(
      'Crn1=order 7&Amount=199.00&CardNumber=512345...346',
    );
  });

  it('tells of other members their names, types and lengths', () => {
    const body = {
      TxnReq: { Crnl: 'order 7', Amont: 19_900, [PAN]: true, Extra: { a: 1 }, List: [1, 2], Nothing: null },
    };
    expect(JSON.parse(mask(JSON.stringify(body)))).toEqual({
      TxnReq: {
        Crnl: '(text, 7 characters)',
        Amont: '(number, 5 digits)',
        '(name, 16 characters)': '(boolean)',
        Extra: '(record, 1 member)',
        List: '(list, 2 items)',
        Nothing: null,
      },
    });
    expect(mask('<txnReq><Crnl a="b">order</Crnl></txnReq>')).toBe(
      '<txnReq>\n  <Crnl>(text, 5 characters)</Crnl>\n</txnReq>\n',
    );
    expect(mask('{"TxnReq":', 'json')).toBe('(text, 10 characters)');
  });

  it('keeps the start of a long SOAP message and of a long answer', () => {
    const long = mask(`<TxnRespList><Amount>7</Amount>${'<Txn><Amount>1</Amount></Txn>'.repeat(5_000)}</TxnRespList>`);
    expect(long.startsWith('<TxnRespList>\n  <Amount>7</Amount>\n  <Txn>\n')).toBe(true);
    expect(long.length).toBeLessThan(17 * 1024);
    expect(mask(JSON.stringify({ Crn1: 'x'.repeat(70_000) }))).toBe('(text, 70011 characters)');
  });
});
