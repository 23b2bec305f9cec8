/** Reads merchants' flat files: comma separated, unquoted, line by line without a list of all lines. */

/** A line without its line break, and its number from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Yields the lines, separated by LF or CRLF. A final line break is optional, and blank lines at the end are ignored.
 */
export function* linesOf(content: string): Generator<Line> {
  let end = content.length;
  while (end > 0 && (content[end - 1] === '\n' || content[end - 1] === '\r')) end -= 1;
  let start = content.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  for (let number = 1; start < end; number += 1) {
    const found = content.indexOf('\n', start);
    const next = found === -1 || found > end ? end : found;
    const text = content.slice(start, next);
    yield { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
    start = next + 1;
  }
}

/** Error for a quoted line. Without it, a field would be stored with the quotes. Sandbox choice. */
export const NOTHING_QUOTED = 'invalid quotes: nothing is quoted in this file';

/** True when a field is quoted as in RFC 4180. */
export function isQuoted(line: string): boolean {
  return /(^|,)\s*"/.test(line);
}

/** Replaces commas and line breaks by blanks, because these files have no quotes. */
export function plainMember(text: string | null): string {
  return (text ?? '').replace(/[,\r\n]/g, ' ');
}

/** True for a valid date, `YYYYMMDD`. */
export function isDay(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)].map(Number) as [
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
