/** The search for support: finds transactions and calls by one text. */
import { object, text } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import type { TransactionQuery } from '../store/transaction-query.js';
import type { StoreView } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { listCall, outlineOf, unassignedFor } from './call-rows.js';
import { queryRow, type OfficeRow } from './row.js';
import { listWithLedgers } from './show-transaction.js';

const SEARCH = object({ text: text(100).trim().min(1, 'must not be empty') });
const MOST = 50;
const MOST_CALLS = 20;
/** A stored card has only its last three digits. */
const STORED_END = 3;

type Search = Omit<TransactionQuery, 'limit'>;

/** The searches for a text, one for each kind of reference. */
function searchesOf(text: string): readonly Search[] {
  const searches: Search[] = [
    { filter: { crn1: text } },
    { filter: { merchantReference: text } },
    { filter: { receiptNumber: text } },
    { filter: { rrn: text } },
    { filter: { crn2: text } },
    { filter: { crn3: text } },
  ];
  const isNumber = /^\d{1,15}$/.test(text);
  return isNumber ? [...searches, { filter: {}, txnNumber: Number(text) }] : searches;
}

/** The last digits of a card, such as `2346`, `…346` or `•••• 2346`. */
function readCardEnd(text: string): string | undefined {
  const [, digits] = /^[\s.…•*x]*(\d{3,4})$/i.exec(text) ?? [];
  return digits?.slice(-STORED_END);
}

async function find(view: StoreView, merchantId: number, text: string): Promise<readonly Transaction[]> {
  const found = new Map<number, Transaction>();
  const add = (transactions: readonly Transaction[]): void => {
    for (const each of transactions) found.set(each.txnNumber, each);
  };
  for (const search of searchesOf(text)) add(await view.searchTransactions(merchantId, { ...search, limit: MOST }));
  const cardEnd = readCardEnd(text);
  if (cardEnd !== undefined) add(await view.searchTransactions(merchantId, { filter: {}, cardEnd, limit: MOST }));
  return [...found.values()].sort((one, other) => other.txnNumber - one.txnNumber).slice(0, MOST);
}

/** Endpoints of the support search. */
export const SUPPORT_ROWS: readonly OfficeRow[] = [
  queryRow('POST /support/search', 'person', async ({ body }, { context, person, requestLog }) => {
    const { text } = readSetup(SEARCH, body, 'search');
    const { merchant } = person.caller;
    await requestLog.flush();
    return context.store.read(async (view) => {
      const transactions = await find(view, merchant.id, text);
      // A call that was refused made no transaction, but its order number is in the log.
      const unassigned = await unassignedFor(person, view);
      const calls = await view.searchCalls({
        merchantId: merchant.id,
        unassigned,
        text,
        limit: MOST_CALLS,
      });
      return {
        transactions: await listWithLedgers(transactions, merchant, view),
        calls: calls.map((call) => listCall(outlineOf(call, unassigned))),
      };
    });
  }),
];
