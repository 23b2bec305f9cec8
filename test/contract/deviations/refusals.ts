/** Refusals of calls that differ: codes, texts, order. docs/wire/rest.md, sections 1 and 8. */
import { txnReqV3 } from '../../../src/wire/rest/txn-req.js';
import { credentials, PAYMENT, type Json } from '../../sandbox/rest-caller.js';
import type { Deviation, Fetch } from './deviation.js';
import { answer, answers, calls, instead, recoded, refusal, requests, resent } from './edge.js';
import { codeOf, posted, statusOf, textOf } from './shown.js';

const INVALID_LOGIN = 'Invalid login details';
const MEMBERS = Object.keys(txnReqV3.shape);
const WRONG_CARD = { CardDetails: { ...PAYMENT.CardDetails, CardNumber: '1' } };

/** Whether the facility accepts the credentials of a request. */
async function isKnown(request: Request, fetch: Fetch): Promise<boolean> {
  const Authorization = request.headers.get('authorization') ?? '';
  const url = new URL('/webapi/v3/status/', request.url);
  const { APIResponse } = await (await fetch(new Request(url, { headers: { Authorization } }))).json();
  return APIResponse.ResponseCode === 0;
}

/** Spells the members of an object as the interface does. */
function spelledRight(sent: object, names: readonly string[]): object {
  const right = new Map(names.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [right.get(name.toLowerCase()) ?? name, value]),
  );
}

export const REFUSALS: readonly Deviation[] = [
  {
    id: 'field-text-is-invalid',
    fact: 'The text of 1xx is "<Name> is invalid" instead of "Invalid <name>" (docs/wire/rest.md, section 8).',
    deviate: answers(({ APIResponse }) => {
      const name = /^Invalid (.)(.*)$/.exec(APIResponse?.ResponseText);
      if (name && APIResponse.ResponseCode >= 100 && APIResponse.ResponseCode <= 131)
        APIResponse.ResponseText = `${(name[1] ?? '').toUpperCase()}${name[2] ?? ''} is invalid`;
    }),
    shows: ({ rest }) => textOf(rest.process(WRONG_CARD)),
    differs: 'Card number is invalid',
  },
  {
    id: 'credentials-before-shape',
    fact: 'Credentials are checked before the shape of the payload: 1 instead of 998 (docs/wire/rest.md, section 1).',
    deviate: instead(async (call, fetch) => {
      const isBrowser = /authkey\/|iframe/.test(call.path);
      return isBrowser || (await isKnown(call.request, fetch)) ? undefined : refusal(call, 1, INVALID_LOGIN);
    }),
    shows: (callers) => codeOf(posted(callers, '{', 'wrong')),
    differs: 1,
  },
  {
    id: 'unknown-user-3',
    fact: 'A user name that does not exist is 3 instead of 1 (docs/wire/rest.md, section 8).',
    deviate: instead(async (call, fetch) => {
      const sent = (call.request.headers.get('authorization') ?? '').replace(/^Basic /i, '');
      const isOurs = sent === '' || Buffer.from(sent, 'base64').toString().startsWith('demo-api|');
      return isOurs || (await isKnown(call.request, fetch)) ? undefined : refusal(call, 3, 'User not found');
    }),
    shows: ({ rest }) => codeOf(rest.call('GET', '/txns/1', undefined, { Authorization: credentials('nobody') })),
    differs: 3,
  },
  {
    id: 'basic-refused',
    fact: 'Authorization with the word Basic is refused with 1 (docs/wire/rest.md, section 1).',
    deviate: instead((call) =>
      /^basic /i.test(call.request.headers.get('authorization') ?? '') ? refusal(call, 1, INVALID_LOGIN) : undefined,
    ),
    shows: ({ rest }) =>
      codeOf(rest.call('GET', '/status/', undefined, { Authorization: `Basic ${rest.authorization}` })),
    differs: 1,
  },
  {
    id: 'payload-text',
    fact: 'The text of 998 is "Invalid request payload" without the missing member (docs/wire/rest.md, section 1).',
    deviate: recoded(998, 998, 'Invalid request payload'),
    shows: (callers) => textOf(posted(callers, '{"Txn":{}}')),
    differs: 'Invalid request payload',
  },
  {
    id: 'malformed-json-400',
    fact: 'Malformed JSON is HTTP 400 with a Message instead of 998 (docs/wire/rest.md, section 1).',
    deviate: instead(async ({ request, body }) => {
      const isJson = request.headers.get('content-type')?.includes('json');
      const isWrong = isJson && body === null && (await request.clone().text()) !== '';
      return isWrong ? answer({ Message: 'The request is invalid.' }, 400) : undefined;
    }),
    shows: ({ rest }) => statusOf(rest.send('POST', '/txns/', '{')),
    differs: 400,
  },
  {
    id: 'unknown-members-refused',
    fact: 'An unknown member of a TxnReq is 998 instead of ignored (docs/wire/rest.md, section 1).',
    deviate: instead((call) => {
      const unknown = Object.keys(call.body?.TxnReq ?? {}).find((name) => !MEMBERS.includes(name));
      if (call.path !== '/txns/' || unknown === undefined) return undefined;
      return refusal(call, 998, `Invalid request payload (unknown: ${unknown})`);
    }),
    shows: ({ rest }) => codeOf(rest.process({ Surprise: 1 })),
    differs: 998,
  },
  {
    id: 'member-names-in-any-case',
    fact: 'Member names of a request are read in any case (docs/wire/rest.md, section 1).',
    deviate: calls(async ({ request, body, path }, fetch) => {
      if (path !== '/txns/' || body === null) return fetch(request);
      const { TxnReq, ...others } = spelledRight(body, ['TxnReq']) as Json;
      const right = { ...others, ...(TxnReq && { TxnReq: spelledRight(TxnReq, MEMBERS) }) };
      return fetch(resent(request, { body: JSON.stringify(right) }));
    }),
    shows: (callers) => codeOf(posted(callers, JSON.stringify({ txnReq: PAYMENT }))),
    differs: 0,
  },
  {
    id: 'repeated-members',
    fact: 'A repeated member is accepted: the last one counts (docs/wire/rest.md, departures).',
    deviate: requests(() => undefined),
    shows: (callers) =>
      codeOf(posted(callers, JSON.stringify({ TxnReq: PAYMENT }).replace('"Amount"', '"Amount":1,"Amount"'))),
    differs: 0,
  },
  {
    id: 'amount-text-accepted',
    fact: 'An amount that a server sends as a string of digits is accepted instead of 110 (docs/wire/rest.md, section 3).',
    deviate: requests((body) => {
      for (const terms of [body.TxnReq, body.ProcessTxnData])
        if (/^\d+$/.test(terms?.Amount)) terms.Amount = Number(terms.Amount);
    }),
    shows: ({ rest }) => codeOf(rest.process({ Amount: '19900' })),
    differs: 0,
  },
  {
    id: 'unknown-txn-118',
    fact: 'An unknown TxnNumber is 118 instead of 201 (docs/wire/rest.md, section 8).',
    deviate: recoded(201, 118, 'Invalid transaction number'),
    shows: ({ rest }) => codeOf(rest.get('99999')),
    differs: 118,
  },
];
