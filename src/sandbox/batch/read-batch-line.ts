/**
 * Reads the lines of a batch file. docs/wire/soap.md section 3, "Batch CSV": `01` header, `50` detail, `99` trailer.
 * There are no quotes, so no field can contain a comma. Card numbers are checked here and not passed on.
 */
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import { splitSentExpiry, writeExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import { isDay, refuseLine, splitLine } from '../flat-file.js';
import { TEST_CARDS_ONLY, checkCard, type CheckedCard } from '../operations/card-entry.js';
import type { BatchRecord } from './batch.js';

const HEADER_COLUMNS = 7;
const DETAIL_COLUMNS = 10;
/** The last column is a 0 without meaning, which some merchants omit. */
const TRAILER_COLUMNS = [4, 3] as const;
const SERVICE_ID = 'CBA-EVOLVE';
const REFERENCE_LENGTH = 50;
/** The highest int of the interface. */
const HIGHEST_AMOUNT = 2_147_483_647;
const REFERENCES = ['biller code', 'CRN1', 'CRN2', 'CRN3'] as const;

function columnsOf(text: string, type: string, ...counts: readonly number[]): readonly string[] {
  const columns = splitLine(text);
  if (columns[0] !== type) refuseLine(`invalid record type: expected ${type}`);
  if (!counts.includes(columns.length)) {
    refuseLine(`invalid number of columns: ${columns.length}, expected ${counts[0] ?? 0}`);
  }
  return columns;
}

/** Checks the first line of a file that a merchant submits. @throws LineError */
export function checkHeader(text: string, merchantNumber: string): void {
  const [, service = '', date = '', time = '', sequence = '', version, merchant] = columnsOf(
    text,
    '01',
    HEADER_COLUMNS,
  );
  if (service !== SERVICE_ID) refuseLine(`invalid service id: expected ${SERVICE_ID}`);
  if (!isDay(date)) refuseLine('invalid date: expected YYYYMMDD');
  if (!/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(time)) refuseLine('invalid time: expected HHMMSS');
  if (!/^\d{0,9}$/.test(sequence)) refuseLine('invalid sequence');
  if (version !== '1') refuseLine('invalid version: expected 1');
  if (merchant !== merchantNumber) refuseLine('invalid merchant number');
}

/** Fields of the last line. */
export interface Trailer {
  /** Includes header and trailer. */
  readonly lines: string;
  readonly total: string;
}

/** Reads the last line. @throws LineError */
export function readTrailer(text: string): Trailer {
  const [, lines = '', total = ''] = columnsOf(text, '99', ...TRAILER_COLUMNS);
  if (!/^\d{1,9}$/.test(lines)) refuseLine('invalid number of records');
  if (!/^\d{1,15}$/.test(total)) refuseLine('invalid total');
  return { lines, total };
}

function readCard(number: string, expiry: string): CheckedCard {
  try {
    return checkCard({ number, holderName: null, ...splitSentExpiry(expiry), cvn: null });
  } catch (error) {
    if (!(error instanceof SandboxFault)) throw error;
    return refuseLine(error.apiCode === 114 ? 'invalid expiry date' : 'invalid card number');
  }
}

/**
 * Reads a detail record. Returns the id of the test card or the token, never the card number. @throws LineError
 */
export function readDetail(text: string, { cards }: Pick<Context, 'cards'>): BatchRecord {
  const columns = columnsOf(text, '50', DETAIL_COLUMNS);
  const [, billerCode = '', crn1 = '', crn2 = '', crn3 = '', amount = '', kind, number = '', expiry = ''] = columns;
  for (const [index, name] of REFERENCES.entries()) {
    if ([...(columns[index + 1] ?? '')].length > REFERENCE_LENGTH) refuseLine(`invalid ${name}: invalid length`);
  }
  if (!/^\d{1,10}$/.test(amount) || Number(amount) < 1 || Number(amount) > HIGHEST_AMOUNT) refuseLine('invalid amount');
  if (kind !== '0') refuseLine('invalid column 7: expected 0');
  if (columns[9] !== 'R') refuseLine('invalid column 10: expected R');
  const card = readCard(number, expiry);
  const testCard = card.isToken ? undefined : cards.findByPan(card.digits);
  if (!testCard && !card.isToken && card.expiry?.month !== TEST_MONTH) {
    refuseLine(`invalid card number (${TEST_CARDS_ONLY})`);
  }
  return {
    billerCode: billerCode || null,
    crn1: crn1 || null,
    crn2: crn2 || null,
    crn3: crn3 || null,
    amount: Number(amount),
    cardId: testCard?.id ?? null,
    token: card.isToken ? card.digits : null,
    expiry: card.expiry && writeExpiry(card.expiry),
  };
}
