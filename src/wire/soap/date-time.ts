/**
 * Dates and times of the SOAP wire: Australian Eastern local time, no offset, fraction without trailing zeros.
 * docs/wire/soap.md section 2. Florin's own code uses instants, as for the REST wire.
 */
import { readTime, writeLocalTime } from '../rest/local-time.js';

/**
 * The instant for "not set", written as `0001-01-01T00:00:00` and read from that text with any offset. Its value is that
 * time in UTC.
 */
export const UNSET_TIME = -62_135_596_800_000;

const UNSET_TEXT = '0001-01-01T00:00:00';
const UNSET = /^0001-01-01(?:T00:00:00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
// The XML Schema types dateTime and date. The real service also takes the other six types of .NET's "AllXsd" (a year, a
// day of a month, a time alone); the sandbox refuses them.
const DATE_TIME = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?)(\.\d+)?(Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

function isInYears(instant: number): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/**
 * Reads an XML Schema dateTime or date; without an offset it is the service's local time. Digits beyond milliseconds are
 * dropped. Returns undefined for any other text, and for a date that does not exist.
 */
export function readDateTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (UNSET.test(trimmed)) return UNSET_TIME;
  const [, local = '', fraction = '', offset = ''] = DATE_TIME.exec(trimmed) ?? [];
  if (local === '' || (fraction !== '' && !local.includes('T'))) return undefined;
  try {
    const time = local.includes('T') ? local : `${local}T00:00:00`;
    const instant = readTime(`${time}${fraction.slice(0, 4)}${offset}`);
    // An offset can lead beyond the supported years.
    return offset === '' || isInYears(instant) ? instant : undefined;
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
