/**
 * Dates and times of the service: Australian Eastern local time with seven fraction digits and no offset
 * (`2026-03-04T15:06:07.1230000`); docs/wire/rest.md section 3, "Numbers". Florin's own code uses instants: milliseconds
 * since 1970-01-01T00:00:00Z.
 */
import { SERVICE_TIME_ZONE } from '../../core/service-zone.js';
import { WireError } from './wire-error.js';

const CLOCK = new Intl.DateTimeFormat('en-AU-u-ca-gregory-nu-latn', {
  timeZone: SERVICE_TIME_ZONE,
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

const DAY = 86_400_000;
const HOUR = 3_600_000;
// Years have four digits; one day of margin at both ends keeps the local date within them.
const FIRST_INSTANT = utcOf(1, 1, 2);
const LAST_INSTANT = utcOf(9999, 12, 31);

/** Like `Date.UTC`, but years 0 to 99 are not taken for 1900 to 1999. */
function utcOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0, milli = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milli);
  return date.getTime();
}

/** Offset of the service's time zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of CLOCK.formatToParts(instant)) parts[type] = value;
  const year = parts.era === 'BC' || parts.era === 'BCE' ? 1 - Number(parts.year) : Number(parts.year);
  const local = utcOf(
    year,
    Number(parts.month),
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}

/** Since 1970 the offset changes at full hours of UTC only, so it is computed once for each hour. */
let lastHour = { hour: Number.NaN, offset: 0 };

function offsetWithinHour(instant: number): number {
  if (instant < 0) return offsetAt(instant);
  const hour = Math.floor(instant / HOUR);
  if (hour !== lastHour.hour) lastHour = { hour, offset: offsetAt(instant) };
  return lastHour.offset;
}

/** The instant of a local time (given as if it were UTC). A local time that occurs twice gives the first instant. */
function instantOf(local: number): number {
  // Only the offsets of a day before and of a day after are possible.
  const before = local - offsetAt(local - DAY);
  const after = local - offsetAt(local + DAY);
  if (before + offsetAt(before) === local) return before;
  // A local time that a clock change skips uses the offset before the change, which moves it past the gap.
  return after + offsetAt(after) === local ? after : before;
}

/** The service's local date and time of an instant, in the UTC fields of a Date. */
function localDate(instant: number): Date {
  if (!(instant >= FIRST_INSTANT && instant <= LAST_INSTANT)) {
    throw new RangeError('instant must be milliseconds since 1970 within the years 1 to 9999, less a day');
  }
  return new Date(instant + offsetWithinHour(instant));
}

/**
 * Writes an instant as a ProcessedDateTime.
 *
 * @throws RangeError when the instant is not within the years 1 to 9999.
 */
export function writeLocalTime(instant: number): string {
  // Milliseconds are three of the seven fraction digits.
  return `${localDate(instant).toISOString().slice(0, -1)}0000`;
}

/**
 * Writes the settlement date of a transaction as `YYYYMMDD`: the service's local date. The real service also has a cut-off
 * hour, which is not documented.
 *
 * @throws RangeError when the instant is not within the years 1 to 9999.
 */
export function writeSettlementDate(instant: number): string {
  return localDate(instant).toISOString().slice(0, 10).replaceAll('-', '');
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

function refuse(): never {
  throw new WireError([{ path: [], rule: 'format', expected: 'an ISO 8601 date or date-time' }]);
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) refuse();
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * Reads an ISO 8601 date or date-time (ProcessedDateTime, FromDate, ToDate) as an instant. Without an offset it is the
 * service's local time, without a time the start of that day; digits beyond milliseconds are dropped.
 *
 * @example
 *   readTime('2026-03-04T15:06:07.1230000'); // 1772597167123
 *
 * @throws WireError with the rule `format` when the text has another format or the date does not exist.
 */
export function readTime(value: string): number {
  const match = DATE_TIME.exec(value);
  if (!match) return refuse();
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milli = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = utcOf(year, month, day, hour, minute, second, milli);
  // Date rolls the 30th of February over into March, and 24:00 into the next day: both are refused.
  const date = new Date(local);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  if (!exists || date.getUTCMinutes() !== minute || second > 59 || year === 0) return refuse();
  return match[8] === undefined ? instantOf(local) : local - offsetOf(match[8]);
}
