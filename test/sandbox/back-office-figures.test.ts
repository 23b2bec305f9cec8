/**
 * Every figure of the back office's pages and files, recomputed from the service's raw answers by code that shares
 * nothing with the sums of the sandbox. docs/guides/back-office.md.
 */
import { describe, expect, it } from 'vitest';
import { writeAmount } from '../../src/backoffice/format.js';
import {
  addDays,
  CURRENCIES,
  dateAt,
  DAY,
  endOf,
  HOUR,
  isApproved,
  type Made,
  settlementDayOf,
  Weeks,
} from './office-weeks.js';
import type { Json } from './rest-caller.js';

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

/** Dates or hours of the dashboard's steps, and of its period before. */
function stepsOf(interval: string, now: number): readonly (readonly [from: number, before: number])[] {
  if (interval === 'hour') {
    const end = Math.floor(now / HOUR) * HOUR + HOUR;
    return Array.from({ length: 48 }, (_each, index) => [end - (48 - index) * HOUR, end - (47 - index) * HOUR]);
  }
  const [count, days] = interval === 'day' ? [30, 1] : [26, 7];
  const today = dateAt(now);
  return Array.from({ length: count }, (_each, index) => [
    endOf(addDays(today, -(count - index) * days), '24:00'),
    endOf(addDays(today, -(count - 1 - index) * days), '24:00'),
  ]);
}

function previousOf(interval: string, now: number): readonly [from: number, before: number] {
  const steps = stepsOf(interval, now);
  const [first, last] = [steps[0]![0], steps.at(-1)![1]];
  const before = first - (last - now);
  if (interval === 'hour') return [first - 48 * HOUR, before];
  return [endOf(addDays(dateAt(now), interval === 'day' ? -60 : -364), '24:00'), before];
}

const PAID = ['payment', 'capture'];
const REFUNDED = ['refund', 'unmatched_refund'];

function boardOf(weeks: Weeks, interval: string, currency: string) {
  const within = ([from, before]: readonly [number, number]) =>
    weeks.made.filter(({ at }) => at >= from && at < before);
  const money = (list: readonly Made[], isMeant: (made: Made) => boolean): bigint =>
    sumOf(list.filter((each) => each.raw.Currency === currency && isMeant(each)).map((each) => weeks.movedBy(each)));
  const sums = (list: readonly Made[]) => {
    const asked = list.filter(({ raw }) => ['payment', 'preauth'].includes(raw.Action));
    return {
      volume: String(money(list, ({ raw }) => PAID.includes(raw.Action))),
      approved: asked.filter(isApproved).length,
      declined: asked.filter((each) => !isApproved(each)).length,
    };
  };
  const steps = stepsOf(interval, weeks.now);
  const all = steps.flatMap(within);
  const undoes = (each: Made, actions: readonly string[]) => actions.includes(weeks.undoneBy(each) ?? '');
  return {
    interval,
    currency,
    steps: steps.map((step) => ({ start: step[0], ...sums(within(step)) })),
    ...sums(all),
    previous: sums(within(previousOf(interval, weeks.now))),
    refunded: String(-money(all, (each) => REFUNDED.includes(each.raw.Action) || undoes(each, REFUNDED))),
    reversed: String(-money(all, (each) => undoes(each, PAID))),
  };
}

/** Declined payments by their two codes. */
function declinesOf(weeks: Weeks, from: number) {
  const declined = weeks.made.filter((each) => ['payment', 'preauth'].includes(each.raw.Action) && !isApproved(each));
  const within = declined.filter(({ at }) => at >= from).map(({ raw }) => raw);
  return countByCode(
    within.map((raw) => ({ responseCode: raw.ResponseCode, bankResponseCode: raw.BankResponseCode, count: 1 })),
  );
}

function countByCode(list: readonly Json[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { responseCode, bankResponseCode, count } of list) {
    const key = `${responseCode} ${bankResponseCode}`;
    counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}

const PARTS: Readonly<Record<string, 'gross' | 'refunds' | 'reversals'>> = {
  payment: 'gross',
  capture: 'gross',
  refund: 'refunds',
  unmatched_refund: 'refunds',
  reversal: 'reversals',
};

/** The settlement page of a day. */
function settledOn(weeks: Weeks, date: string) {
  const lists = new Map<string, Made[]>();
  for (const each of weeks.made) {
    if (weeks.movedBy(each) === 0n || settlementDayOf(each.at, weeks.closes) !== date) continue;
    const key = `${each.raw.Currency} ${each.raw.CardType ?? ''}`;
    lists.set(key, [...(lists.get(key) ?? []), each]);
  }
  return [...lists].sort().map(([, list]) => {
    const total = (part?: string) =>
      String(
        list.reduce((sum, each) => (part && PARTS[each.raw.Action] !== part ? sum : sum + weeks.movedBy(each)), 0n),
      );
    const [{ raw }] = list as [Made];
    const parts = { gross: total('gross'), refunds: total('refunds'), reversals: total('reversals'), net: total() };
    return { cardType: raw.CardType, currency: raw.Currency, count: list.length, ...parts };
  });
}

function writeMajor(minor: number | bigint, currency: string): string {
  if (minor < 0) return `-${writeMajor(-minor, currency)}`;
  const decimals = CURRENCIES[currency] ?? 2;
  if (decimals === 0) return String(minor);
  const digits = String(minor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const childrenOf = (weeks: Weeks, { raw }: Made): readonly Made[] =>
  weeks.made.filter((child) => child.raw.OriginalTxnNumber === raw.TxnNumber && isApproved(child));
const isUndone = (weeks: Weeks, made: Made): boolean =>
  childrenOf(weeks, made).some(({ raw }) => raw.Action === 'reversal');
const refundedOf = (weeks: Weeks, made: Made): number =>
  childrenOf(weeks, made)
    .filter((child) => child.raw.Action === 'refund' && !isUndone(weeks, child))
    .reduce((sum, { raw }) => sum + Number(raw.Amount), 0);

/** What the list says of a transaction. */
function statusOf(weeks: Weeks, each: Made): string {
  if (!isApproved(each)) return 'declined';
  if (isUndone(weeks, each)) return 'reversed';
  const refunded = refundedOf(weeks, each);
  return refunded === 0 ? 'approved' : refunded === each.raw.Amount ? 'refunded' : 'partly_refunded';
}

/** What a payment's page says of its refunds. */
function refundsOf(weeks: Weeks, each: Made) {
  const refunded = refundedOf(weeks, each);
  const left = each.raw.Amount - refunded;
  return { refunded, refund: isApproved(each) && !isUndone(weeks, each) && left > 0 ? left : null };
}

// Daylight saving in Sydney ends on 5 April 2026 at 03:00 and begins on 4 October at 02:00, both at 16:00 UTC of the day before.
const CHANGES = { ends: Date.UTC(2026, 3, 4, 16), begins: Date.UTC(2026, 9, 3, 16) };

describe.each([
  ['18:00', 'ends', false],
  ['18:00', 'begins', false],
  ['02:30', 'ends', false],
  ['02:30', 'begins', false],
  ['24:00', 'ends', false],
  ['24:00', 'begins', true],
] as const)('days that close at %s, daylight saving %s, sums above 2^53: %s', (closes, change, isHuge) => {
  it('the figures of every page and file are those of the raw answers', async () => {
    const weeks = await Weeks.live(closes, CHANGES[change], isHuge);
    const { office, made } = weeks;
    expect(new Set(made.filter(isApproved).map(({ raw }) => raw.Action)).size).toBe(7);
    expect(new Set(made.map((each) => weeks.undoneBy(each)))).toContain('preauth');

    for (const interval of ['hour', 'day', 'week']) {
      for (const currency of Object.keys(CURRENCIES)) {
        const { body } = await office.call('POST /dashboard', { interval, currency });
        expect(body).toMatchObject(boardOf(weeks, interval, currency));
        const moved = made.filter((each) => weeks.movedBy(each) !== 0n && each.at >= body.steps[0].start);
        expect([...body.currencies].sort()).toEqual([...new Set(moved.map(({ raw }) => raw.Currency))].sort());
        expect(countByCode(body.reasons)).toEqual(declinesOf(weeks, body.steps[0].start));
      }
    }

    const days = new Set(made.map(({ at }) => settlementDayOf(at, closes)));
    for (const { raw, at } of made) {
      if (raw.SettlementDate)
        expect([raw.TxnNumber, raw.SettlementDate]).toEqual([raw.TxnNumber, settlementDayOf(at, closes)]);
    }
    await office.call('POST /sandbox/clock', { advanceSeconds: (2 * DAY) / 1_000 });
    for (const date of days) {
      const { body } = await office.call('POST /settlement', { date });
      expect(body).toEqual({ date, state: 'closed', sums: settledOn(weeks, date) });
      const file = String((await office.send('GET', `/settlement/${date}/file`)).body)
        .trim()
        .split('\n');
      const lines = file.filter((line) => line.startsWith('50,')).map((line) => line.split(','));
      const settled = made.filter((each) => weeks.movedBy(each) !== 0n && settlementDayOf(each.at, closes) === date);
      expect(lines.map((line) => [line[10], line[5], line[6]]).sort()).toEqual(
        settled.map((each) => [each.raw.TxnNumber, String(weeks.movedBy(each)), each.raw.Currency]).sort(),
      );
      const trailers = Object.keys(CURRENCIES).flatMap((currency) => {
        const own = settled.filter(({ raw }) => raw.Currency === currency);
        const isWritten = own.length > 0 || currency === 'AUD';
        return isWritten ? [`99,${own.length},${sumOf(own.map((each) => weeks.movedBy(each)))},${currency}`] : [];
      });
      expect(file.filter((line) => line.startsWith('99,')).sort()).toEqual(trailers.sort());
      const found = await office.call('POST /transactions/search', { search: { SettlementDate: date } });
      expect(found.body.total).toBe(made.filter(({ raw }) => raw.SettlementDate === date).length);
    }

    for (const date of new Set(made.map(({ at }) => dateAt(at)))) {
      const found = await office.call('POST /transactions/search', { search: { FromDate: date, ToDate: date } });
      const own = made.filter(({ at }) => dateAt(at) === date);
      expect([date, found.body.total]).toEqual([date, own.length]);
      for (const row of found.body.transactions) {
        const { raw } = weeks.find(row.txnNumber)!;
        const status = statusOf(weeks, weeks.find(row.txnNumber)!);
        expect([row.txnNumber, row.amount, row.status]).toEqual([raw.TxnNumber, raw.Amount, status]);
      }
    }

    const [head = '', ...rows] = String((await office.send('GET', '/transactions.csv')).body)
      .trim()
      .split('\r\n');
    const place = (name: string): number => head.split(',').indexOf(name);
    expect(rows).toHaveLength(made.length);
    for (const row of rows.map((line) => line.split(','))) {
      const each = weeks.find(row[place('TxnNumber')]!)!;
      const { raw } = each;
      const currency = row[place('Currency')]!;
      expect(currency).toBe(raw.Currency ?? 'AUD');
      expect(row[place('Amount')]).toBe(writeMajor(raw.Amount, currency));
      expect(row[place('Moved')]).toBe(writeMajor(weeks.movedBy(each), currency));
      expect(row[place('Status')]).toBe(statusOf(weeks, each));
    }

    for (const each of made.filter(({ raw }) => PAID.includes(raw.Action))) {
      const { body } = await office.call('GET /transactions/:txnNumber', undefined, [each.raw.TxnNumber]);
      expect([each.raw.TxnNumber, body.possible]).toMatchObject([each.raw.TxnNumber, refundsOf(weeks, each)]);
    }
    await office.sandbox.close();
  });
});

it.each([
  ['54043195528442107', 'AUD', '$540,431,955,284,421.07'],
  ['-54043195528442107', 'JPY', '-JPY 54,043,195,528,442,107'],
  ['54043195528442107', 'KWD', 'KWD 54,043,195,528,442.107'],
  [7, 'KWD', 'KWD 0.007'],
])('a page writes %s of %s with all digits', (amount, currency, text) => {
  expect(writeAmount({ amount, currency }).replaceAll('\u00a0', ' ')).toBe(text);
});
