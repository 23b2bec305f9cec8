/** The dashboard: what happened over time, in steps of the service's time zone. */
import { readTime, writeLocalTime } from '../../wire/rest/local-time.js';
import { choice, object, text } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { APPROVED } from '../operations/outcome.js';
import { PENDING } from '../operations/start-challenge.js';
import type { TransactionSum } from '../store/transaction-query.js';
import type { Dashboard, DashboardStep, DeclineReason, Interval, PeriodSums } from './data-api.js';
import { explainDecline } from './explain.js';
import { latencyOf } from './latency.js';
import { queryRow, type OfficeRow } from './row.js';

const HOUR_MS = 3_600_000;
const STEPS: Readonly<Record<Interval, number>> = { hour: 48, day: 30, week: 26 };
/** Days of a step. */
const DAYS = { day: 1, week: 7 } as const;
const MOST_REASONS = 8;

const PAID: ReadonlySet<string> = new Set(['payment', 'capture']);
const AUTHORISATIONS: ReadonlySet<string> = new Set(['payment', 'preauth']);
const REFUNDED: ReadonlySet<string> = new Set(['refund', 'unmatched_refund']);

/** Start of the day `daysBefore` days before the day of an instant. Days with a change of the clock have 23 or 25 hours. */
function startOfDay(now: number, daysBefore: number): number {
  const today = new Date(`${writeLocalTime(now).slice(0, 10)}T00:00:00Z`);
  today.setUTCDate(today.getUTCDate() - daysBefore);
  return readTime(today.toISOString().slice(0, 10));
}

/** Starts of the steps of the period, and the end of the last one, which is the current step. */
export function boundariesOf(interval: Interval, now: number): readonly number[] {
  const steps = STEPS[interval];
  return Array.from({ length: steps + 1 }, (_, index) => stepsBefore(interval, now, steps - index));
}

/** The boundary `steps` steps before the end of the current step. */
function stepsBefore(interval: Interval, now: number, steps: number): number {
  if (interval === 'hour') return (Math.floor(now / HOUR_MS) + 1 - steps) * HOUR_MS;
  return startOfDay(now, steps * DAYS[interval] - 1);
}

function countOf(sums: readonly TransactionSum[], isCounted: (sum: TransactionSum) => boolean): number {
  return sums.reduce((count, sum) => (isCounted(sum) ? count + sum.count : count), 0);
}

const isApproved = ({ responseCode }: TransactionSum): boolean => responseCode === APPROVED;
const isAuthorisation = ({ action }: TransactionSum): boolean => AUTHORISATIONS.has(action);
const isDeclined = (sum: TransactionSum): boolean =>
  isAuthorisation(sum) && !isApproved(sum) && sum.responseCode !== PENDING;

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

/** True for what moved money: not for a pre-authorisation, its reversal, or a card check. */
const isMoney = ({ action, reversed }: TransactionSum): boolean =>
  [PAID, REFUNDED].some((actions) => actions.has(reversed ?? action));

/** Currencies in which money moved, most frequent first. */
function currenciesOf(sums: readonly TransactionSum[], defaultCurrency: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const sum of sums.filter((each) => isMoney(each) && isApproved(each))) {
    const currency = sum.currency ?? defaultCurrency;
    counts.set(currency, (counts.get(currency) ?? 0) + sum.count);
  }
  return [...counts.entries()].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}

interface Summary {
  readonly interval: Interval;
  /** Undefined for the most frequent one. */
  readonly chosenCurrency: string | undefined;
  readonly defaultCurrency: string;
  readonly steps: readonly {
    readonly start: number;
    readonly sums: readonly TransactionSum[];
    readonly durations: readonly number[];
  }[];
  readonly previous: readonly TransactionSum[];
}

function summarise({ interval, chosenCurrency, defaultCurrency, steps, previous }: Summary): Dashboard {
  const all = steps.flatMap(({ sums }) => sums);
  const currencies = currenciesOf(all, defaultCurrency);
  const currency = chosenCurrency ?? currencies[0] ?? defaultCurrency;
  const addUp = (sums: readonly TransactionSum[], isMeant: (sum: TransactionSum) => boolean): bigint =>
    sums
      .filter((sum) => isMeant(sum) && isApproved(sum) && (sum.currency ?? defaultCurrency) === currency)
      .reduce((total, sum) => total + sum.total, 0n);
  const totalOf = (sums: readonly TransactionSum[], actions: ReadonlySet<string>): bigint =>
    addUp(sums, ({ action }) => actions.has(action));
  const reversalsOf = (actions: ReadonlySet<string>): bigint =>
    addUp(all, ({ reversed }) => reversed !== null && actions.has(reversed));
  const sumUp = (sums: readonly TransactionSum[]): PeriodSums => ({
    volume: String(totalOf(sums, PAID)),
    approved: countOf(sums, (sum) => isAuthorisation(sum) && isApproved(sum)),
    declined: countOf(sums, isDeclined),
  });
  return {
    interval,
    currency,
    currencies,
    steps: steps.map(({ start, sums, durations }): DashboardStep => ({
      start,
      ...sumUp(sums),
      latency: latencyOf(durations),
    })),
    ...sumUp(all),
    previous: sumUp(previous),
    refunded: String(totalOf(all, REFUNDED) - reversalsOf(REFUNDED)),
    reversed: String(reversalsOf(PAID)),
    latency: latencyOf(steps.flatMap(({ durations }) => durations)),
    reasons: reasonsOf(all),
  };
}

const DASHBOARD = object({
  interval: choice(['hour', 'day', 'week']).default('day'),
  currency: text(3).nullable().default(null),
});

/** The dashboard's endpoint. */
export const DASHBOARD_ROWS: readonly OfficeRow[] = [
  queryRow('POST /dashboard', 'person', async ({ body }, { context, person, requestLog }) => {
    const { interval, currency } = readSetup(DASHBOARD, body, 'dashboard');
    const { id: merchantId, defaultCurrency } = person.caller.merchant;
    const now = context.clock.now();
    const boundaries = boundariesOf(interval, now);
    const [from = 0, end = 0] = [boundaries[0], boundaries.at(-1)];
    await requestLog.flush();
    const read = await context.store.read(async (view) => {
      const calls = await view.listDurations(merchantId, from);
      const steps = await Promise.all(
        boundaries.slice(0, -1).map(async (start, index) => {
          const before = boundaries[index + 1] ?? start;
          return {
            start,
            sums: await view.sumTransactions(merchantId, start, before),
            durations: calls
              .filter(({ calledAt }) => calledAt >= start && calledAt < before)
              .map(({ milliseconds }) => milliseconds),
          };
        }),
      );
      // The current step has not ended, so the period before ends earlier by the same time.
      const previousFrom = stepsBefore(interval, now, 2 * STEPS[interval]);
      const previous = await view.sumTransactions(merchantId, previousFrom, from - (end - now));
      return { steps, previous };
    });
    return summarise({ interval, chosenCurrency: currency ?? undefined, defaultCurrency, ...read });
  }),
];
