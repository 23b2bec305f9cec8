/** SOAP answers in another form than documented. docs/guides/odd-answers.md, "SOAP". */
import { describe, expect, it } from 'vitest';
import { createSoapClient, type OddMember, type SoapClient } from '../../src/service/index.js';
import { CREDENTIALS, payment } from './soap-calls.js';
import { pretendService } from './pretend-service.js';

const NS = 'urn:Eve_1_4_4';
const OK = '<response><ResponseCode>SUCCESS</ResponseCode></response>';

const envelope = (body: string, namespace = 'http://schemas.xmlsoap.org/soap/envelope/') =>
  `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body></s:Envelope>`;
const found = (items: string) =>
  envelope(
    `<SearchTransactionsResponse xmlns="${NS}"><SearchTransactionsResult>${items}</SearchTransactionsResult>${OK}</SearchTransactionsResponse>`,
  );

async function ask<Result>(text: string, call: (client: SoapClient) => Promise<Result>, status = 200) {
  const service = await pretendService((response) => {
    response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
  });
  const noted: OddMember[] = [];
  const client = createSoapClient({
    endpoint: `${service.url}/service.asmx`,
    credentials: CREDENTIALS,
    onOddMember: (odd) => void noted.push(odd),
  });
  const result = await call(client).catch((error: unknown) => error);
  return { result, noted, sent: service.received.length };
}

const search = (client: SoapClient) => client.searchTransactions({ search: {} });
const txn = (members: string) => `<Txn><TransactionNumber>5</TransactionNumber>${members}</Txn>`;

describe('a search', () => {
  it.each([
    ['an Amount outside the namespace', txn('<Amount xmlns="urn:other">700</Amount>')],
    ['a ResponseCode outside the namespace', txn('<Amount>7</Amount><ResponseCode xmlns="">0</ResponseCode>')],
    ['no Amount', txn('<CRN1>a</CRN1>')],
    ['an empty Amount', txn('<Amount />')],
    ['a new PaymentType', txn('<Amount>7</Amount><PaymentType>GIFT</PaymentType>')],
    ['items of another name', '<Transaction><Amount>7</Amount></Transaction>'],
    ['items of another namespace', '<Txn xmlns="urn:other"><Amount>7</Amount></Txn>'],
  ])('fails for %s', async (_name, items) => {
    const { result, sent } = await ask(found(items), search);
    expect(result).toMatchObject({ code: 'service_unreachable' });
    expect((result as Error).message).toMatch(/^searchTransactions: .* cannot be read \(\w+, line \d+, column \d+\)$/);
    expect(sent).toBe(1);
  });

  it('is kept for a new TxnType, which is read as not specified', async () => {
    const odd = txn('<Amount>7</Amount><TxnType>METAVERSE</TxnType>');
    const { result, noted } = await ask(found(odd + txn('<Amount>8</Amount><TxnType>IVR</TxnType>')), search);
    expect(result).toMatchObject([
      { Amount: 7, TxnType: 'NOT_SPECIFIED' },
      { Amount: 8, TxnType: 'IVR' },
    ]);
    expect(noted).toEqual([{ call: 'searchTransactions', path: 'TxnType', rule: 'format' }]);
  });

  it('ignores unknown members, and the second of two', async () => {
    const { result } = await ask(found(txn('<New>1</New><Amount>7</Amount><Amount xmlns="urn:x">9</Amount>')), search);
    expect(result).toMatchObject([{ Amount: 7 }]);
  });

  it('of an empty list is empty', async () => {
    expect((await ask(found(''), search)).result).toEqual([]);
  });
});

describe('a fault of the caller', () => {
  const fault = (text: string) =>
    envelope(`<s:Fault><faultcode>s:Client</faultcode><faultstring>${text}</faultstring></s:Fault>`);
  const fault12 = (text: string) =>
    envelope(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>${text}</s:Text></s:Reason></s:Fault>`,
      'http://www.w3.org/2003/05/soap-envelope',
    );
  const pay = (client: SoapClient) => client.processPayment({ txnReq: payment('order 1042') });
  const batch = (client: SoapClient) => client.submitBatch({ filename: 'a.csv', content: '' });

  it.each([
    'Timeout expired',
    'The request timed out.',
    'Gateway time-out',
    'The operation was aborted',
    'Server was unable to process request. ---> x',
  ])('that says "%s" leaves a payment and a batch unknown', async (text) => {
    for (const call of [pay, batch]) {
      for (const answer of [fault(text), fault12(text)]) {
        expect((await ask<unknown>(answer, call, 500)).result).toMatchObject({ code: 'service_unreachable' });
      }
    }
    expect((await ask<unknown>(fault(text), search, 500)).result).toMatchObject({ code: 'service_unreachable' });
  });

  it('with another text refuses', async () => {
    const { result } = await ask<unknown>(fault('Server was unable to read request. ---> Bad'), pay, 500);
    expect(result).toMatchObject({ code: 'api_rejected' });
  });
});

describe('a time that is not in milliseconds', () => {
  it.each([
    ['a text', '2026-03-04'],
    ['a Date', new Date(0)],
    ['no number', NaN],
  ])('%s is refused by name', async (_name, FromDate) => {
    const { result, sent } = await ask(found(''), (client) =>
      client.searchTransactions({ search: { FromDate: FromDate as number } }),
    );
    expect(result).toBeInstanceOf(TypeError);
    expect((result as Error).message).toBe(
      "FromDate must be a time in milliseconds since 1970, such as Date.parse('2026-03-04T15:06:07+11:00')",
    );
    expect(sent).toBe(0);
  });
});
