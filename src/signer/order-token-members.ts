/**
 * Reads the JSON of an order token's header and claims. Stricter than JSON.parse, because two readers that take a
 * different one of two `amount` members would charge different prices: flat, no member twice, and every number a plain
 * whole one.
 */

/** A member's value. Numbers are whole and exact. */
export type Member = string | number | boolean;

const MEMBER =
  /\s*("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrtu])*")\s*:\s*("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrtu])*"|-?\d+|true|false)\s*([,}])\s*/y;
/** The longest text of digits whose number is exact. */
const DIGITS = /^-?(?:0|[1-9]\d{0,15})$/;

/** The members of a flat JSON object, or undefined when the text is anything else. Never throws. */
export function readMembers(text: string): ReadonlyMap<string, Member> | undefined {
  const body = text.trimStart();
  if (!body.startsWith('{')) return undefined;
  const members = new Map<string, Member>();
  const scan = new RegExp(MEMBER);
  scan.lastIndex = 1;
  for (;;) {
    const [, name, value, end] = scan.exec(body) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = readText(name);
    const read = value.startsWith('"') ? readText(value) : readPlain(value);
    if (key === undefined || read === undefined || members.has(key)) return undefined;
    members.set(key, read);
    if (end === '}') return scan.lastIndex === body.length ? members : undefined;
  }
}

/** Escapes decide nothing: `"\u0061mount"` is `amount`. */
function readText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

function readPlain(text: string): Member | undefined {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return DIGITS.test(text) && Number.isSafeInteger(number) && !Object.is(number, -0) ? number : undefined;
}
