/** The search for support: finds transactions, batches and calls by one text. */
import { maskCardNumbers } from '../../core/card/mask-card-numbers.js';
import { isGuid } from '../../core/guid.js';
import { readMoney } from '../../core/money/money.js';
import { object, text, whole } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { sha256Of } from '../hex.js';
import type { Merchant } from '../merchant.js';
import type { NumberEnds, TransactionCondition } from '../store/transaction-query.js';
import type { StoreView } from '../store/store.js';
import { listCall, outlineOf, unassignedFor } from './call-rows.js';
import { queryRow, type OfficeRow } from './row.js';
import { listBatch } from './show-batch.js';
import { listWithLedgers } from './show-transaction.js';

const NUMBER = whole(0, Number.MAX_SAFE_INTEGER);
const SEARCH = object({
  text: text(100).trim().min(1, 'must not be empty'),
  offset: NUMBER.default(0),
  upTo: NUMBER.nullable().default(null),
});
const PAGE = 50;
const MOST_CALLS = 20;
const MOST_BATCHES = 5;

/** Members that are compared with the whole text. */
const WHOLE = [
  ...['crn1', 'crn2', 'crn3', 'merchantReference'],
  ...['receiptNumber', 'rrn', 'authoriseId'],
] as const satisfies readonly (keyof TransactionCondition['filter'])[];

const MASKED_CARD = /^(\d{6})[.…•*x\s]{1,12}(\d{3,4})$/i;
/** Such as `2346`, `…346` or `•••• 2346`. */
const CARD_END = /^[\s.…•*x]*(\d{3,4})$/i;
/** A whole token, or as the back office shows it. */
const TOKEN = /^(599999\d{7,10})$|^(599999)[.…\s]{1,3}(\d{3})$/;
const AMOUNT = /^(?:([a-z]{3})\s?|\p{Sc}\s?)?([\d,]+(?:\.\d+)?)(?:\s?([a-z]{3}))?$/iu;
/** A shorter part is in nearly every name. */
const SHORTEST_NAME = 2;

/** A stored card has only its last three digits. */
function readCard(text: string): NumberEnds | undefined {
  const [, start = '', end] = MASKED_CARD.exec(text) ?? [, '', CARD_END.exec(text)?.[1]];
  return end === undefined ? undefined : { start, end: end.slice(-3) };
}

function readToken(text: string): NumberEnds | undefined {
  const [, whole, start, end] = TOKEN.exec(text) ?? [];
  if (whole !== undefined) return { start: whole, end: '' };
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** An amount in each currency of the merchant, or in the one that stands beside it. */
function amountsOf(text: string, { currencies }: Merchant): readonly TransactionCondition[] {
  const [, before, major = '', behind] = AMOUNT.exec(text) ?? [];
  const named = (before ?? behind)?.toUpperCase();
  const units = new Map<number, string[]>();
  for (const currency of major === '' ? [] : currencies) {
    if (named !== undefined && named !== currency) continue;
    try {
      const { minor } = readMoney(major, currency);
      units.set(minor, [...(units.get(minor) ?? []), currency]);
    } catch {
      // Not an amount in this currency.
    }
  }
  const isPlain = named === undefined && units.size === 1;
  return [...units].flatMap(([amount, each]): TransactionCondition[] =>
    isPlain ? [{ filter: {}, amount }] : each.map((currency) => ({ filter: { currency }, amount })),
  );
}

/** The conditions for a text, one for each kind of number and name. */
function conditionsOf(text: string, merchant: Merchant): readonly TransactionCondition[] {
  const conditions: TransactionCondition[] = WHOLE.map((name) => ({ filter: { [name]: text } }));
  conditions.push(...amountsOf(text, merchant));
  if (/^\d{1,15}$/.test(text)) conditions.push({ filter: {}, txnNumber: Number(text) });
  const card = readCard(text);
  if (card) conditions.push({ filter: {}, card });
  const token = readToken(text);
  if (token) conditions.push({ filter: {}, paidToken: token }, { filter: {}, savedToken: token });
  if (text.length >= SHORTEST_NAME && /\p{L}/u.test(text)) {
    conditions.push({ filter: {}, holderName: text }, { filter: {}, emailAddress: text });
  }
  return conditions;
}

async function conditionsOfKey(authKey: string, view: StoreView): Promise<readonly TransactionCondition[]> {
  const { txnNumber = null } = (await view.findKeyUse(authKey)) ?? {};
  return txnNumber === null ? [] : [{ filter: {}, txnNumber }];
}

/** Endpoints of the support search. */
export const SUPPORT_ROWS: readonly OfficeRow[] = [
  queryRow('POST /support/search', 'person', async ({ body }, { context, person, requestLog }) => {
    const { offset, upTo: known, ...asked } = readSetup(SEARCH, body, 'search');
    const text = maskCardNumbers(asked.text);
    const { merchant } = person.caller;
    const authKey = isGuid(text) ? text.toLowerCase() : undefined;
    const inLog = authKey === undefined ? { text } : { keyHash: await sha256Of(authKey) };
    await requestLog.flush();
    return context.store.read(async (view) => {
      const upTo = known ?? (await view.latestTxnNumber(merchant.id));
      const ofKey = authKey === undefined ? [] : await conditionsOfKey(authKey, view);
      const conditions = [...ofKey, ...conditionsOf(text, merchant)].map((each) => ({ ...each, upTo }));
      const { total, transactions } = await view.findAny(merchant.id, conditions, { offset, limit: PAGE });
      // A call that was refused made no transaction, but its order number is in the log.
      const unassigned = await unassignedFor(person, view);
      const calls = await view.searchCalls({
        ...inLog,
        merchantId: merchant.id,
        unassigned,
        limit: MOST_CALLS + 1,
      });
      const batches = await view.listNewestBatches(merchant.id, MOST_BATCHES, text);
      return {
        ...{ total, upTo, offset },
        transactions: await listWithLedgers(transactions, merchant, view),
        batches: batches.map(listBatch),
        calls: calls.slice(0, MOST_CALLS).map((call) => listCall(outlineOf(call, unassigned))),
        hasMoreCalls: calls.length > MOST_CALLS,
      };
    });
  }),
];
