/** Checks a whole batch file before any of it is stored. */
import type { Context } from '../context.js';
import { NO_VALUE, checkLines, linesOf, refuseLine, type Line } from '../flat-file.js';
import type { Merchant } from '../merchant.js';
import type { BatchRecord } from './batch.js';
import { checkHeader, readDetail, readTrailer } from './read-batch-line.js';

export interface CheckedBatch {
  readonly header: string;
  readonly recordCount: number;
  /** Errors by line; empty when the file is valid. */
  readonly messages: readonly string[];
}

/** Checks header, details and trailer, and the trailer's count and total. */
export async function checkBatch(
  content: string,
  merchant: Merchant,
  context: Pick<Context, 'cards'>,
): Promise<CheckedBatch> {
  let header = '';
  let recordCount = 0;
  let total = 0;
  let trailerAt = 0;

  function check({ number, text }: Line): void {
    if (number === 1) {
      header = text;
      checkHeader(text, merchant.number);
    } else if (trailerAt > 0) {
      refuseLine('behind the trailer');
    } else if (text.startsWith('99,')) {
      trailerAt = number;
      const trailer = readTrailer(text);
      if (Number(trailer.lines) !== number) refuseLine(`invalid number of records: the file has ${number}`);
      if (Number(trailer.total) !== total) refuseLine(`invalid total: the records add up to ${total}`);
    } else {
      // Refused records count too, so that the trailer does not get an extra error.
      recordCount += 1;
      total += readDetail(text, context).amount;
    }
  }

  const { messages: found, lineCount, isComplete } = await checkLines(content, check);
  if (!isComplete) return { header, recordCount, messages: found };
  const messages = [...found];
  if (lineCount === 0) messages.push(NO_VALUE);
  else if (trailerAt === 0) messages.push(`line ${lineCount + 1}: invalid record type: expected 99`);
  if (lineCount > 1 && recordCount === 0) messages.push('invalid content: no records');
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
