/** Formats amounts, times and statuses. */
import { html, nothing } from 'lit';
import { formatMoney } from '../core/money/money.js';
import { SERVICE_TIME_ZONE } from '../core/service-zone.js';
import { redrawn, untranslated } from '../elements/untranslated.js';
import type { Interval, MoneySum } from '../sandbox/backoffice/data-api.js';
import type { ListedTransaction, TransactionStatus } from '../sandbox/backoffice/api.js';

const LOCALE = 'en-AU';
const DATE = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
/** Times and days are those of the service. */
const ZONED = { timeZone: SERVICE_TIME_ZONE } as const;
const SERVICE_TIME = new Intl.DateTimeFormat(LOCALE, { ...DATE, ...TIME, ...ZONED, timeZoneName: 'short' });
const SERVICE_TIME_WITH_YEAR = new Intl.DateTimeFormat(LOCALE, {
  ...{ ...DATE, ...TIME, ...ZONED },
  year: 'numeric',
  timeZoneName: 'short',
});
const YEAR = new Intl.DateTimeFormat(LOCALE, { ...ZONED, year: 'numeric' });
/** Dates with their times in both zones, to compare them. */
const SERVICE_DATE = new Intl.DateTimeFormat(LOCALE, { ...DATE, ...ZONED });
const SERVICE_CLOCK = new Intl.DateTimeFormat(LOCALE, { ...TIME, ...ZONED });
const LOCAL_DATE = new Intl.DateTimeFormat(LOCALE, DATE);
const LOCAL_CLOCK = new Intl.DateTimeFormat(LOCALE, TIME);

/** Empty until the sandbox has told its time: until then, every time has its year. */
let thisYear = '';

/** Sets the present year. @param now the sandbox's time, which can be ahead of this machine's */
export function followClock(now: number): void {
  thisYear = YEAR.format(now);
}

/** @param amount the digits of a sum, or a number */
export function writeAmount({
  amount,
  currency,
}: {
  readonly amount: number | MoneySum;
  readonly currency: string;
}): string {
  return formatMoney({ minor: BigInt(amount), currency }, LOCALE);
}

/** A value of the sandbox: no translator rewrites it. A template names its own such values. */
export function exact(value: unknown): unknown {
  return typeof value === 'string' ? untranslated(value) : value;
}

/** A number, such as `1,234`. */
export function writeCount(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** A number of things, such as `2 batches`. */
export function writeCountOf(count: number, one: string, many = `${one}s`): string {
  return `${writeCount(count)} ${count === 1 ? one : many}`;
}

/** A time of the service with the name of its zone, such as `4 Mar, 15:06:07 AEDT`; with the year if it is another one. */
export function writeTime(milliseconds: number): string {
  const format = YEAR.format(milliseconds) === thisYear ? SERVICE_TIME : SERVICE_TIME_WITH_YEAR;
  return format.format(milliseconds);
}

/** The time of the browser; empty where its clock is the service's. */
function writeLocalTime(milliseconds: number): string {
  const [date, clock] = [LOCAL_DATE.format(milliseconds), LOCAL_CLOCK.format(milliseconds)];
  const isSameDate = date === SERVICE_DATE.format(milliseconds);
  if (isSameDate && clock === SERVICE_CLOCK.format(milliseconds)) return '';
  return `${isSameDate ? '' : `${date}, `}${clock} local`;
}

/** A time of the service, and where it differs the time of the browser. */
export function renderTime(milliseconds: number) {
  const local = writeLocalTime(milliseconds);
  return html`<time
    >${untranslated(writeTime(milliseconds))}${
      local ? html` <span class="local">${untranslated(`(${local})`)}</span>` : nothing
    }</time
  >`;
}

const HOUR = new Intl.DateTimeFormat(LOCALE, {
  ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  ...ZONED,
});

/** The start of a step of the dashboard. */
export function writeStep(milliseconds: number, interval: Interval): string {
  return (interval === 'hour' ? HOUR : SERVICE_DATE).format(milliseconds);
}

/** `YYYY-MM-DD` as date fields have it, by the service's calendar. */
const DATE_FIELD = new Intl.DateTimeFormat('en-CA', { timeZone: SERVICE_TIME_ZONE, dateStyle: 'short' });

/** The service's day of an instant, for a date field. */
export function writeDateField(milliseconds: number): string {
  return DATE_FIELD.format(milliseconds);
}

/** A day of the service, such as `30 Nov 2026`. @param date `YYYYMMDD` */
export function writeDay(date: string): string {
  return LONG_DAY.format(new Date(`${toDateField(date)}T00:00:00Z`));
}

const LONG_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** `YYYY-MM-DD`, as date fields have it. @param date `YYYYMMDD` */
export function toDateField(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
}

/** An expiry of `MMYY` as people write it. */
export function writeExpiry(expiry: string | null): string {
  return expiry ? `${expiry.slice(0, 2)}/${expiry.slice(2)}` : '–';
}

export const ACTIONS: Readonly<Record<string, string>> = {
  payment: 'Payment',
  preauth: 'Pre-authorisation',
  capture: 'Capture',
  refund: 'Refund',
  reversal: 'Reversal',
  unmatched_refund: 'Unmatched refund',
  verify_only: 'Card check',
};

export function writeAction(action: string): string {
  return ACTIONS[action] ?? action;
}

/** Colour and shape of a badge. */
export type BadgeLook = 'approved' | 'declined' | 'pending' | 'returned';

/** Arguments of `badge`, for a table of states. */
export type Badge = readonly [look: BadgeLook, text: string];

/** A state as word, colour and shape. */
export function badge(...[look, text]: Badge) {
  return html`<span class="status ${look}">${redrawn(text)}</span>`;
}

/** The status of a transaction, with what was done with it later. */
export const STATUSES: Readonly<Record<TransactionStatus, Badge>> = {
  approved: ['approved', 'Approved'],
  declined: ['declined', 'Declined'],
  pending: ['pending', 'Waiting'],
  partly_refunded: ['returned', 'Partly refunded'],
  refunded: ['returned', 'Refunded'],
  reversed: ['returned', 'Reversed'],
};

export function statusBadge({ status }: Pick<ListedTransaction, 'status'>) {
  return badge(...STATUSES[status]);
}
