/**
 * Reading: an outside value becomes a value of a schema's type, or a {@link WireError} says which members are wrong.
 *
 * One walk before validation forgives what the wire forgives (wire/rest.md sections 1 and 3): null equals absent,
 * unknown members are ignored, other spellings of a member are taken, the texts "true" and "false" are Booleans.
 *
 * The walk follows the schema, not the value: it looks members up by their known names. So its depth is the schema's
 * depth, a million unknown members cost nothing, and a member named `__proto__` is just unknown.
 */
import * as z from 'zod';
import { shapeOf, spellingsOfMember, unwrapOptional } from './wire-object.js';
import { MAX_PROBLEMS, WireError, type WireProblem, type WireRule } from './wire-error.js';

/** More array items than any real message has; above it a reader refuses before it validates each one. */
export const MAX_ITEMS = 10_000;

const FLAGS = new Map([
  ['true', true],
  ['false', false],
]);

type WireRecord = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a value stands, from the inside out: written down for each member, and read only when something is wrong. */
interface Place {
  readonly step: string | number;
  readonly before: Place | undefined;
}

type Settle = (value: unknown, place: Place | undefined) => unknown;

interface Member {
  readonly name: string;
  readonly spellings: readonly string[];
  readonly settle: Settle;
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

const asItIs: Settle = (value) => value;
const settleFlag: Settle = (value) => (typeof value === 'string' ? (FLAGS.get(value.toLowerCase()) ?? value) : value);

function objectSettler(schema: z.ZodObject): Settle {
  const members = Object.entries(shapeOf(schema)).map(([name, member]): Member => ({
    name,
    spellings: spellingsOfMember(schema, name),
    settle: settlerOf(member),
  }));
  return (value, place) => {
    if (!isRecord(value)) return value;
    const settled: Record<string, unknown> = {};
    for (const member of members) {
      const { name, settle } = member;
      const found = memberOf(value, member);
      if (found === undefined) continue;
      settled[name] = settle === asItIs ? found : settle(found, { step: name, before: place });
    }
    return settled;
  };
}

function arraySettler(schema: z.ZodArray): Settle {
  const settle = settlerOf(schema.element);
  return (value, place) => {
    if (!Array.isArray(value)) return value;
    if (value.length > MAX_ITEMS) {
      throw new WireError([{ path: pathTo(place), rule: 'count', expected: `at most ${MAX_ITEMS} items` }]);
    }
    const items: readonly unknown[] = value;
    return items.filter((item) => item !== null).map((item, step) => settle(item, { step, before: place }));
  };
}

const settlers = new WeakMap<z.core.$ZodType, Settle>();

/** To ask a schema of what kind it is costs more than to settle a value: once for each schema, not for each value. */
function settlerOf(schema: z.core.$ZodType): Settle {
  const known = settlers.get(schema);
  if (known) return known;
  const made = makeSettler(unwrapOptional(schema));
  settlers.set(schema, made);
  return made;
}

function makeSettler(schema: z.core.$ZodType): Settle {
  if (schema instanceof z.ZodObject) return objectSettler(schema);
  if (schema instanceof z.ZodArray) return arraySettler(schema);
  return schema instanceof z.ZodBoolean ? settleFlag : asItIs;
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};

/** True when nothing stands at the path; only own members count. */
function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let place = value;
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return true;
    place = (place as Record<PropertyKey, unknown>)[step];
  }
  return place === undefined;
}

function ruleOf(issue: z.core.$ZodIssue, value: unknown): { rule: WireRule; expected: string } {
  switch (issue.code) {
    case 'too_big':
      if (issue.origin === 'string') {
        const how = issue.exact === true ? 'exactly' : 'at most';
        return { rule: 'length', expected: `text of ${how} ${issue.maximum} characters` };
      }
      return { rule: 'integer', expected: 'a whole number of at most 16 digits' };
    case 'too_small':
      if (issue.origin === 'string') return { rule: 'length', expected: `text of exactly ${issue.minimum} characters` };
      return { rule: 'integer', expected: 'a whole number of at most 16 digits' };
    case 'invalid_type': {
      const expected = TYPE_NAMES[issue.expected] ?? issue.expected;
      if (isAbsent(value, issue.path)) return { rule: 'required', expected: `there: ${expected}` };
      return { rule: issue.expected === 'int' ? 'integer' : 'type', expected };
    }
    case 'invalid_union':
      return { rule: 'type', expected: 'a whole number or text' };
    default:
      return { rule: 'format', expected: 'of the form that the manual shows' };
  }
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): WireProblem {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  return { path, ...ruleOf(issue, value) };
}

/**
 * Reads a parsed JSON value as an object of the wire.
 *
 * @throws {@link WireError} naming each wrong member.
 */
export function readWire<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const settled = settlerOf(schema)(value, undefined);
  const result = schema.safeParse(settled);
  if (result.success) return result.data;
  throw new WireError(result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, settled)));
}

/**
 * Reads the text of a body as JSON. No cause is kept: `JSON.parse` quotes what it could not read.
 *
 * @throws {@link WireError} with the rule `json`.
 */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw new WireError([{ path: [], rule: 'json', expected: 'JSON' }]);
  }
}
