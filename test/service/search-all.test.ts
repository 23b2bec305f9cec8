import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { FlorinError } from '../../src/core/errors.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { searchAllTokens, searchAllTransactions, type DateRange } from '../../src/service/search-all.js';
import { readTime, writeLocalTime } from '../../src/wire/rest/local-time.js';
import type { TxnSearchInput } from '../../src/wire/rest/search-input.js';
import type { TxnResp } from '../../src/wire/rest/txn-resp.js';
import { answerJson, pretendService } from './pretend-service.js';

const LIMIT = 1_000;

interface Stored {
  readonly TxnNumber: string;
  readonly instant: number;
}

/** Possible comparisons of dates by the service; the documentation does not specify one. */
interface Reading {
  readonly inclusive: boolean;
  readonly order: 'newest first' | 'oldest first';
  /** The compared part of an instant. */
  readonly compares: 'instants' | 'local readings';
  /** Precision in milliseconds; smaller digits are dropped. */
  readonly precision: 1 | 1_000;
}

const readings: readonly Reading[] = ([true, false] as const).flatMap((inclusive) =>
  (['newest first', 'oldest first'] as const).flatMap((order) =>
    (['instants', 'local readings'] as const).flatMap((compares) =>
      ([1, 1_000] as const).map((precision) => ({ inclusive, order, compares, precision })),
    ),
  ),
);

/** A second implementation of the search, with a rule of its own. */
function serviceOf(stored: readonly Stored[], { inclusive, order, compares, precision }: Reading, limit = LIMIT) {
  const searches: TxnSearchInput[] = [];
  const valueOf = (instant: number) => {
    const value = compares === 'instants' ? instant : Date.parse(`${writeLocalTime(instant).slice(0, 23)}Z`);
    return Math.floor(value / precision) * precision;
  };
  const values = new Map(stored.map((each) => [each, valueOf(each.instant)]));
  const searchTransactions = async (input: TxnSearchInput) => {
    searches.push(input);
    const from = valueOf(readTime(input.FromDate ?? ''));
    const to = valueOf(readTime(input.ToDate ?? ''));
    const found = stored.filter((each) => {
      const value = values.get(each) ?? 0;
      return inclusive ? value >= from && value <= to : value > from && value < to;
    });
    const sign = order === 'newest first' ? -1 : 1;
    return found.sort((a, b) => sign * (a.instant - b.instant)).slice(0, limit);
  };
  return { searches, searchTransactions };
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of all) items.push(item);
  return items;
}

const numbers = (items: readonly Stored[]) => items.map(({ TxnNumber }) => TxnNumber).sort();

/** `count` transactions at the times of `at`. */
function transactions(count: number, at: (index: number) => number): Stored[] {
  return Array.from({ length: count }, (_none, index) => ({ TxnNumber: String(10_000 + index), instant: at(index) }));
}

const FROM = Date.UTC(2026, 2, 1);
const DAY = 86_400_000;
const march: DateRange = { FromDate: '2026-03-01T00:00:00', ToDate: '2026-04-30T00:00:00' };

describe.each(readings)(
  'with a service that compares $compares (inclusive: $inclusive, $order, $precision ms)',
  (how) => {
    it.each<[string, Stored[]]>([
      ['nothing', []],
      ['999', transactions(999, (index) => FROM + index * 60_000)],
      ['1,000', transactions(1_000, (index) => FROM + index * 60_000)],
      ['1,001', transactions(1_001, (index) => FROM + index * 60_000)],
      ['7,777 over a month', transactions(7_777, (index) => FROM + index * 300_123)],
      ['5,000 within an hour', transactions(5_000, (index) => FROM + DAY + index * 700)],
      ['four lots of 600 in one millisecond each', transactions(2_400, (index) => FROM + DAY + (index % 4) * 3_000)],
      // Clocks go back at 16:00 UTC on 4 April 2026: local times from 02:00 to 03:00 occur twice.
      ['6,000 in the night of the change', transactions(6_000, (index) => Date.UTC(2026, 3, 4, 10) + index * 7_000)],
    ])('yields %s, each once', async (_what, stored) => {
      const service = serviceOf(stored, how);
      const given = await collect(searchAllTransactions(service, march));
      expect(numbers(given)).toEqual(numbers(stored));
      expect(service.searches.length).toBeLessThan(2 + (stored.length / LIMIT) * 30);
    });
  },
);

describe('searchAllTransactions', () => {
  const how: Reading = { inclusive: true, order: 'newest first', compares: 'instants', precision: 1 };

  it('yields all results, each once, newest first, also over the night when clocks go forward', async () => {
    // Clocks go forward at 16:00 UTC on 3 October 2026.
    const night = Date.UTC(2026, 9, 3, 16);
    const bursts = fc.array(
      fc.record({ at: fc.integer({ min: -DAY, max: DAY }), count: fc.integer({ min: 1, max: 990 }) }),
      {
        maxLength: 8,
      },
    );
    const range = { FromDate: '2026-10-01', ToDate: '2026-10-07T00:00:00' };
    await fc.assert(
      fc.asyncProperty(bursts, fc.constantFrom(...readings), async (lots, reading) => {
        const moments = lots.flatMap(({ at, count }) => Array.from({ length: count }, () => night + at));
        const stored = transactions(moments.length, (index) => moments[index] ?? 0);
        const all = collect(searchAllTransactions(serviceOf(stored, reading), range));
        // Two groups within the overlap can be too many to split; then the search fails.
        const given = await all.catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'internal_error' });
          // A single group is too large to be whole without a larger answer.
          expect(lots.length > 1 || moments.length >= 50).toBe(true);
          return undefined;
        });
        if (!given) return;
        expect(numbers(given)).toEqual(numbers(stored));
        if (reading.order === 'newest first') {
          const seconds = given.map(({ instant }) => instant);
          expect(seconds.every((at, index) => index === 0 || at <= (seconds[index - 1] ?? 0) + 1_000)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('yields every result that existed throughout, once, while others are added and removed', async () => {
    const stays = transactions(4_000, (index) => FROM + index * 300_000);
    const goes = Array.from({ length: 500 }, (_none, index) => ({
      TxnNumber: `gone-${index}`,
      instant: FROM + index * 1_700_000,
    }));
    const stored = [...stays, ...goes];
    let searches = 0;
    const client = {
      searchTransactions: async (input: TxnSearchInput) => {
        searches += 1;
        const at = FROM + ((searches * 7_919) % 40) * DAY;
        stored.push({ TxnNumber: `new-${searches}`, instant: at });
        const gone = stored.findIndex(({ TxnNumber }) => TxnNumber.startsWith('gone'));
        if (gone >= 0) stored.splice(gone, 5);
        return serviceOf(stored, how).searchTransactions(input);
      },
    };
    const given = numbers(await collect(searchAllTransactions(client, march)));
    expect(new Set(given).size).toBe(given.length);
    expect(given.filter((number) => /^\d/.test(number))).toEqual(numbers(stays));
  });

  it('sends the outer ends as they were given, and all other members with each search', async () => {
    const stored = transactions(3_000, (index) => FROM + index * 60_000);
    const service = serviceOf(stored, how);
    const range = { FromDate: '2026-02-28T00:00:00+00:00', ToDate: '2026-05-01T00:00:00.5Z' };
    await collect(searchAllTransactions(service, { ...range, Crn1: 'order 7', Amount: 0 }));
    const { searches } = service;
    expect(searches[0]).toEqual({ ...range, Crn1: 'order 7', Amount: 0 });
    expect(searches.every(({ Crn1 }) => Crn1 === 'order 7')).toBe(true);
    expect(searches.at(-1)?.FromDate).toBe(range.FromDate);
    expect(searches.filter(({ ToDate }) => ToDate === range.ToDate).length).toBeGreaterThan(1);
    expect(searches[1]?.FromDate).toMatch(/^2026-03-\d\dT\d\d:\d\d:\d\d\.0000000$/);
  });

  it('sends nothing before the first result is requested, and nothing after the last', async () => {
    const service = serviceOf(
      transactions(5_000, (index) => FROM + index * 60_000),
      how,
    );
    const all = searchAllTransactions(service, march);
    expect(service.searches).toHaveLength(0);
    for await (const each of all) {
      expect(each.TxnNumber).toBeDefined();
      break;
    }
    const asked = service.searches.length;
    expect(await all.next()).toEqual({ done: true, value: undefined });
    expect(service.searches).toHaveLength(asked);
  });

  it.each([1_000, 1_500])('fails without a result when %i have the same time', async (count) => {
    const service = serviceOf(
      transactions(count, () => FROM + DAY),
      how,
    );
    const given: Stored[] = [];
    const error: unknown = await (async () => {
      for await (const each of searchAllTransactions(service, march)) given.push(each);
    })().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FlorinError);
    expect((error as FlorinError).message).toMatch(/1000 results from 2026-03-02T.* to 2026-03-02T.*, maybe more/);
    expect(given).toEqual([]);
    expect(service.searches.length).toBeLessThan(70);
  });

  it.each([60, 500])('finds all with a limit of %i, and learns it', async (limit) => {
    const stored = transactions(2_600, (index) => FROM + index * 600_000);
    const service = serviceOf(stored, how, limit);
    expect(numbers(await collect(searchAllTransactions(service, march)))).toEqual(numbers(stored));
    const asked = service.searches.length;
    const day = { FromDate: '2026-03-05T00:00:00', ToDate: '2026-03-05T08:19:59' };
    expect(await collect(searchAllTransactions(service, day))).toHaveLength(50);
    expect(service.searches).toHaveLength(asked + 1);
  });

  it('finds all an hour after the limit has fallen', async () => {
    const stored = transactions(2_600, (index) => FROM + index * 600_000);
    const service = serviceOf(stored, how);
    let limit = 1_000;
    const client = {
      searchTransactions: async (input: TxnSearchInput) => (await service.searchTransactions(input)).slice(0, limit),
    };
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      for (limit of [1_000, 500]) {
        expect(numbers(await collect(searchAllTransactions(client, march)))).toEqual(numbers(stored));
        vi.advanceTimersByTime(3_600_000);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes an answer for whole when its halves hold nothing else, and asks for a smaller one once', async () => {
    const stored = transactions(80, (index) => FROM + index * 600_000);
    const service = serviceOf(stored, how);
    const callsTo = async (ToDate: string, count: number) => {
      const before = service.searches.length;
      const given = await collect(searchAllTransactions(service, { FromDate: '2026-03-01T00:00:00', ToDate }));
      expect(numbers(given)).toEqual(numbers(stored.slice(0, count)));
      return service.searches.length - before;
    };
    expect(await callsTo('2026-03-02T10:00:00', 80)).toBe(3);
    expect(await callsTo('2026-03-02T00:05:00', 79)).toBe(1);
  });

  it('does not take a full answer for whole after one of the same size that was', async () => {
    const first = transactions(100, (index) => FROM + index * 60_000);
    const second = transactions(350, (index) => FROM + DAY + index * 60_000).slice(100);
    const service = serviceOf([...first, ...second], how, 100);
    const search = (FromDate: string, ToDate: string) => collect(searchAllTransactions(service, { FromDate, ToDate }));
    expect(numbers(await search('2026-03-01T00:00:00', '2026-03-01T20:00:00'))).toEqual(numbers(first));
    expect(numbers(await search('2026-03-02T00:00:00', '2026-03-03T00:00:00'))).toEqual(numbers(second));
  });

  it.each(['before', 'after'])('yields all results if some come twice, counted %s the limit', async (counted) => {
    const stored = transactions(3_000, (index) => FROM + index * 20_000);
    const twice = (each: Stored) => (Number(each.TxnNumber) < 10_900 ? [each, { ...each }] : [each]);
    const service = serviceOf(counted === 'before' ? stored.flatMap(twice) : stored, how);
    const client = {
      async searchTransactions(input: TxnSearchInput) {
        const found = await service.searchTransactions(input);
        return counted === 'before' ? found : found.flatMap(twice);
      },
    };
    // An answer with many of them comes first.
    const begin = { FromDate: '2026-03-01T00:00:00', ToDate: '2026-03-01T18:00:00' };
    for (const range of [begin, march])
      expect(numbers(await collect(searchAllTransactions(client, range)))).toEqual(
        numbers(stored.filter(({ instant }) => instant <= readTime(range.ToDate))),
      );
  });

  it('does not conclude from tokens on the limit of transactions', async () => {
    const stored = transactions(250, (index) => FROM + index * 60_000);
    const tokens = Array.from({ length: 1_000 }, (_none, index) => ({
      DVToken: `599999${String(index).padStart(10, '0')}`,
    }));
    const client = {
      ...serviceOf(stored, how, 100),
      searchTokens: async ({ FromDate, ToDate }: TxnSearchInput) =>
        FromDate === march.FromDate && ToDate === march.ToDate ? tokens : [],
    };
    expect(await collect(searchAllTokens(client, march))).toHaveLength(1_000);
    expect(numbers(await collect(searchAllTransactions(client, march)))).toEqual(numbers(stored));
  });

  it('yields also what is in no half, because the service reads dates in its own way', async () => {
    const stored = transactions(80, (index) => FROM + index * 600_000);
    const { searchTransactions } = serviceOf(stored, how);
    const client = {
      searchTransactions: async (input: TxnSearchInput) =>
        input.FromDate === march.FromDate && input.ToDate === march.ToDate
          ? stored
          : (await searchTransactions(input)).slice(1),
    };
    expect(numbers(await collect(searchAllTransactions(client, march)))).toEqual(numbers(stored));
  });

  it('fails when the service drops fractions of a second and a second has too many', async () => {
    const stored = transactions(80, (index) => FROM + DAY + index * 5);
    const service = serviceOf(stored, { ...how, inclusive: false, precision: 1_000 });
    await expect(collect(searchAllTransactions(service, march))).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('fails, and does not continue, when local times that occur twice prevent a split', async () => {
    const secondHour = Date.UTC(2026, 3, 4, 16);
    const service = serviceOf(
      transactions(1_500, (index) => secondHour + 900_000 + index * 1_000),
      how,
    );
    const range = { FromDate: '2026-04-05T02:10:00+10:00', ToDate: '2026-04-05T02:50:00+10:00' };
    await expect(collect(searchAllTransactions(service, range))).rejects.toMatchObject({ code: 'internal_error' });
    expect(service.searches.length).toBeLessThan(40);
  });

  it('ends with the error of the search that failed, without another one', async () => {
    const service = serviceOf(
      transactions(3_000, (index) => FROM + index * 60_000),
      how,
    );
    const broken = new FlorinError('service_timeout', 'no answer');
    let calls = 0;
    const client = {
      searchTransactions: async (input: TxnSearchInput) => {
        calls += 1;
        if (calls === 5) throw broken;
        return service.searchTransactions(input);
      },
    };
    await expect(collect(searchAllTransactions(client, march))).rejects.toBe(broken);
    expect(calls).toBe(5);
  });

  it.each<[string, DateRange]>([
    ['no date', { FromDate: 'yesterday', ToDate: '2026-03-01T00:00:00' }],
    ['no day of the calendar', { FromDate: '2026-02-30', ToDate: '2026-03-01T00:00:00' }],
    ['an end before the start', { FromDate: '2026-03-02', ToDate: '2026-03-01T00:00:00' }],
    ['an end without a time', { FromDate: '2026-03-01', ToDate: '2026-03-31' }],
  ])('refuses %s at once', (_what, range) => {
    const client = { searchTransactions: () => Promise.reject(new Error('something was sent')) };
    expect(() => searchAllTransactions(client, range)).toThrow(/FromDate|ToDate/);
  });

  it('does not compile without a range', () => {
    const client = { searchTransactions: () => Promise.resolve([] as readonly TxnResp[]) };
    // @ts-expect-error a search for everything names its dates
    expect(() => searchAllTransactions(client, { Crn1: 'a' })).toThrow();
  });

  it('refuses a transaction without a number, which cannot be identified', async () => {
    const client = { searchTransactions: () => Promise.resolve([{ Amount: 1 }] as readonly TxnResp[]) };
    await expect(collect(searchAllTransactions(client, march))).rejects.toMatchObject({ code: 'service_unreachable' });
  });
});

describe('over HTTP', () => {
  const credentials = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };

  it('continues past 1,000 and reads 209 as an empty range', async () => {
    const stored = transactions(2_500, (index) => Date.UTC(2026, 3, 20) + index * 60_000);
    const twin = serviceOf(stored, { inclusive: true, order: 'newest first', compares: 'instants', precision: 1 });
    const service = await pretendService((response) => {
      const { SearchInput } = JSON.parse(service.received.at(-1)?.body ?? '') as { SearchInput: TxnSearchInput };
      void twin.searchTransactions(SearchInput).then((found) => {
        const TxnRespList = found.map(({ TxnNumber, instant }) => ({
          TxnNumber,
          ProcessedDateTime: writeLocalTime(instant),
        }));
        answerJson({ APIResponse: { ResponseCode: found.length === 0 ? 209 : 0 }, TxnRespList })(response);
      });
    });
    const client = createRestClient({ baseUrl: service.url, version: 'v3', ...credentials });
    const all = searchAllTransactions(client, march);
    expectTypeOf(all).toEqualTypeOf<AsyncGenerator<TxnResp, void, void>>();
    expect(new Set((await collect(all)).map(({ TxnNumber }) => TxnNumber)).size).toBe(2_500);
  });

  it('yields tokens, and stops by the signal between two searches', async () => {
    const tokens = Array.from({ length: LIMIT }, (_none, index) => ({
      DVToken: `599999${String(index).padStart(10, '0')}`,
    }));
    const controller = new AbortController();
    const service = await pretendService((response) => {
      const few = service.received.length > 1;
      answerJson({ APIResponse: { ResponseCode: 0 }, DVTokenRespList: few ? tokens.slice(0, 2) : tokens })(response);
    });
    const client = createRestClient({ baseUrl: service.url, version: 'v2', ...credentials });
    const all = searchAllTokens(client, { ...march, ExpiredCardsOnly: true }, { signal: controller.signal });
    expect((await all.next()).value).toEqual(tokens[0]);
    expect(service.received.map(({ url }) => url)).toEqual([
      '/webapi/v2/dvtokens/search',
      '/webapi/v2/dvtokens/search',
    ]);
    controller.abort(new Error('enough'));
    expect((await all.next()).value).toEqual(tokens[1]);
    await expect(all.next()).rejects.toThrow('enough');
    expect(service.received).toHaveLength(2);
  });
});
