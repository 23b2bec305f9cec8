/**
 * Searches with more than 1,000 results.
 *
 * The service returns at most 1,000 results, newest first, and has no paging. So a range of dates with 1,000 results or
 * more is split into two halves, the newer one first, until each has fewer. Every result is yielded exactly once:
 *
 * - Only ranges with fewer than 1,000 results are yielded, never those of a split range. So the service's order does not
 *   matter, nor which results it leaves out of a full answer.
 * - The halves overlap by a second, so it does not matter whether a range includes its ends, or whether the service drops
 *   fractions of a second. The outer ends are the caller's text, which the service interprets.
 * - Results are remembered by TxnNumber or DVToken and not yielded again.
 * - A range of a few seconds with 1,000 results cannot be split: the search fails rather than leave out the rest.
 *
 * A transaction in the range that is processed during the search may be yielded or not. The same holds for a token that is
 * added, updated or deleted: the service does not say which of its dates it compares.
 */
import { FlorinError } from '../core/errors.js';
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

/** The most results of one search. docs/wire/rest.md section 8, "Search order". */
const MAX_RESULTS = 1_000;
const SECOND = 1_000;

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

/** The service's local time one second later. */
function oneSecondAfter(reading: string): string {
  const later = new Date(Date.parse(`${reading.slice(0, 19)}Z`) + SECOND);
  return `${later.toISOString().slice(0, 19)}.0000000`;
}

/** Splits a range into its newer and older half; undefined if they would not be smaller. */
function split({ from, to }: Range): readonly [newer: Range, older: Range] | undefined {
  const middle = Math.floor((from.instant + to.instant) / 2 / SECOND) * SECOND;
  // Read back, because a local time that occurs twice (when clocks go back) means the first occurrence.
  const start = readEnd('FromDate', writeLocalTime(middle));
  const end = readEnd('ToDate', oneSecondAfter(start.text));
  if (start.instant <= from.instant || end.instant >= to.instant) return undefined;
  return [
    { from: start, to },
    { from, to: end },
  ];
}

interface Search<Found> {
  readonly call: string;
  readonly range: Range;
  readonly search: (range: DateRange) => Promise<readonly Found[]>;
  /** Identifies a result. */
  readonly keyOf: (found: Found) => string | undefined;
}

async function* searchAll<Found>({ call, range, search, keyOf }: Search<Found>): AsyncGenerator<Found, void, void> {
  const yielded = new Set<string>();
  const ranges = [range];
  for (let next = ranges.pop(); next; next = ranges.pop()) {
    const found = await search({ FromDate: next.from.text, ToDate: next.to.text });
    if (found.length >= MAX_RESULTS) {
      const halves = split(next);
      if (!halves) {
        const message = `${call}: ${found.length} results from ${next.from.text} to ${next.to.text}, maybe more`;
        throw new FlorinError('internal_error', `${message}; narrow the search by other members`);
      }
      ranges.push(halves[1], halves[0]);
      continue;
    }
    for (const each of found) {
      const key = keyOf(each);
      if (!key) throw new FlorinError('service_unreachable', `${call}: a result without a number cannot be counted`);
      if (!yielded.has(key)) {
        yielded.add(key);
        yield each;
      }
    }
  }
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
  return searchAll({
    call: 'searchAllTransactions',
    range: readRange(searchInput),
    search: (range) => client.searchTransactions({ ...searchInput, ...range }, options),
    keyOf: ({ TxnNumber }) => TxnNumber,
  });
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
  return searchAll({
    call: 'searchAllTokens',
    range: readRange(searchInput),
    search: (range) => client.searchTokens({ ...searchInput, ...range }, options),
    keyOf: ({ DVToken }) => DVToken,
  });
}
