/**
 * Reads an outside value as a value of a schema's type, or throws a {@link WireError} that names the wrong members.
 *
 * A normalisation before validation accepts what the service accepts (docs/wire/rest.md sections 1 and 3): null equals
 * absent, unknown members are ignored, other spellings of a member are read, the texts "true" and "false" are Booleans.
 *
 * It follows the schema, not the value, and looks members up by their known names. So its depth is that of the schema, a
 * million unknown members cost nothing, and a member named `__proto__` is unknown like any other.
 */
import * as z from 'zod';
import { isLenientAt, shapeOf, spellingsOfMember, unwrapOptional } from './wire-object.js';
import { MAX_PROBLEMS, WireError, type WireProblem, type WireRule } from './wire-error.js';

/** More array items than any real message has; a longer array is refused before its items are validated. */
export const MAX_ITEMS = 10_000;

const FLAGS = new Map([
  ['true', true],
  ['false', false],
]);

type WireRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Path of a value as a linked list, innermost step first: cheap to build, and read only for an error. */
interface Place {
  readonly step: string | number;
  readonly before: Place | undefined;
}

type Normalize = (value: unknown, place: Place | undefined) => unknown;

interface Member {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly normalize: Normalize;
}

function pathTo(place: Place | undefined): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let each = place; each; each = each.before) path.unshift(each.step);
  return path;
}

function memberOf(record: WireRecord, { name, spellings }: Member): unknown {
  if (Object.hasOwn(record, name) && record[name] !== null) return record[name];
  for (const spelling of spellings) {
    if (Object.hasOwn(record, spelling) && record[spelling] !== null) return record[spelling];
  }
  return undefined;
}

const unchanged: Normalize = (value) => value;
const normalizeFlag: Normalize = (value) =>
  typeof value === 'string' ? (FLAGS.get(value.toLowerCase()) ?? value) : value;

/** A member that takes any number, which is never exact. */
const normalizeDecimal: Normalize = (value) => (typeof value === 'bigint' ? Number(value) : value);

function objectNormalizer(schema: z.ZodObject): Normalize {
  const members = Object.entries(shapeOf(schema)).map(([name, member]): Member => ({
    name,
    spellings: spellingsOfMember(schema, name),
    normalize: normalizerOf(member),
  }));
  return (value, place) => {
    if (!isRecord(value)) return value;
    const normalized: Record<string, unknown> = {};
    for (const member of members) {
      const { name, normalize } = member;
      const found = memberOf(value, member);
      if (found === undefined) continue;
      normalized[name] = normalize === unchanged ? found : normalize(found, { step: name, before: place });
    }
    return normalized;
  };
}

function arrayNormalizer(schema: z.ZodArray): Normalize {
  const normalize = normalizerOf(schema.element);
  return (value, place) => {
    if (!Array.isArray(value)) return value;
    if (value.length > MAX_ITEMS) {
      throw new WireError([{ path: pathTo(place), rule: 'count', expected: `at most ${MAX_ITEMS} items` }]);
    }
    const items: readonly unknown[] = value;
    return items.filter((item) => item !== null).map((item, step) => normalize(item, { step, before: place }));
  };
}

const normalizers = new WeakMap<z.core.$ZodType, Normalize>();

/** Cached for each schema: `instanceof` on a schema costs more than the normalisation of a value. */
function normalizerOf(schema: z.core.$ZodType): Normalize {
  const known = normalizers.get(schema);
  if (known) return known;
  const made = createNormalizer(unwrapOptional(schema));
  normalizers.set(schema, made);
  return made;
}

function createNormalizer(schema: z.core.$ZodType): Normalize {
  if (schema instanceof z.ZodObject) return objectNormalizer(schema);
  if (schema instanceof z.ZodArray) return arrayNormalizer(schema);
  if (schema instanceof z.ZodNumber && schema.format === null) return normalizeDecimal;
  return schema instanceof z.ZodBoolean ? normalizeFlag : unchanged;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** The value at a path; only own members count. */
function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let place = value;
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return undefined;
    place = (place as Record<PropertyKey, unknown>)[step];
  }
  return place;
}

/** The wire has 64-bit integers, a JavaScript number 53 bits. docs/wire/rest.md, "Deliberate departures". */
const TOO_LARGE = { rule: 'large', expected: `a whole number of at most ${Number.MAX_SAFE_INTEGER}` } as const;

/** Whether a value is a whole number beyond those that a JavaScript number holds exactly. */
function isTooLarge(value: unknown): boolean {
  return typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

function ruleOf(issue: z.core.$ZodIssue, value: unknown): { rule: WireRule; expected: string } {
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'string') {
        const how = issue.exact === true ? 'exactly' : 'at most';
        return { rule: 'length', expected: `text of ${how} ${issue.maximum} characters` };
      }
      return TOO_LARGE;
    case 'too_small':
      if (issue.origin === 'string') return { rule: 'length', expected: `text of exactly ${issue.minimum} characters` };
      return TOO_LARGE;
    case 'invalid_type': {
      if (typeof memberAt(value, issue.path) === 'bigint') return TOO_LARGE;
      const expected = TYPE_NAMES[issue.expected] ?? issue.expected;
      if (memberAt(value, issue.path) === undefined) return { rule: 'required', expected: `there: ${expected}` };
      return { rule: issue.expected === 'int' ? 'integer' : 'type', expected };
    }
    case 'invalid_union':
      if (issue.errors.flat().some((each) => each.code === 'invalid_type' && each.expected === 'bigint')) {
        return { rule: 'integer', expected: 'a whole number of 64 bits' };
      }
      return isTooLarge(memberAt(value, issue.path)) ? TOO_LARGE : { rule: 'type', expected: 'a whole number or text' };
    default:
      return { rule: 'format', expected: 'of the form that the manual shows' };
  }
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): WireProblem {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  return { path, ...ruleOf(issue, value) };
}

function wireErrorOf(issues: readonly z.core.$ZodIssue[], value: unknown): WireError {
  return new WireError(issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, value)));
}

function parse<S extends z.ZodType>(schema: S, value: unknown) {
  const normalized = normalizerOf(schema)(value, undefined);
  return { normalized, result: schema.safeParse(normalized) };
}

/**
 * Reads a parsed JSON value as a wire object.
 *
 * @example
 *   const { TxnReq } = readWire(processTxnRequest.v3, readJson(body));
 *
 * @throws {@link WireError} naming each wrong member.
 */
export function readWire<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { normalized, result } = parse(schema, value);
  if (result.success) return result.data;
  throw wireErrorOf(result.error.issues, normalized);
}

/**
 * Reads an answer of the service. It is like {@link readWire}, but a `lenient` member (wire-object.ts) cannot make an answer
 * unreadable: a whole number is read as its digits where text is expected, any other value is left out.
 *
 * @param note gets each such member.
 * @throws {@link WireError} naming the other wrong members.
 */
export function readAnswer<S extends z.ZodType>(
  schema: S,
  value: unknown,
  note: (problem: WireProblem) => void,
): z.output<S> {
  const { normalized, result } = parse(schema, value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const strict = issues.filter(({ path }) => !isLenientAt(schema, path));
  if (strict.length > 0) throw wireErrorOf(strict, normalized);
  for (const issue of issues) {
    const { path } = issue;
    note(problemOf(issue, normalized));
    // An object that the normalisation has made.
    const holder = memberAt(normalized, path.slice(0, -1)) as Record<PropertyKey, unknown>;
    const name = path.at(-1) ?? '';
    const odd = holder[name];
    const isWhole = typeof odd === 'bigint' || Number.isSafeInteger(odd);
    if (isWhole && issue.code === 'invalid_type' && issue.expected === 'string') holder[name] = String(odd);
    else Reflect.deleteProperty(holder, name);
  }
  return readWire(schema, normalized);
}
