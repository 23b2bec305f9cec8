/** The flat files of merchants: comma separated, nothing quoted, read line by line and never as a list of all lines. */

/** A line without its end, and its number from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Lines ended by LF or CRLF, the last one with or without it; blank lines at the end are none. */
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

/** Nothing is quoted in these files, so what would end a member or a line becomes a blank. */
export function plainMember(text: string | null): string {
  return (text ?? '').replace(/[,\r\n]/g, ' ');
}

/** True for a day of the calendar, `YYYYMMDD`. */
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
