/**
 * Settlement days. A day closes at a local time, by default midnight; a transaction at or after that time belongs to
 * the next day. Sandbox choice: the real time is not public.
 */
import { readTime, writeLocalTime, writeSettlementDate } from '../../wire/rest/local-time.js';
import type { Merchant } from '../merchant.js';
import type { SandboxSettings } from '../settings.js';

/** `HH:MM` from `00:01` to `24:00`, local time of the service. */
const CLOSING_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

const HOUR_MS = 3_600_000;

/** True for a valid closing time. */
export function isClosingTime(text: string): boolean {
  return CLOSING_TIME.test(text) && text !== '00:00';
}

export function closingTimeOf({ settings }: Merchant, { settlementCloses }: SandboxSettings): string {
  return settings.settlementCloses ?? settlementCloses;
}

/** A calendar day later or earlier, `YYYYMMDD`. */
function moveDay(day: string, days: number): string {
  const date = new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10).replaceAll('-', '');
}

/**
 * The exclusive end of a settlement day. A closing time that the start of daylight saving skips is the instant of the
 * change. One that its end repeats is the first: a closed day stays closed.
 */
export function closingInstantOf(day: string, closes: string): number {
  const [date, time] = closes === '24:00' ? [moveDay(day, 1), '00:00'] : [day, closes];
  const local = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time}:00`;
  const instant = readTime(local);
  // A skipped time is read as one within the hour after the change, and changes are at full hours.
  return writeLocalTime(instant).startsWith(local) ? instant : Math.floor(instant / HOUR_MS) * HOUR_MS;
}

/** The start of a settlement day. */
export function openingInstantOf(day: string, closes: string): number {
  return closingInstantOf(moveDay(day, -1), closes);
}

/** Last computed day for each closing time, because payments come in the order of time. */
const spans = new Map<string, { readonly from: number; readonly until: number; readonly day: string }>();

/** The SettlementDate of an instant, `YYYYMMDD`. */
export function settlementDateOf(instant: number, closes: string): string {
  const known = spans.get(closes);
  if (known && instant >= known.from && instant < known.until) return known.day;
  const today = writeSettlementDate(instant);
  const end = closingInstantOf(today, closes);
  const day = instant < end ? today : moveDay(today, 1);
  const until = instant < end ? end : closingInstantOf(day, closes);
  spans.set(closes, { from: instant, until, day });
  return day;
}
