/**
 * Sample data: payments of the last two weeks by the service's test cards, some declined, some refunded. The same
 * operation as for REST makes them, with an earlier clock.
 */
import { TEST_CARDS } from '../bank/test-cards.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { processTransaction, type TransactionRequest } from '../operations/process-transaction.js';
import { readTransactionRequest } from '../rest/readers.js';
import { closingTimeOf, openingInstantOf, settlementDateOf } from '../settlement/settlement-day.js';
import type { Transaction } from '../transaction.js';
import { restCall } from './rest-call.js';

const DAYS = 14;
const DAY_MS = 86_400_000;
const NAMES = ['Mia Chen', 'Oliver Smith', 'Aroha Ngata', 'Zoë Müller', 'Liam O’Brien', 'Priya Nair', 'Noah Williams'];
/** Endings of the amount: in test mode they are the bank's answer. */
const ENDINGS = ['00', '00', '00', '00', '00', '00', '00', '05', '51', '00', '00', '54', '00', '91', '00'];
const EXPIRY_YEARS_AHEAD = 3;

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

const readRequest = readTransactionRequest('v3');

function paymentOf(index: number, caller: Caller, year: number): TransactionRequest {
  const dollars = 12 + ((index * 37) % 190);
  const month = String((index % 12) + 1).padStart(2, '0');
  return readRequest(
    restCall({
      TxnReq: {
        Action: index % 9 === 4 ? 'preauth' : 'payment',
        Amount: Number(`${dollars}${pick(ENDINGS, index * 7)}`),
        Currency: caller.merchant.defaultCurrency,
        TestMode: true,
        Crn1: `ORDER-${String(20_417 + index)}`,
        MerchantReference: `WEB-${String(8_100 + index * 3)}`,
        StoreCard: index % 4 === 0,
        CardDetails: {
          CardNumber: pick(TEST_CARDS, index * 5).pan,
          CardHolderName: pick(NAMES, index * 3),
          ExpiryDate: `${month}${String((year + EXPIRY_YEARS_AHEAD) % 100).padStart(2, '0')}`,
          Cvn: '123',
        },
      },
    }),
  );
}

/** A refund of a part, or the capture of a preauth. */
function followUpOf(original: Transaction, request: TransactionRequest): TransactionRequest {
  const isCapture = original.action === 'preauth';
  const amount = isCapture ? original.amount : Math.floor(original.amount / 200) * 100;
  const terms = { ...request.terms, action: isCapture ? 'capture' : 'refund', amount };
  return { ...request, terms, card: null, originalTxnNumber: String(original.txnNumber) };
}

/** Returns the times of samples: spread over the last days, but a settled day with transactions stays as it was. */
async function timesOf(count: number, now: number, { store, settings }: Context, { merchant }: Caller) {
  const closes = closingTimeOf(merchant, settings);
  const openDay = settlementDateOf(now, closes);
  const opened = openingInstantOf(openDay, closes);
  const times = Array.from({ length: count }, (_, index) => {
    const part = (count - index) / count;
    const at = now - Math.floor(DAYS * DAY_MS * part);
    return { day: settlementDateOf(at, closes), at, today: now - Math.floor((now - opened) * part) };
  });
  return store.read(async (view) => {
    const settled = new Set<string>();
    for (const day of new Set(times.map((time) => time.day))) {
      const [first] = await view.listSettled(merchant.id, day, 0, 1);
      if (first && day !== openDay) settled.add(day);
    }
    return times.map(({ day, at, today }) => (settled.has(day) ? today : at)).sort((one, other) => one - other);
  });
}

/** The caller at a facility that takes every reference: those of samples do not follow its rules. */
function withAnyReference({ merchant, ...caller }: Caller): Caller {
  return {
    ...caller,
    merchant: { ...merchant, settings: { ...merchant.settings, references: {}, crn1Lookup: 'free' } },
  };
}

/** Adds payments with their follow-ups. Resolves with the number of transactions. */
export async function addSamples(count: number, context: Context, person: Caller): Promise<number> {
  const caller = withAnyReference(person);
  const now = context.clock.now();
  let added = 0;
  for (const [index, at] of (await timesOf(count, now, context, caller)).entries()) {
    const earlier: Context = {
      ...context,
      clock: { ...context.clock, now: () => at },
      wait: () => Promise.resolve(),
    };
    const request = paymentOf(index, caller, new Date(now).getUTCFullYear());
    const transaction = await processTransaction(request, earlier, caller);
    added += 1;
    if (transaction.responseCode !== '0' || index % 3 !== 1) continue;
    await processTransaction(followUpOf(transaction, request), earlier, caller);
    added += 1;
  }
  return added;
}
