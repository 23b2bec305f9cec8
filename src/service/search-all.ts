/**
 * Searches with more results than the service gives at once.
 *
 * The service returns a limited number of results, newest first, has no paging, and does not say its limit. So an answer is
 * taken for whole only if it is smaller than another one, or than {@link SMALL_ANSWER}, or if its two halves hold nothing else; a
 * half is an answer too. Every result is yielded exactly once:
 *
 * - The service's order does not matter, nor which results it leaves out of a full answer.
 * - The halves overlap, so it does not matter whether a range includes its ends, or whether the service drops fractions of a
 *   second. The outer ends are the caller's text, which the service interprets.
 * - Results are remembered by TxnNumber or DVToken and not yielded again.
 * - What is learned about the limit is kept for the client for an hour, because the limit may fall: only an answer as large
 *   as the largest so far needs its halves.
 * - An answer that is neither whole nor can be halved fails the search rather than leave out the rest.
 *
 * A transaction in the range that is processed during the search may be yielded or not. The same holds for a token that is
 * added, updated or deleted: the service does not say which of its dates it compares.
 */
import { FlorinError, isFlorinError } from '../core/errors.js';
import { readTime, writeLocalTime } from '../wire/rest/local-time.js';
import { WireError } from '../wire/rest/wire-error.js';
import type { CallOptions } from './rest-call.js';
import type { TokenSearchInput, TxnSearchInput } from './token-req.js';

/** A required range of dates: ISO 8601; without an offset the service's local time. */
export interface DateRange {
  readonly FromDate: string;
  /** With a time, because the service does not say whether a date alone means its start or its end. */
  readonly ToDate: string;
}

/** An answer with fewer results is taken for whole: no limit is so low. */
export const SMALL_ANSWER = 50;
/** The API code of a search that found nothing. */
const NOTHING = 209;
const SECOND = 1_000;
/** Ranges up to this are halved to the millisecond. */
const SHORT = 4 * SECOND;
const HOUR = 3_600 * SECOND;

/** What the answers to one call of a client have shown about its limit. */
interface Learned {
  /** The largest answer: one with fewer results is whole. One with so many may be full, even if an earlier one was whole. */
  largest: number;
  /** The same in rows: a result may come twice, and the limit may be one of rows. */
  mostRows: number;
  /** When it began, in milliseconds of a clock that nobody sets. */
  readonly since: number;
}

type Learning = WeakMap<object, Learned>;
const OF_TRANSACTIONS: Learning = new WeakMap();
const OF_TOKENS: Learning = new WeakMap();

/** One end of a range: the text that is sent, and its approximate instant. */
interface End {
  readonly text: string;
  readonly instant: number;
}

interface Range {
  readonly from: End;
  readonly to: End;
}

function readEnd(name: keyof DateRange, text: string): End {
  try {
    return { text, instant: readTime(text) };
  } catch (error) {
    if (error instanceof WireError) throw new TypeError(`${name} must be an ISO 8601 date or date-time`);
    throw error;
  }
}

/** A reading of the service's local time, somewhat later. */
function addTo(reading: string, milliseconds: number): string {
  const later = new Date(Date.parse(`${reading.slice(0, 23)}Z`) + milliseconds);
  return `${later.toISOString().slice(0, -1)}0000`;
}

/** Splits a range into its newer and older half; undefined if they would not be smaller. */
function split({ from, to }: Range): readonly [newer: Range, older: Range] | undefined {
  const step = isShort({ from, to }) ? 1 : SECOND;
  const middle = Math.floor((from.instant + to.instant) / 2 / step) * step;
  // Read back, because a local time that occurs twice (when clocks go back) means the first occurrence.
  const start = readEnd('FromDate', writeLocalTime(middle));
  const end = readEnd('ToDate', addTo(start.text, step));
  if (start.instant <= from.instant || end.instant >= to.instant) return undefined;
  return [
    { from: start, to },
    { from, to: end },
  ];
}

const isShort = ({ from, to }: Range) => to.instant - from.instant <= SHORT;

interface Search<Found> {
  readonly call: string;
  readonly search: (range: DateRange) => Promise<readonly Found[]>;
  /** Identifies a result. */
  readonly keyOf: (found: Found) => string | undefined;
  readonly learned: Learned;
}

async function* searchAll<Found>(search: Search<Found>, range: Range): AsyncGenerator<Found, void, void> {
  const yielded = new Set<string>();
  for await (const [key, found] of searchRange(search, range)) {
    if (yielded.has(key)) continue;
    yielded.add(key);
    yield found;
  }
}

/** Yields the results of a range, some of them twice, and returns their keys. */
async function* searchRange<Found>(
  search: Search<Found>,
  range: Range,
): AsyncGenerator<readonly [key: string, found: Found], ReadonlySet<string>, void> {
  const { call, keyOf, learned } = search;
  const answer = await search.search({ FromDate: range.from.text, ToDate: range.to.text }).catch(emptyWhenNothing);
  const found = new Map(answer.map((each) => [readKey(call, keyOf(each)), each]));
  const isWhole =
    found.size < Math.max(SMALL_ANSWER, learned.largest) && answer.length < Math.max(SMALL_ANSWER, learned.mostRows);
  learned.largest = Math.max(learned.largest, found.size);
  learned.mostRows = Math.max(learned.mostRows, answer.length);
  if (isWhole) {
    yield* found;
    return new Set(found.keys());
  }
  const halves = split(range);
  if (!halves) throw maybeMore(call, range, found.size);
  const newer = yield* searchRange(search, halves[0]);
  const older = yield* searchRange(search, halves[1]);
  const left = [...found].filter(([key]) => !newer.has(key) && !older.has(key));
  // A service that drops fractions of a second does not find them in halves of one.
  if (isShort(range) && left.length > 0) throw maybeMore(call, range, found.size);
  yield* left;
  return new Set([...newer, ...older, ...found.keys()]);
}

function readKey(call: string, key: string | undefined): string {
  if (!key) throw new FlorinError('service_unreachable', `${call}: a result without a number cannot be counted`);
  return key;
}

function maybeMore(call: string, { from, to }: Range, count: number): FlorinError {
  const message = `${call}: ${count} results from ${from.text} to ${to.text}, maybe more`;
  return new FlorinError('internal_error', `${message}; narrow the search by other members`);
}

/** A client may reject with the code of "nothing found". docs/wire/rest.md section 8. */
export function emptyWhenNothing(error: unknown): readonly never[] {
  if (isFlorinError(error) && error.code === 'api_rejected' && error.apiCode === NOTHING) return [];
  throw error;
}

/** What the answers to this client have shown. */
function learnedOf(learning: Learning, client: object): Learned {
  const known = learning.get(client);
  if (known && performance.now() - known.since < HOUR) return known;
  const learned = { largest: 0, mostRows: 0, since: performance.now() };
  learning.set(client, learned);
  return learned;
}

function readRange({ FromDate, ToDate }: DateRange): Range {
  if (/^\d{4}-\d\d-\d\d$/.test(ToDate)) throw new TypeError('ToDate must have a time, such as T23:59:59.9999999');
  const range = { from: readEnd('FromDate', FromDate), to: readEnd('ToDate', ToDate) };
  if (range.from.instant > range.to.instant) throw new RangeError('FromDate must not be after ToDate');
  return range;
}

/**
 * Yields all transactions of a range of dates, however many, each once; the newest range first. It makes one search at a
 * time, and the first one when the first result is requested. If a search fails, the generator throws its error; the
 * results before it are valid.
 *
 * @example
 *   const day = { FromDate: '2026-03-04', ToDate: '2026-03-04T23:59:59.9999999' };
 *   for await (const transaction of searchAllTransactions(client, day)) book(transaction);
 *
 * @throws TypeError or RangeError at once when the dates are not a range.
 */
export function searchAllTransactions<Txn extends { readonly TxnNumber?: string | undefined }>(
  client: { searchTransactions(input: TxnSearchInput, options?: CallOptions): Promise<readonly Txn[]> },
  searchInput: TxnSearchInput & DateRange,
  options?: CallOptions,
): AsyncGenerator<Txn, void, void> {
  const range = readRange(searchInput);
  const search = (part: DateRange) => client.searchTransactions({ ...searchInput, ...part }, options);
  const keyOf = ({ TxnNumber }: Txn) => TxnNumber;
  return searchAll(
    { call: 'searchAllTransactions', search, keyOf, learned: learnedOf(OF_TRANSACTIONS, client) },
    range,
  );
}

/**
 * Yields all tokens of a range of dates, like {@link searchAllTransactions}.
 *
 * @throws TypeError or RangeError at once when the dates are not a range.
 */
export function searchAllTokens<Token extends { readonly DVToken?: string | undefined }>(
  client: { searchTokens(input: TokenSearchInput, options?: CallOptions): Promise<readonly Token[]> },
  searchInput: TokenSearchInput & DateRange,
  options?: CallOptions,
): AsyncGenerator<Token, void, void> {
  const range = readRange(searchInput);
  const search = (part: DateRange) => client.searchTokens({ ...searchInput, ...part }, options);
  const keyOf = ({ DVToken }: Token) => DVToken;
  return searchAll({ call: 'searchAllTokens', search, keyOf, learned: learnedOf(OF_TOKENS, client) }, range);
}
