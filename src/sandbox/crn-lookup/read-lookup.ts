/** Reads the lines of a look-up file: `CRN1,CRN2,CRN3,Amount,Name`. That header line is optional. Nothing is quoted. */
import { NO_VALUE, checkLines, linesOf, refuseLine, splitLine, type Line } from '../flat-file.js';
import type { LookupEntry } from './crn-lookup.js';

/** The header line. */
const LOOKUP_HEADINGS = 'CRN1,CRN2,CRN3,Amount,Name';
const COLUMNS = 5;
const REFERENCE_LENGTH = 50;

/** @throws LineError */
function readEntry(text: string): LookupEntry {
  const columns = splitLine(text);
  if (columns.length !== COLUMNS) refuseLine(`invalid number of columns: ${columns.length}, expected ${COLUMNS}`);
  const [crn1 = '', crn2 = '', crn3 = '', amount = '', name = ''] = columns;
  if (crn1 === '') refuseLine('invalid CRN1: no value');
  for (const [index, reference] of [crn1, crn2, crn3].entries()) {
    if ([...reference].length > REFERENCE_LENGTH) refuseLine(`invalid CRN${index + 1}: invalid length`);
  }
  if (!/^\d{0,12}$/.test(amount)) refuseLine('invalid amount');
  if ([...name].length > REFERENCE_LENGTH) refuseLine('invalid name: invalid length');
  return {
    crn1,
    crn2: crn2 || null,
    crn3: crn3 || null,
    amount: amount === '' ? null : Number(amount),
    name: name || null,
  };
}

function isHeading({ number, text }: Line): boolean {
  return number === 1 && text.toLowerCase() === LOOKUP_HEADINGS.toLowerCase();
}

/** Yields the entries of a checked file. */
export function* entriesOf(content: string): Generator<LookupEntry> {
  for (const line of linesOf(content)) {
    if (!isHeading(line)) yield readEntry(line.text);
  }
}

/** Checks a file before any of it is stored. Errors are by line; an empty list means valid. */
export async function checkLookup(
  content: string,
): Promise<{ readonly entryCount: number; readonly problems: readonly string[] }> {
  let entryCount = 0;
  const { messages } = await checkLines(content, (line) => {
    if (isHeading(line)) return;
    readEntry(line.text);
    entryCount += 1;
  });
  const problems = entryCount === 0 && messages.length === 0 ? [NO_VALUE] : messages;
  return { entryCount, problems };
}

/** Writes entries as lines, below a first line. Nothing is quoted, because an entry has neither commas nor line breaks. */
export function writeLookup(entries: readonly LookupEntry[], firstLine = `${LOOKUP_HEADINGS}\n`): string {
  const lines = entries.map(({ crn1, crn2, crn3, amount, name }) => [crn1, crn2, crn3, amount, name].join(','));
  return firstLine + lines.map((line) => `${line}\n`).join('');
}
