/**
 * Times on the SOAP wire: Australian Eastern local time, no offset, fraction without trailing zeros. wire/soap.md
 * section 2. Within Florin a time is an instant, as in the REST wire, whose clock is used.
 */
import { readTime, writeLocalTime } from '../rest/local-time.js';

/**
 * The instant that stands for "not set", written `0001-01-01T00:00:00` and read from it whatever its offset. It is that
 * reading taken as UTC, which no clock of the service ever shows.
 */
export const UNSET_TIME = -62_135_596_800_000;

const UNSET_TEXT = '0001-01-01T00:00:00';
const UNSET = /^0001-01-01(?:T00:00:00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
// Fields of the schema types dateTime and date. The other six that .NET lumps together as "AllXsd" (a year, a day of
// a month, a time alone) have no meaning here: the real service takes them, the sandbox refuses.
const DATE_TIME = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?)(\.\d+)?(Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

/**
 * Reads an XML Schema dateTime or date; with an offset it is that instant, without one it is the service's local time.
 * Digits beyond milliseconds are dropped. Undefined when it is anything else, or no date of the calendar.
 */
export function readDateTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (UNSET.test(trimmed)) return UNSET_TIME;
  const [, local = '', fraction = '', offset = ''] = DATE_TIME.exec(trimmed) ?? [];
  if (local === '' || (fraction !== '' && !local.includes('T'))) return undefined;
  try {
    const time = local.includes('T') ? local : `${local}T00:00:00`;
    return readTime(`${time}${fraction.slice(0, 4)}${offset}`);
  } catch {
    return undefined;
  }
}

/**
 * Writes an instant.
 *
 * @throws RangeError when it is neither {@link UNSET_TIME} nor within the years 1 to 9999.
 */
export function writeDateTime(instant: number): string {
  if (instant === UNSET_TIME) return UNSET_TEXT;
  return writeLocalTime(instant).replace(/\.?0+$/, '');
}
