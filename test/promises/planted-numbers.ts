/**
 * Numbers to plant and to look for afterwards, in every form in which a program may have kept them. All begin with the
 * same eight digits, which is two more than anybody may keep: to find those eight is to find a leak.
 */
import { createInflateRaw, gzipSync } from 'node:zlib';
import { TEST_CARDS, type TestCard } from '../../src/sandbox/bank/test-cards.js';
import type { Chance } from './trials.js';

/** A range that no issuer has, and that is no year, port or time in a log. */
const START = '45399871';
const LENGTH = 16;

/** A CVN that occurs nowhere else: amounts, ports and numbers of these tests avoid it. */
export const PLANTED_CVN = '8351';

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** So many different numbers. */
export function createNumbers(count: number, chance: Chance): readonly string[] {
  const numbers = new Set<string>();
  while (numbers.size < count) {
    let digits = START;
    while (digits.length < LENGTH - 1) digits += String(chance.whole(0, 9));
    numbers.add(digits + checkDigit(digits));
  }
  return [...numbers];
}

/** Makes test cards of them, so that a sandbox takes them. */
export function cardsOf(numbers: readonly string[]): readonly TestCard[] {
  return numbers.map((pan, index) => ({ ...TEST_CARDS[2]!, id: `planted-${index}`, pan }));
}

/** Encodings of a text in bytes. Each needle is made from the eight digits. */
const NEEDLES: Readonly<Record<string, readonly Buffer[]>> = {
  plain: [Buffer.from(START)],
  spaced: [Buffer.from('4539 9871'), Buffer.from([...START].join(' '))],
  split: ['    ', '<b/>', '<!---->', '</b><b>', '•'].map((by) => Buffer.from(`4539${by}9871`)),
  hyphened: [Buffer.from('4539-9871'), Buffer.from([...START].join('-'))],
  'URL-coded': [
    Buffer.from([...START].map((digit) => `%3${digit}`).join('')),
    Buffer.from('4539%209871'),
    Buffer.from('4539+9871'),
    Buffer.from('4539%2D9871'),
  ],
  base64: [0, 1, 2].map(base64Needle),
  hex: [Buffer.from(Buffer.from(START).toString('hex'))],
  'UTF-16': [Buffer.from(START, 'utf16le'), Buffer.from(START, 'utf16le').swap16()],
};

/** The digits in base64 after a number of bytes, without the characters that also depend on the neighbours. */
function base64Needle(offset: number): Buffer {
  const coded = Buffer.from('\0'.repeat(offset) + START).toString('base64');
  const first = Math.ceil((offset * 8) / 6);
  const last = Math.floor(((offset + START.length) * 8) / 6);
  return Buffer.from(coded.slice(first, last));
}

const LOWEST = BigInt(START.padEnd(LENGTH, '0'));
const HIGHEST = BigInt(START.padEnd(LENGTH, '9'));
const INTEGER = Buffer.alloc(8);
INTEGER.writeBigUInt64BE(LOWEST);

/** As SQLite stores a whole number of this size: eight bytes, the highest first. */
function findIntegers(bytes: Buffer): number {
  const head = INTEGER.subarray(0, 4);
  let found = 0;
  for (let at = bytes.indexOf(head); at >= 0 && at + 8 <= bytes.length; at = bytes.indexOf(head, at + 1)) {
    const value = bytes.readBigUInt64BE(at);
    if (value >= LOWEST && value <= HIGHEST) found += 1;
  }
  return found;
}

const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const GZIP_HEADER = 10;
const HAS_NAME = 0x08;

/** As much as can be unpacked from here: what follows the stream, or breaks it, does no harm. */
function unpack(bytes: Buffer): Promise<Buffer> {
  const start = (bytes[3] ?? 0) & HAS_NAME ? bytes.indexOf(0, GZIP_HEADER) + 1 : GZIP_HEADER;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const inflate = createInflateRaw();
    const end = (): void => resolve(Buffer.concat(chunks));
    inflate.on('data', (chunk: Buffer) => chunks.push(chunk));
    inflate.on('error', end);
    inflate.on('end', end);
    inflate.end(bytes.subarray(start));
  });
}

/** Characters before a match that the report contains. */
const CONTEXT = 60;

/** Looks for the numbers; answers each form in which they were found, and what stood before the first of it. */
export async function findNumbers(bytes: Buffer): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [form, needles] of Object.entries(NEEDLES)) {
    const at = needles.map((needle) => bytes.indexOf(needle)).find((index) => index >= 0);
    if (at !== undefined) found.push(`${form}: ${bytes.toString('latin1', Math.max(0, at - CONTEXT), at)}`);
  }
  if (findIntegers(bytes) > 0) found.push('whole number');
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const inside = await findNumbers(await unpack(bytes.subarray(at)));
    if (inside.length > 0) found.push('gzip');
  }
  return found;
}

/** Each form once, in the midst of other bytes, to show that the search finds it. */
export function hide(number: string): Readonly<Record<string, Buffer>> {
  const grouped = (by: string): string => number.replace(/(....)(?=.)/g, `$1${by}`);
  const around = (bytes: Buffer | string): Buffer =>
    Buffer.concat([Buffer.from([1, 2, 3]), Buffer.from(bytes as string), Buffer.from('z\0')]);
  const integer = Buffer.alloc(8);
  integer.writeBigUInt64BE(BigInt(number));
  return {
    plain: around(`"CardNumber":"${number}"`),
    spaced: around(grouped(' ')),
    hyphened: around(grouped('-')),
    split: around(grouped('<!---->')),
    'URL-coded': around(Array.from(number, (digit) => `%3${digit}`).join('')),
    base64: around(Buffer.from(`{"n":"${number}"}`).toString('base64')),
    'base64 ': around(Buffer.from(`{"n": "${number}"}`).toString('base64')),
    'base64  ': around(Buffer.from(`{"n":  "${number}"}`).toString('base64')),
    hex: around(Buffer.from(number).toString('hex').toUpperCase()),
    'UTF-16': around(Buffer.from(number, 'utf16le')),
    'whole number': around(integer),
    gzip: around(gzipSync(`{"CardNumber":"${number}"}`)),
  };
}
