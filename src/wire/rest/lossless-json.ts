/**
 * Lossless JSON. `JSON.parse` rounds integers beyond 2^53-1 and keeps the last of duplicate members without an error, so
 * two readers could act on different amounts. This reader keeps 64-bit integers exact, as bigint, and refuses duplicate
 * members. docs/wire/rest.md section 1; docs/decisions/0006-dependencies.md says why it is not a library.
 */
import { WireError } from './wire-error.js';

const LOWEST = -(2n ** 63n);
const HIGHEST = 2n ** 63n - 1n;
/** Shorter integers are always exact, longer ones exceed 64 bits. */
const LONG_WHOLE = /^-?\d{16,19}$/;
const NUMBER = /[-+.eE\d]+/y;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** An open object or array of the scan. */
interface Level {
  /** The value that `JSON.parse` returned for it. */
  readonly parsed: Record<string | number, unknown> | undefined;
  /** The member names of an object so far. */
  readonly names: Set<string> | undefined;
  /** The current member or item. */
  at: string | number;
  /** Whether the next string is a member name. */
  isName: boolean;
}

/**
 * Parses JSON. The error has no cause, because a parser's message quotes the text.
 *
 * @example
 *   readJson('{"Amount":9223372036854775807}'); // { Amount: 9223372036854775807n }
 *
 * @throws {@link WireError} with the rule `json`, or `twice` for a duplicate member
 */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WireError([{ path: [], rule: 'json', expected: 'JSON' }]);
  }
  return typeof value === 'object' && value !== null ? scan(text, value) : value;
}

/** Scans valid JSON once, at any depth, and puts bigints into the value that `JSON.parse` returned. */
function scan(text: string, value: object): unknown {
  const levels: Level[] = [];
  let level: Level = { parsed: { value }, names: undefined, at: 'value', isName: false };
  const open = (names: Set<string> | undefined): void => {
    const inside = level.parsed?.[level.at];
    const parsed = typeof inside === 'object' ? (inside as Level['parsed']) : undefined;
    levels.push(level);
    level = { parsed, names, at: 0, isName: names !== undefined };
  };
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charCodeAt(place);
    if (letter === QUOTE) {
      const end = endOfText(text, place);
      if (level.isName) level.at = readName(text.slice(place, end + 1), level);
      place = end;
    } else if (letter === OPEN_OBJECT) open(new Set());
    else if (letter === OPEN_ARRAY) open(undefined);
    else if (letter === CLOSE_OBJECT || letter === CLOSE_ARRAY) level = levels.pop() ?? level;
    else if (letter === COLON) level.isName = false;
    else if (letter === COMMA) {
      if (typeof level.at === 'number') level.at += 1;
      level.isName = level.names !== undefined;
    } else if (letter === 0x2d || (letter >= 0x30 && letter <= 0x39)) {
      NUMBER.lastIndex = place;
      const [number = ''] = NUMBER.exec(text) ?? [];
      const whole = readWhole(number);
      if (whole !== undefined && level.parsed) level.parsed[level.at] = whole;
      place += number.length - 1;
    }
  }
  return value;
}

/** The index of the quote that ends a string. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

/** Reads a member name with its escapes: `"\u0041mount"` is `Amount`. */
function readName(quoted: string, { names }: Level): string {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (names?.has(name)) throw new WireError([{ path: [], rule: 'twice', expected: 'JSON without a member twice' }]);
  names?.add(name);
  return name;
}

/** Returns a 64-bit integer that is not a safe integer as bigint; else undefined. */
function readWhole(text: string): bigint | undefined {
  if (!LONG_WHOLE.test(text) || Number.isSafeInteger(Number(text))) return undefined;
  const whole = BigInt(text);
  return whole >= LOWEST && whole <= HIGHEST ? whole : undefined;
}

/** Writes a value as JSON, a bigint with all its digits: the reverse of {@link readJson}. */
export function writeJson(value: unknown, indent?: number): string {
  const wholes: bigint[] = [];
  const text = JSON.stringify(value, (_name, member: unknown) => keepWhole(member, 0, wholes), indent);
  if (wholes.length === 0) return text;
  let mark = '#';
  while (text.includes(mark)) mark += '#';
  const marked = JSON.stringify(value, (_name, member: unknown) => keepWhole(member, mark, []), indent);
  return marked.replaceAll(`"${mark}"`, () => String(wholes.shift()));
}

function keepWhole(member: unknown, stand: string | number, wholes: bigint[]): unknown {
  if (typeof member !== 'bigint') return member;
  wholes.push(member);
  return stand;
}
