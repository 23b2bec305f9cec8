/** Reads merchants' flat files: comma separated, unquoted, line by line without a list of all lines. */

import { yieldToEventLoop } from './yield-to-event-loop.js';

/** Thrown for an invalid line. The message never contains card data. */
class LineError extends Error {
  override readonly name = 'LineError';
}

/** @throws LineError */
export function refuseLine(what: string): never {
  throw new LineError(what);
}

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

export interface CheckedLines {
  /** Errors by line; empty when every line is valid. */
  readonly messages: readonly string[];
  /** Number of lines that were read. */
  readonly lineCount: number;
  /** False where there were too many errors, and the rest was not read. */
  readonly isComplete: boolean;
}

/** Maximum number of messages in one response. */
const MOST_MESSAGES = 100;
const LINES_BETWEEN_YIELDS = 2_000;

/** Checks each line. @param check throws `LineError` for an invalid one */
export async function checkLines(content: string, check: (line: Line) => void): Promise<CheckedLines> {
  const messages: string[] = [];
  let lineCount = 0;
  for (const line of linesOf(content)) {
    lineCount = line.number;
    if (line.number % LINES_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    try {
      check(line);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      messages.push(`line ${line.number}: ${error.message}`);
    }
    if (messages.length > MOST_MESSAGES) {
      const first = messages.slice(0, MOST_MESSAGES);
      return { messages: [...first, 'and more: the rest was not read'], lineCount, isComplete: false };
    }
  }
  return { messages, lineCount, isComplete: true };
}

/** Error for a file without a line. */
export const NO_VALUE = 'invalid content: no value';

/**
 * Splits a line. A field that is quoted as in RFC 4180 is refused: it would be stored with the quotes. Sandbox choice.
 *
 * @throws LineError
 */
export function splitLine(text: string): readonly string[] {
  if (/(^|,)\s*"/.test(text)) refuseLine('invalid quotes: nothing is quoted in this file');
  return text.split(',');
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
