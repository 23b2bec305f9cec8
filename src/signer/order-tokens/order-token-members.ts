/**
 * Reads the JSON of an order token's header and claims. It is stricter than JSON.parse: flat, no
 * duplicate members, and plain whole numbers only. Two readers that picked different ones of two
 * `amount` members would charge different prices.
 */

/** A member's value. Numbers are whole and exact. */
export type Member = string | number | boolean;

const MEMBER =
  /\s*("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrtu])*")\s*:\s*("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrtu])*"|-?\d+|true|false)\s*([,}])\s*/y;
/** The longest digit string that is exact as a number. */
const DIGITS = /^-?(?:0|[1-9]\d{0,15})$/;

/** The members of a flat JSON object; undefined for any other text. Never throws. */
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

/** Escapes are decoded: `"\u0061mount"` is `amount`. */
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
