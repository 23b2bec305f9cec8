/** Codes and texts of wrong members, and of numbers that nothing has. docs/wire/rest.md sections 3 and 8. */
import { ABOUT } from '../about.js';
import { describeAnswer } from '../describe.js';
import { CannotAsk, type Answer, type Caller } from '../facility.js';
import type { Probe } from '../probe.js';
import { refusalProbes, type RefusalRow } from '../refusal-probes.js';
import { browserCard, card, keyRequest, NO_KEY, NO_TOKEN, payment, WRONG_CARD_NUMBER } from '../requests.js';

/** Its check digit is wrong. */
const WRONG_TOKEN = '5999990000000005';
const LONG = 'x'.repeat(300);

/** T4 with one member wrong. */
const key =
  (changes: Readonly<Record<string, unknown>>, others: Readonly<Record<string, unknown>> = {}) =>
  (call: Caller): Promise<Answer> =>
    call.rest('POST', '/txns/processtxnauthkey', { body: keyRequest(call, changes, others) });

/** T1 with one member wrong. */
const pay =
  (changes: Readonly<Record<string, unknown>>) =>
  (call: Caller): Promise<Answer> =>
    call.pay(payment(call, changes));

const submit = (call: Caller): Promise<Answer> =>
  call.rest('POST', `/txns/withauthkey/${NO_KEY}`, {
    authorization: 'none',
    body: { TxnReq: { CardDetails: browserCard() } },
  });

/** @throws CannotAsk when the facility does have what nothing should have: it is neither deleted nor copied */
export async function assertNone(call: Caller, path: '/txns/1' | `/dvtokens/${string}`): Promise<void> {
  const { status, code } = describeAnswer(await call.rest('GET', path));
  if (code === null ? status < 400 : Number(code) === 0)
    throw new CannotAsk('the facility has what nothing should have');
}

/** Rows without a transaction. */
const ROWS: readonly RefusalRow[] = [
  ['field.action', 'an action that does not exist', 'T4', key({ Action: 'florin' })],
  ['field.type', 'a type that does not exist', 'T4', key({ Type: 'florin' })],
  ['field.subtype', 'a sub type that does not exist', 'T4', key({ SubType: 'florin' })],
  ['field.biller', 'a biller code that does not exist', 'T4', key({ BillerCode: '99999999' })],
  ['field.crn1', 'a Crn1 of 300 characters', 'T4', key({ Crn1: LONG })],
  ['field.crn2', 'a Crn2 of 300 characters', 'T4', key({ Crn2: LONG })],
  ['field.reference', 'a MerchantReference of 300 characters', 'T4', key({ MerchantReference: LONG })],
  ['field.currency', 'a currency that does not exist', 'T4', key({ Currency: 'XXX' })],
  ['field.amount.negative', 'a negative amount', 'T4', key({ Amount: -1 })],
  ['field.amount.fraction', 'an amount with a fraction', 'T4', key({ Amount: 10.5 })],
  ['field.amount.text', 'an amount as a text', 'T4', key({ Amount: '1000' })],
  ['field.amount.missing', 'no amount', 'T4', key({ Amount: undefined })],
  ['field.email', 'an e-mail address that is none', 'T4', key({ EmailAddress: 'florin' })],
  ['field.webhook', 'a webhook URL that is none', 'T4', key({}, { WebHookUrl: 'florin' })],
  ['field.redirection', 'a redirection URL that is none', 'T4', key({}, { RedirectionUrl: 'florin' })],
  ['field.tokenisation', 'a TokenisationMode of 9', 'T4', key({ TokenisationMode: 9 })],
  ['txn.unknown', 'a transaction number that nothing has', 'T2', (call) => call.rest('GET', '/txns/1')],
  ['txn.letters', 'a transaction number of letters', 'T2', (call) => call.rest('GET', '/txns/abc')],
  ['key.unknown', 'an AuthKey that nothing has', 'T5', submit],
  ['result.unknown', 'a ResultKey that nothing has', 'T8', (call) => call.rest('GET', `/txns/withauthkey/${NO_KEY}`)],
  [
    'frame.unknown',
    'the charge of a frame that nothing has',
    'T10',
    (call) => call.rest('POST', `/txns/processiframetxn/${NO_KEY}`, { body: { TxnReq: {} } }),
  ],
  ['token.unknown', 'a token that nothing has', 'D4', (call) => call.rest('GET', `/dvtokens/${NO_TOKEN}`)],
  ['token.wrong', 'a token with a wrong check digit', 'D4', (call) => call.rest('GET', `/dvtokens/${WRONG_TOKEN}`)],
  [
    'token.delete.unknown',
    'the deletion of a token that nothing has',
    'D6',
    async (call) => {
      await assertNone(call, `/dvtokens/${NO_TOKEN}`);
      return call.rest('DELETE', `/dvtokens/${NO_TOKEN}`);
    },
  ],
  [
    'token.of.unknown',
    'a token of a transaction that nothing has',
    'D3',
    async (call) => {
      await assertNone(call, '/txns/1');
      return call.rest('POST', '/dvtokens/txn/1');
    },
  ],
  [
    'search.date',
    'a search from a day that does not exist',
    'T3',
    (call) => call.rest('POST', '/txns/search', { body: { SearchInput: { FromDate: '2026-02-31' } } }),
  ],
  [
    'search.action',
    'a search of an action that does not exist',
    'T3',
    (call) => call.rest('POST', '/txns/search', { body: { SearchInput: { Action: 'florin' } } }),
  ],
];

/** Rows that would make a transaction if the facility did not refuse them. */
const PAYMENTS: readonly RefusalRow[] = [
  [
    'field.card.luhn',
    'a card number with a wrong check digit',
    'T1',
    pay({ CardDetails: card({ CardNumber: WRONG_CARD_NUMBER }) }),
  ],
  ['field.card.missing', 'a payment without a card', 'T1', pay({ CardDetails: null })],
  ['field.cvn', 'a CVN of two digits', 'T1', pay({ CardDetails: card({ Cvn: '12' }) })],
  ['field.expiry', 'an expiry of month 13', 'T1', pay({ CardDetails: card({ ExpiryDate: '1330' }) })],
  ['field.amount.payment', 'a payment without an amount', 'T1', pay({ Amount: undefined })],
  ['field.original.missing', 'a refund without its original', 'T1', pay({ Action: 'refund', CardDetails: null })],
];

export const FIELD_PROBES: readonly Probe[] = [
  ...refusalProbes(ROWS, ABOUT.codes),
  ...refusalProbes(PAYMENTS, ABOUT.codes, 1),
];
