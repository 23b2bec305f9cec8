/**
 * Searches that go on past the first 1,000.
 *
 * The service answers a search with at most 1,000, newest first, and without a way to ask for the next ones. So a range
 * of dates that is answered with 1,000 or more is cut into two halves, the newer of which is searched first, until each
 * is answered with fewer. Why nothing is skipped, and nothing given twice:
 *
 * - Only a range that was answered with fewer than 1,000 is given; of a cut one nothing is. So neither the service's
 *   order nor what it leaves out of a full answer matters.
 * - The halves overlap by a second: it does not matter whether a range includes its ends, nor whether the service drops
 *   fractions of a second. The outer ends are the caller's own text, so what they mean is the service's word.
 * - What was given is remembered by its TxnNumber or DVToken, and not given again.
 * - A range of a few seconds that still has 1,000 cannot be cut: the search fails and does not leave out the rest.
 *
 * What is processed after the first search and lies in the range may be given or not. A token that is added, updated or
 * deleted meanwhile may be given or not: the service does not say which of its dates it compares.
 */
import { FlorinError } from '../core/errors.js';
import { readTime, writeLocalTime } from '../wire/rest/local-time.js';
import type { TokenSearchInput, TxnSearchInput } from '../wire/rest/search-input.js';
import { WireError } from '../wire/rest/wire-error.js';
import type { CallOptions } from './rest-call.js';

/** A range of dates, which a search for everything has to name: ISO 8601, without an offset the service's local time. */
export interface DateRange {
  readonly FromDate: string;
  /** With its time: the service does not say whether a day without one is meant to its start or to its end. */
  readonly ToDate: string;
}

/** As many as one search is answered with. wire/rest.md section 8, "Search order". */
const MOST_IN_AN_ANSWER = 1_000;
const SECOND = 1_000;

/** One end of a range: as it is sent, and about when it is. */
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

/** The reading of the service's clock one second later. */
function oneSecondAfter(reading: string): string {
  const later = new Date(Date.parse(`${reading.slice(0, 19)}Z`) + SECOND);
  return `${later.toISOString().slice(0, 19)}.0000000`;
}

/** The newer and the older half, or nothing when they would not be smaller. */
function cut({ from, to }: Range): readonly [newer: Range, older: Range] | undefined {
  const middle = Math.floor((from.instant + to.instant) / 2 / SECOND) * SECOND;
  // Read again as the service reads it: when clocks go back, an hour's readings come twice and mean the first time.
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
  /** What tells one from another. */
  readonly keyOf: (found: Found) => string | undefined;
}

async function* searchAll<Found>({ call, range, search, keyOf }: Search<Found>): AsyncGenerator<Found, void, void> {
  const given = new Set<string>();
  const ranges = [range];
  for (let next = ranges.pop(); next; next = ranges.pop()) {
    const found = await search({ FromDate: next.from.text, ToDate: next.to.text });
    if (found.length >= MOST_IN_AN_ANSWER) {
      const halves = cut(next);
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
      if (!given.has(key)) {
        given.add(key);
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
 * All transactions of a range of dates, however many, each once; the newest range first. One search at a time, and none
 * before the first is asked for. A search that fails ends it with its error; what was given until then stands.
 *
 * @throws TypeError or RangeError at once when the dates are no range.
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
 * All tokens of a range of dates, as {@link searchAllTransactions}.
 *
 * @throws TypeError or RangeError at once when the dates are no range.
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
