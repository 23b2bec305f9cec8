/** Transactions that differ: members, formats and rules. docs/wire/rest.md, sections 3, 9 and 10. */
import { CARD, type Json } from '../../sandbox/rest-caller.js';
import type { Deviation } from './deviation.js';
import { answers, instead, refusal, spelled, timeOf, transactions } from './edge.js';
import { codeOf, followed, memberOf, outcomeOf, refused } from './shown.js';

const PAST = { TestMode: true, CardDetails: { ...CARD, ExpiryDate: '0120' } };
const MONTH_99 = { TestMode: false, CardDetails: { ...CARD, ExpiryDate: '9945' } };

/** Refused before the bank: a platform code. */
const isRefusal = ({ ResponseCode }: Json): boolean => String(ResponseCode).startsWith('PT_');

/** Members of an approved transaction. */
const approved = ({ MerchantReference }: Json): object => ({
  ResponseCode: '0',
  ResponseText: 'Approved',
  BankResponseCode: '00',
  AuthoriseId: '000000',
  SettlementDate: '20260304',
  Currency: 'AUD',
  CardType: 'MC',
  MerchantReference,
});

/** Members that the bank did not give. */
const NO_BANK = { BankResponseCode: null, AuthoriseId: null, SettlementDate: null, RRN: null, Currency: null };

/** Minutes of Sydney ahead of UTC at a local time. */
function offsetAt(local: string): string {
  const zone = new Intl.DateTimeFormat('en', { timeZone: 'Australia/Sydney', timeZoneName: 'longOffset' });
  const parts = zone.formatToParts(new Date(`${local.slice(0, 19)}+10:00`));
  return parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3) ?? '';
}

/** Rules, by the code that the sandbox gives and the other one. */
function ruled(from: string, action: string, change: (txn: Json) => object): Deviation['deviate'] {
  return transactions((txn) => {
    if (txn.ResponseCode === from && txn.Action === action) Object.assign(txn, change(txn));
  });
}

const EXPIRY = { ResponseCode: 'PT_V5', ResponseText: 'Invalid expiry date' };

export const MEMBERS: readonly Deviation[] = [
  {
    id: 'refused-amount-0',
    fact: 'A transaction refused before the bank carries Amount 0 (docs/wire/rest.md, section 3, TxnResp).',
    deviate: transactions((txn) => {
      if (isRefusal(txn)) txn.Amount = 0;
    }),
    shows: (callers) => memberOf(refused(callers), 'Amount'),
    differs: 0,
  },
  {
    id: 'refused-empty-texts',
    fact: 'A transaction refused before the bank carries "" instead of null (docs/wire/rest.md, section 3, TxnResp).',
    deviate: transactions((txn) => {
      if (isRefusal(txn)) for (const name of Object.keys(NO_BANK)) txn[name] ??= '';
    }),
    shows: (callers) => memberOf(refused(callers), 'BankResponseCode'),
    differs: '',
  },
  {
    id: 'refused-currency',
    fact: 'A transaction refused before the bank carries the Currency (docs/wire/rest.md, section 3, TxnResp).',
    deviate: transactions((txn) => {
      if (isRefusal(txn)) txn.Currency ??= 'AUD';
    }),
    shows: (callers) => memberOf(refused(callers), 'Currency'),
    differs: 'AUD',
  },
  {
    id: 'refused-no-number',
    fact: 'A transaction refused before the bank has no TxnNumber and no ReceiptNumber (docs/wire/rest.md, section 3, TxnResp).',
    deviate: transactions((txn) => {
      if (isRefusal(txn)) Object.assign(txn, { TxnNumber: null, ReceiptNumber: null });
    }),
    shows: (callers) => memberOf(refused(callers), 'TxnNumber'),
    differs: null,
  },
  {
    id: 'amount-original-is-0',
    fact: 'AmountOriginal that was not sent is answered as 0, not as Amount (docs/wire/rest.md, section 3).',
    deviate: transactions((txn) => {
      if (txn.AmountOriginal === txn.Amount) txn.AmountOriginal = 0;
    }),
    shows: ({ rest }) => memberOf(rest.process(), 'AmountOriginal'),
    differs: 0,
  },
  {
    id: 'references-in-capitals',
    fact: 'References are echoed in capitals (docs/wire/rest.md, section 3).',
    deviate: transactions((txn) => {
      for (const name of ['Crn1', 'Crn2', 'Crn3']) txn[name] = txn[name]?.toUpperCase() ?? null;
    }),
    shows: ({ rest }) => memberOf(rest.process(), 'Crn1'),
    differs: 'ORDER 1042',
  },
  {
    id: 'bank-text',
    fact: 'ResponseText of a decline is the text of the bank code, not "Declined" (docs/wire/rest.md, section 9).',
    deviate: transactions((txn) => {
      if (txn.BankResponseCode === '51') txn.ResponseText = 'Not sufficient funds';
    }),
    shows: ({ rest }) => memberOf(rest.process({ Amount: 10_051 }), 'ResponseText'),
    differs: 'Not sufficient funds',
  },
  {
    id: 'mask-stars',
    fact: 'A mask is first six, four stars, last three (docs/wire/rest.md, section 3).',
    deviate: spelled([/(\d{6})\.\.\.(\d{3})/g, '$1****$2'], [/(\d{6})\*{4}(\d{3})/g, '$1...$2']),
    shows: async ({ rest }) => (await rest.made()).CardDetails.MaskedCardNumber,
    differs: '512345****346',
  },
  {
    id: 'mask-last-four',
    fact: 'A mask ends with the last four digits (docs/wire/rest.md, section 3).',
    deviate: spelled([/512345\.\.\.346/g, '512345...2346'], [/512345\.\.\.2346/g, '512345...346']),
    shows: async ({ rest }) => (await rest.made()).CardDetails.MaskedCardNumber,
    differs: '512345...2346',
  },
  {
    id: 'processed-with-offset',
    fact: 'ProcessedDateTime has the offset of Sydney (docs/wire/rest.md, section 3, Numbers).',
    deviate: transactions((txn) => {
      txn.ProcessedDateTime += offsetAt(txn.ProcessedDateTime);
    }),
    shows: ({ rest }) => memberOf(rest.process(), 'ProcessedDateTime'),
    differs: '2026-03-04T12:00:00.0000000+11:00',
  },
  {
    id: 'processed-in-utc',
    fact: 'ProcessedDateTime is UTC with a Z (docs/wire/rest.md, section 3, Numbers).',
    deviate: transactions((txn) => {
      const local = txn.ProcessedDateTime;
      txn.ProcessedDateTime = new Date(local.slice(0, 23) + offsetAt(local)).toISOString();
    }),
    shows: ({ rest }) => memberOf(rest.process(), 'ProcessedDateTime'),
    differs: '2026-03-04T01:00:00.000Z',
  },
  {
    id: 'processed-without-fraction',
    fact: 'ProcessedDateTime has no fraction of a second (docs/wire/rest.md, section 3, Numbers).',
    deviate: transactions((txn) => {
      txn.ProcessedDateTime = txn.ProcessedDateTime.slice(0, 19);
    }),
    shows: ({ rest }) => memberOf(rest.process(), 'ProcessedDateTime'),
    differs: '2026-03-04T12:00:00',
  },
];

export const RULES: readonly Deviation[] = [
  {
    id: 'second-capture-approved',
    fact: 'A second capture of one preauth is approved (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_R6', 'capture', approved),
    async shows(callers) {
      const preauth = await callers.rest.made({ Action: 'preauth' });
      await followed(callers, 'capture', preauth, 5_000);
      return outcomeOf(followed(callers, 'capture', preauth, 5_000));
    },
    differs: '0',
  },
  {
    id: 'second-capture-r3',
    fact: 'A second capture of one preauth is PT_R3 instead of PT_R6 (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_R6', 'capture', () => ({ ResponseCode: 'PT_R3', ResponseText: 'Original is locked' })),
    async shows(callers) {
      const preauth = await callers.rest.made({ Action: 'preauth' });
      await followed(callers, 'capture', preauth, 5_000);
      return outcomeOf(followed(callers, 'capture', preauth, 5_000));
    },
    differs: 'PT_R3',
  },
  {
    id: 'capture-above-preauth',
    fact: 'A capture of more than the preauth is approved (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_V3', 'capture', approved),
    async shows(callers) {
      const preauth = await callers.rest.made({ Action: 'preauth', Amount: 10_000 });
      return outcomeOf(followed(callers, 'capture', preauth, 10_100));
    },
    differs: '0',
  },
  {
    id: 'over-refund-r4',
    fact: 'A refund of more than is left is PT_R4 instead of PT_R5 (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_R5', 'refund', () => ({ ResponseCode: 'PT_R4', ResponseText: 'Already fully refunded' })),
    shows: async (callers) => outcomeOf(followed(callers, 'refund', await callers.rest.made(), 20_000)),
    differs: 'PT_R4',
  },
  {
    id: 'over-refund-text',
    fact: 'The text of PT_R5 names no amount (docs/wire/rest.md, section 9).',
    deviate: ruled('PT_R5', 'refund', () => ({ ResponseText: 'Refund exceeds the available amount' })),
    shows: async (callers) => memberOf(followed(callers, 'refund', await callers.rest.made(), 20_000), 'ResponseText'),
    differs: 'Refund exceeds the available amount',
  },
  {
    id: 'reversal-after-refund',
    fact: 'A reversal after a partial refund is approved (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_R9', 'reversal', approved),
    async shows(callers) {
      const payment = await callers.rest.made();
      await followed(callers, 'refund', payment, 100);
      return outcomeOf(followed(callers, 'reversal', payment, 19_900));
    },
    differs: '0',
  },
  {
    id: 'refund-after-reversal-r2',
    fact: 'A refund after a reversal is PT_R2 instead of PT_R8 (docs/wire/rest.md, section 9, state rules).',
    deviate: ruled('PT_R8', 'refund', () => ({ ResponseCode: 'PT_R2', ResponseText: 'Original was not approved' })),
    async shows(callers) {
      const payment = await callers.rest.made();
      await followed(callers, 'reversal', payment, 19_900);
      return outcomeOf(followed(callers, 'refund', payment, 100));
    },
    differs: 'PT_R2',
  },
  {
    id: 'unknown-original-119',
    fact: 'An unknown OriginalTxnNumber is 119 instead of PT_R1 (docs/wire/rest.md, section 3, field rules).',
    deviate: answers((body, { method }) => {
      if (method !== 'POST' || body.TxnResp?.ResponseCode !== 'PT_R1') return;
      const APIResponse = { ResponseCode: 119, ResponseText: 'Invalid original transaction number' };
      Object.assign(body, { APIResponse, TxnResp: null });
    }),
    shows: (callers) => codeOf(refused(callers)),
    differs: 119,
  },
  {
    id: 'past-expiry-v5',
    fact: 'A past expiry is PT_V5 instead of 4/54 in a server call (docs/wire/rest.md, section 10).',
    deviate: transactions((txn) => {
      const isPast = txn.BankResponseCode === '54' && !txn.CardDetails?.ExpiryDate?.startsWith('99');
      if (isPast) Object.assign(txn, NO_BANK, EXPIRY);
    }),
    shows: ({ rest }) => outcomeOf(rest.process(PAST)),
    differs: 'PT_V5',
  },
  {
    id: 'past-expiry-114',
    fact: 'A past expiry is 114 instead of 4/54 in a server call (docs/wire/rest.md, section 10).',
    deviate: instead(async (call, fetch) => {
      const expiry = call.path === '/txns/' && call.body?.TxnReq?.CardDetails?.ExpiryDate;
      if (typeof expiry !== 'string' || expiry.startsWith('99')) return undefined;
      const today = new Date(await timeOf(fetch, call.request)).toISOString();
      const isPast = `20${expiry.slice(2)}-${expiry.slice(0, 2)}` < today.slice(0, 7);
      return isPast ? refusal(call, 114, 'Invalid expiry date') : undefined;
    }),
    shows: ({ rest }) => codeOf(rest.process(PAST)),
    differs: 114,
  },
  {
    id: 'month-99-needs-test-mode',
    fact: 'Expiry month 99 outside TestMode is 114 (docs/wire/rest.md, section 10).',
    deviate: instead((call) => {
      const { TestMode, CardDetails } = call.body?.TxnReq ?? {};
      const isLive = TestMode !== true && CardDetails?.ExpiryDate?.startsWith('99');
      return isLive ? refusal(call, 114, 'Invalid expiry date') : undefined;
    }),
    shows: ({ rest }) => codeOf(rest.process(MONTH_99)),
    differs: 114,
  },
];
