/** The dashboard: what happened over time, in steps of the service's time zone. */
import { readTime, writeLocalTime } from '../../wire/rest/local-time.js';
import { readChoice, readMembers, readText } from '../control/read-record.js';
import { APPROVED } from '../operations/outcome.js';
import { PENDING } from '../operations/start-challenge.js';
import type { TransactionSum } from '../store/transaction-query.js';
import type { Dashboard, DashboardStep, DeclineReason, Interval } from './data-api.js';
import { explainDecline } from './explain.js';
import { latencyOf } from './latency.js';
import { row, type OfficeRow } from './row.js';

const HOUR_MS = 3_600_000;
const DAYS: Readonly<Record<Exclude<Interval, 'hour'>, { readonly days: number; readonly steps: number }>> = {
  day: { days: 1, steps: 30 },
  week: { days: 7, steps: 26 },
};
const HOURS = 48;
const MOST_REASONS = 8;

const PAID: ReadonlySet<string> = new Set(['payment', 'capture']);
const ASKED: ReadonlySet<string> = new Set(['payment', 'preauth']);
const REFUNDED: ReadonlySet<string> = new Set(['refund', 'unmatched_refund']);

/** The start of a day, so many days before the one of an instant. Days with a change of the clock have 23 or 25 hours. */
function startOfDay(now: number, daysBefore: number): number {
  const today = new Date(`${writeLocalTime(now).slice(0, 10)}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() - daysBefore);
  return readTime(today.toISOString().slice(0, 10));
}

/** Starts of the steps, and the end of the last one. The last step is the one of now. */
export function boundariesOf(interval: Interval, now: number): readonly number[] {
  if (interval === 'hour') {
    const end = Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS;
    return Array.from({ length: HOURS + 1 }, (_, index) => end - (HOURS - index) * HOUR_MS);
  }
  const { days, steps } = DAYS[interval];
  return Array.from({ length: steps + 1 }, (_, index) => startOfDay(now, (steps - index) * days - 1));
}

function countOf(sums: readonly TransactionSum[], isCounted: (sum: TransactionSum) => boolean): number {
  return sums.reduce((count, sum) => (isCounted(sum) ? count + sum.count : count), 0);
}

const isApproved = ({ responseCode }: TransactionSum): boolean => responseCode === APPROVED;
const wasAsked = ({ action }: TransactionSum): boolean => ASKED.has(action);
const isDeclined = (sum: TransactionSum): boolean => wasAsked(sum) && !isApproved(sum) && sum.responseCode !== PENDING;

function reasonsOf(sums: readonly TransactionSum[]): readonly DeclineReason[] {
  const reasons = new Map<string, DeclineReason>();
  for (const sum of sums.filter(isDeclined)) {
    const { responseCode, bankResponseCode } = sum;
    const { why } = explainDecline(sum);
    const key = [why, responseCode, bankResponseCode].join('|');
    const count = (reasons.get(key)?.count ?? 0) + sum.count;
    reasons.set(key, { why, responseCode, bankResponseCode, count });
  }
  return [...reasons.values()].sort((a, b) => b.count - a.count).slice(0, MOST_REASONS);
}

/** Currencies of approved payments, most frequent first. */
function currenciesOf(sums: readonly TransactionSum[], defaultCurrency: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const sum of sums.filter((each) => PAID.has(each.action) && isApproved(each))) {
    const currency = sum.currency ?? defaultCurrency;
    counts.set(currency, (counts.get(currency) ?? 0) + sum.count);
  }
  return [...counts.entries()].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}

interface Summary {
  readonly interval: Interval;
  readonly wanted: string | undefined;
  readonly defaultCurrency: string;
  readonly steps: readonly {
    readonly start: number;
    readonly sums: readonly TransactionSum[];
    readonly durations: readonly number[];
  }[];
}

function summarise({ interval, wanted, defaultCurrency, steps }: Summary): Dashboard {
  const all = steps.flatMap(({ sums }) => sums);
  const currencies = currenciesOf(all, defaultCurrency);
  const currency = wanted ?? currencies[0] ?? defaultCurrency;
  const totalOf = (sums: readonly TransactionSum[], actions: ReadonlySet<string>): number =>
    sums
      .filter((sum) => actions.has(sum.action) && isApproved(sum) && (sum.currency ?? defaultCurrency) === currency)
      .reduce((total, sum) => total + sum.total, 0);
  return {
    interval,
    currency,
    currencies,
    steps: steps.map(({ start, sums, durations }): DashboardStep => ({
      start,
      volume: totalOf(sums, PAID),
      approved: countOf(sums, (sum) => wasAsked(sum) && isApproved(sum)),
      declined: countOf(sums, isDeclined),
      latency: latencyOf(durations),
    })),
    volume: totalOf(all, PAID),
    refunded: totalOf(all, REFUNDED),
    reversed: totalOf(all, new Set(['reversal'])),
    approved: countOf(all, (sum) => wasAsked(sum) && isApproved(sum)),
    declined: countOf(all, isDeclined),
    latency: latencyOf(steps.flatMap(({ durations }) => durations)),
    reasons: reasonsOf(all),
  };
}

/** The dashboard's endpoint. */
export const DASHBOARD_ROWS: readonly OfficeRow[] = [
  row('POST /dashboard', 'person', async ({ body }, { context, person, requestLog }) => {
    const members = readMembers(body, ['interval', 'currency'], 'dashboard');
    const interval = readChoice(members, 'interval', 'dashboard', ['hour', 'day', 'week']) ?? 'day';
    const wanted = members['currency'] === null ? undefined : readText(members, 'currency', 'dashboard', 3);
    const { id: merchantId, defaultCurrency } = person.caller.merchant;
    const boundaries = boundariesOf(interval, context.clock.now());
    await requestLog.flush();
    const steps = await context.store.read(async (view) => {
      const calls = await view.listDurations(merchantId, boundaries[0] ?? 0);
      return Promise.all(
        boundaries.slice(0, -1).map(async (start, index) => {
          const end = boundaries[index + 1] ?? start;
          return {
            start,
            sums: await view.sumTransactions(merchantId, start, end),
            durations: calls
              .filter(({ calledAt }) => calledAt >= start && calledAt < end)
              .map(({ milliseconds }) => milliseconds),
          };
        }),
      );
    });
    return summarise({ interval, wanted, defaultCurrency, steps });
  }),
];
