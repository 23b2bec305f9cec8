/** Formats amounts, times and statuses. */
import { html } from 'lit';
import { formatMoney } from '../core/money/money.js';
import { SERVICE_TIME_ZONE } from '../core/service-zone.js';
import { redrawn, untranslated } from '../elements/untranslated.js';
import type { Interval, MoneySum } from '../sandbox/backoffice/data-api.js';
import type { ListedTransaction, TransactionStatus } from '../sandbox/backoffice/api.js';

const LOCALE = 'en-AU';
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const SHORT_TIME = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});

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

/** A time in full, in the time zone of the browser. */
export function writeTime(milliseconds: number): string {
  return TIME.format(milliseconds);
}

/** A time for a table. */
export function writeShortTime(milliseconds: number): string {
  return SHORT_TIME.format(milliseconds);
}

const HOUR = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
/** Days are those of the service. */
const DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: SERVICE_TIME_ZONE });

/** The start of a step of the dashboard. */
export function writeStep(milliseconds: number, interval: Interval): string {
  return (interval === 'hour' ? HOUR : DAY).format(milliseconds);
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
