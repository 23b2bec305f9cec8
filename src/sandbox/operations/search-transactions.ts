/**
 * T3: searches transactions. docs/wire/rest-interface.md "SearchInput", "Search transactions"; docs/wire/rest.md
 * sections 3 and 8.
 */
import { ACTIONS } from '../../wire/codes.js';
import { readTime } from '../../wire/rest/local-time.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { filledMembers } from '../sent-text.js';
import type { TransactionFilter, TransactionQuery } from '../store/transaction-query.js';
import type { FoundTransactions } from '../store/transaction-store.js';
import type { Transaction } from '../transaction.js';
import { readTxnNumber } from './txn-number.js';
import { isAmount } from './terms.js';

/** A server's search. Absent and empty members do not restrict it. */
export interface SearchRequest {
  readonly filter: Partial<TransactionFilter>;
  /** Lowest denomination. 0 does not restrict, because clients send it for "any". */
  readonly amount?: number;
  readonly txnNumber?: string;
  /** A part of the card holder's name. The service has no such filter; only the back office sends it. */
  readonly holderName?: string;
  /** ISO 8601. */
  readonly fromDate?: string;
  /** ISO 8601; a date without a time includes the whole day. */
  readonly toDate?: string;
  /** Order by processing time, newest first by default, or by amount. */
  readonly order?: TransactionQuery['order'];
}

/** A part of a list. Without it, a search returns its first results. */
export interface SearchPage {
  readonly offset: number;
  readonly limit: number;
  /** Highest transaction number, from the first page. */
  readonly upTo?: number;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

function readDate(member: string, text: string): number {
  try {
    return readTime(text);
  } catch {
    // The service has no code for these two members.
    throw new SandboxFault(998, `invalid: ${member}, ISO 8601`);
  }
}

/** The exclusive end of the range. */
function readEnd(text: string): number {
  return readDate('ToDate', DAY.test(text) ? `${text}T23:59:59.999` : text) + 1;
}

/** The same day of an earlier month, or the last one of a month without that day. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // The month has no such day, and Date has rolled over into the next one.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Reads a time range with optional ends. @throws SandboxFault 998 */
export function readRange({ fromDate, toDate }: { readonly fromDate?: string; readonly toDate?: string }) {
  return {
    ...(fromDate && { from: readDate('FromDate', fromDate) }),
    ...(toDate && { before: readEnd(toDate) }),
  };
}

function rangeOf(request: SearchRequest, now: number, months: number) {
  if (!request.fromDate && !request.toDate) return { from: monthsBefore(now, months) };
  return readRange(request);
}

function checkQuery(
  request: SearchRequest,
  now: number,
  { searchMonths, searchLimit }: Context['settings'],
): TransactionQuery {
  const { filter, amount, txnNumber, holderName, order } = request;
  if (filter.action && !(filter.action in ACTIONS)) throw new SandboxFault(101);
  if (amount !== undefined && !isAmount(amount)) throw new SandboxFault(110);
  if (filter.cardExpiry && !/^\d{4}$/.test(filter.cardExpiry)) throw new SandboxFault(114);
  const number = txnNumber ? readTxnNumber(txnNumber) : undefined;
  if (txnNumber && number === undefined) throw new SandboxFault(118);
  if (filter.settlementDate && !/^\d{8}$/.test(filter.settlementDate)) throw new SandboxFault(121);
  return {
    filter: filledMembers(filter),
    ...(amount && { amount }),
    ...(number !== undefined && { txnNumber: number }),
    ...(holderName && { holderName }),
    ...rangeOf(request, now, searchMonths),
    ...(order && { order }),
    limit: searchLimit,
  };
}

/** A part of what a search finds, for lists. @throws SandboxFault 1xx, 998 */
export function searchPage(
  request: SearchRequest,
  { offset, limit, upTo }: SearchPage,
  { store, clock, settings }: Context,
  { merchant }: Pick<Caller, 'merchant'>,
): Promise<FoundTransactions> {
  const query = { ...checkQuery(request, clock.now(), settings), ...(upTo !== undefined && { upTo }), offset, limit };
  return store.read(async (view) => ({
    total: await view.countTransactions(merchant.id, query),
    transactions: await view.searchTransactions(merchant.id, query),
  }));
}

/** Transactions of the caller's merchant, newest first by default. @throws SandboxFault 1xx, 998 */
export async function searchTransactions(
  request: SearchRequest,
  { store, clock, settings }: Context,
  { merchant }: Caller,
): Promise<readonly Transaction[]> {
  const { searchDelaySeconds = 0, oldestFirst = false } = settings.dialect;
  const now = clock.now();
  const query = checkQuery(request, now, settings);
  // From that second on, it is found.
  const before = Math.min(query.before ?? Infinity, now - searchDelaySeconds * 1_000 + 1);
  const found = await store.read((view) =>
    view.searchTransactions(merchant.id, searchDelaySeconds === 0 ? query : { ...query, before }),
  );
  return oldestFirst ? found.toReversed() : found;
}
