/** Reads the lines of a look-up file: `CRN1,CRN2,CRN3,Amount,Name`. That header line is optional. Nothing is quoted. */
import { yieldToEventLoop } from '../yield-to-event-loop.js';
import { NOTHING_QUOTED, isQuoted, linesOf } from '../flat-file.js';
import type { LookupEntry } from './crn-lookup.js';

/** An invalid file. The message names the first wrong line. */
export class LookupError extends Error {
  override readonly name = 'LookupError';
}

const HEADINGS = 'crn1,crn2,crn3,amount,name';
const COLUMNS = 5;
const REFERENCE_LENGTH = 50;
const LINES_BETWEEN_YIELDS = 2_000;

function readEntry(text: string, number: number): LookupEntry {
  const refuse = (what: string): never => {
    throw new LookupError(`line ${number}: ${what}`);
  };
  if (isQuoted(text)) refuse(NOTHING_QUOTED);
  const columns = text.split(',');
  if (columns.length !== COLUMNS) refuse(`invalid number of columns: ${columns.length}, expected ${COLUMNS}`);
  const [crn1 = '', crn2 = '', crn3 = '', amount = '', name = ''] = columns;
  if (crn1 === '') refuse('invalid CRN1: no value');
  for (const [index, reference] of [crn1, crn2, crn3].entries()) {
    if ([...reference].length > REFERENCE_LENGTH) refuse(`invalid CRN${index + 1}: invalid length`);
  }
  if (!/^\d{0,12}$/.test(amount)) refuse('invalid amount');
  if ([...name].length > REFERENCE_LENGTH) refuse('invalid name: invalid length');
  return {
    crn1,
    crn2: crn2 || null,
    crn3: crn3 || null,
    amount: amount === '' ? null : Number(amount),
    name: name || null,
  };
}

/** Yields the entries of a file. @throws LookupError */
export function* entriesOf(content: string): Generator<LookupEntry> {
  for (const { number, text } of linesOf(content)) {
    if (number === 1 && text.toLowerCase() === HEADINGS) continue;
    yield readEntry(text, number);
  }
}

/** Checks a file. Resolves with the number of its entries. @throws LookupError */
export async function countEntries(content: string): Promise<number> {
  let count = 0;
  for (const entry of entriesOf(content)) {
    if (entry.crn1 !== '') count += 1;
    if (count % LINES_BETWEEN_YIELDS === 0) await yieldToEventLoop();
  }
  if (count === 0) throw new LookupError('invalid content: no value');
  return count;
}
