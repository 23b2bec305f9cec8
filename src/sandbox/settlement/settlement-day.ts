/**
 * Which day a transaction is settled on. A day of the service closes at a local time, midnight unless a setting says
 * otherwise; what comes at or after that is settled on the next. Sandbox choice: the hour is not public.
 */
import { readTime, writeSettlementDate } from '../../wire/rest/local-time.js';
import type { Merchant } from '../merchant.js';
import type { SandboxSettings } from '../settings.js';

/** `HH:MM` from `00:01` to `24:00`, local time of the service. */
const CLOSING_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/** True for a time at which a day can close. */
export function isClosingTime(text: string): boolean {
  return CLOSING_TIME.test(text) && text !== '00:00';
}

/** When the merchant's days close. */
export function closingTimeOf({ settings }: Merchant, { settlementCloses }: SandboxSettings): string {
  return settings.settlementCloses ?? settlementCloses;
}

/** The day before or after, by the calendar. Days are `YYYYMMDD`. */
function dayAfter(day: string): string {
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * The first instant that is not settled on this day any more. A time that the start of summer time skips is the instant
 * of the change; one that its end brings twice is the first: a day that has closed stays closed.
 */
export function closingInstantOf(day: string, closes: string): number {
  const [date, time] = closes === '24:00' ? [dayAfter(day), '00:00'] : [day, closes];
  return readTime(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time}:00`);
}

/** Of each closing time the span that was worked out last: payments come in the order of time. */
const spans = new Map<string, { readonly from: number; readonly until: number; readonly day: string }>();

/** The SettlementDate of a transaction of this instant, `YYYYMMDD`. */
export function settlementDateOf(instant: number, closes: string): string {
  const known = spans.get(closes);
  if (known && instant >= known.from && instant < known.until) return known.day;
  const today = writeSettlementDate(instant);
  const end = closingInstantOf(today, closes);
  const day = instant < end ? today : dayAfter(today);
  const until = instant < end ? end : closingInstantOf(day, closes);
  spans.set(closes, { from: instant, until, day });
  return day;
}
