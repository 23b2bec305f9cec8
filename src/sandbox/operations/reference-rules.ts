/** The forms of references at a merchant's facility. docs/guides/sandbox.md, "The profile of your facility". */
import { passesLuhn } from '../../core/card/luhn.js';
import type { ApiCode } from '../../wire/codes.js';
import { SandboxFault } from '../fault.js';
import type { BillerReference, Merchant, RuledReference } from '../merchant.js';
import type { References } from '../references.js';

type Range = readonly [from: string, to: string];

/** Reads characters and ranges; undefined for what a regular expression would read otherwise. */
function readCharacters(characters: string): readonly Range[] | undefined {
  if (/[\\\]^[]/.test(characters)) return undefined;
  const ranges = [...characters.matchAll(/(.)-(.)|./gsu)].map(([one, from = one, to = one]): Range => [from, to]);
  return ranges.every(([from, to]) => from <= to) ? ranges : undefined;
}

/** True for the inside of a character class, such as `A-Za-z0-9 -`. */
export function isCharacterList(characters: string): boolean {
  return readCharacters(characters) !== undefined;
}

function hasOnly(text: string, characters: string): boolean {
  const ranges = readCharacters(characters) ?? [];
  return [...text].every((each) => ranges.some(([from, to]) => from <= each && each <= to));
}

/** True when a reference has the form. */
export function hasForm(text: string, form: BillerReference): boolean {
  const { characters, shortest = 0, longest = Infinity, prefix = '', suffix = '', from, to, checkDigit } = form;
  if (characters !== undefined && !hasOnly(text, characters)) return false;
  const { length } = [...text];
  if (length < shortest || length > longest || text.length < prefix.length + suffix.length) return false;
  if (!text.startsWith(prefix) || !text.endsWith(suffix)) return false;
  const inside = text.slice(prefix.length, text.length - suffix.length);
  const isNumber = /^[0-9]{1,50}$/.test(inside);
  if ((from !== undefined || to !== undefined) && !isNumber) return false;
  if (from !== undefined && BigInt(inside) < BigInt(from)) return false;
  if (to !== undefined && BigInt(inside) > BigInt(to)) return false;
  return checkDigit === undefined || (isNumber && passesLuhn(inside));
}

const CODES = { crn1: 106, crn2: 107, crn3: 108, merchantReference: 111 } as const satisfies Record<
  RuledReference,
  ApiCode
>;

/**
 * @param isComplete false for terms to which a browser may add a reference
 * @throws SandboxFault 106 to 108, 111 for a reference that the facility does not take
 */
export function assertReferencesAllowed(
  terms: References,
  { settings: { references } }: Merchant,
  isComplete = true,
): void {
  for (const [member, code] of Object.entries(CODES) as [RuledReference, ApiCode][]) {
    const form = references[member];
    const text = terms[member] ?? '';
    const isRefused = text.trim() === '' ? isComplete && form?.isRequired === true : form && !hasForm(text, form);
    if (isRefused) throw new SandboxFault(code);
  }
}
