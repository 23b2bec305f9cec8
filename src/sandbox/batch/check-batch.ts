/** Checks a whole batch file before any of it is stored. */
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import type { Context } from '../context.js';
import { linesOf } from '../flat-file.js';
import type { Merchant } from '../merchant.js';
import type { BatchRecord } from './batch.js';
import { BatchLineError, checkHeader, readDetail, readTrailer } from './read-batch-line.js';

/** Result of the check. */
export interface CheckedBatch {
  readonly header: string;
  readonly recordCount: number;
  /** Errors by line; empty when the file is valid. */
  readonly messages: readonly string[];
}

/** Maximum number of messages in one response. */
const MOST_MESSAGES = 100;
const LINES_BETWEEN_YIELDS = 2_000;

const NO_VALUE = 'invalid content: no value';

/** Checks header, details and trailer, and the trailer's count and total. */
export async function checkBatch(
  content: string,
  merchant: Merchant,
  context: Pick<Context, 'cards'>,
): Promise<CheckedBatch> {
  const messages: string[] = [];
  let header = '';
  let recordCount = 0;
  let total = 0;
  let trailerAt = 0;
  let lines = 0;

  function check(number: number, text: string): void {
    if (number === 1) {
      header = text;
      checkHeader(text, merchant.number);
    } else if (trailerAt > 0) {
      throw new BatchLineError('behind the trailer');
    } else if (text.startsWith('99,')) {
      trailerAt = number;
      const trailer = readTrailer(text);
      if (Number(trailer.lines) !== number)
        throw new BatchLineError(`invalid number of records: the file has ${number}`);
      if (Number(trailer.total) !== total) throw new BatchLineError(`invalid total: the records add up to ${total}`);
    } else {
      // Refused records count too, so that the trailer does not get an extra error.
      recordCount += 1;
      total += readDetail(text, context).amount;
    }
  }

  for (const { number, text } of linesOf(content)) {
    lines = number;
    if (number % LINES_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    try {
      check(number, text);
    } catch (error) {
      if (!(error instanceof BatchLineError)) throw error;
      messages.push(`line ${number}: ${error.message}`);
    }
    if (messages.length > MOST_MESSAGES) {
      return {
        header,
        recordCount,
        messages: [...messages.slice(0, MOST_MESSAGES), 'and more: the rest was not read'],
      };
    }
  }
  if (lines === 0) messages.push(NO_VALUE);
  else if (trailerAt === 0) messages.push(`line ${lines + 1}: invalid record type: expected 99`);
  if (lines > 1 && recordCount === 0) messages.push('invalid content: no records');
  return { header, recordCount, messages };
}

/** Yields the records of a checked file in slices. */
export function* slicesOf(
  content: string,
  size: number,
  context: Pick<Context, 'cards'>,
): Generator<readonly BatchRecord[]> {
  let slice: BatchRecord[] = [];
  for (const { number, text } of linesOf(content)) {
    if (number === 1 || text.startsWith('99,')) continue;
    slice.push(readDetail(text, context));
    if (slice.length < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
