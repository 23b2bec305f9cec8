/**
 * Writing: a value of a schema's type becomes the object that goes onto the wire. Members stand in ordinal
 * alphabetical order (`CVNResult` before `CardDetails`), as the service writes them; what the schema does not know is
 * left out, which is how version 2 never answers a member of version 3. wire/rest.md section 1.
 */
import * as z from 'zod';
import { shapeOf, unwrapOptional } from './wire-object.js';

/** A JSON object whose members are in the wire's order. */
export type WireJson = Readonly<Record<string, unknown>>;

/** Member names written in another spelling. */
export type MemberSpelling = Readonly<Record<string, string>>;

/**
 * The source document's spelling, with a trailing blank in `MerchantNumber `. The real service writes none, so this is
 * a switch and not the default. wire/rest.md, "Deliberate departures".
 */
export const SOURCE_SPELLING: MemberSpelling = { MerchantNumber: 'MerchantNumber ' };

interface Writing {
  /** What stands for an absent member: null, or nothing at all. */
  readonly absent: 'null' | 'omit';
  readonly spelling: MemberSpelling;
}

type Members = readonly (readonly [name: string, schema: z.core.$ZodType])[];

const orderedMembers = new WeakMap<z.ZodObject, Members>();

/** A schema's members in the wire's order; sorted once, because every answer is written by it. */
function membersOf(schema: z.ZodObject): Members {
  const known = orderedMembers.get(schema);
  if (known) return known;
  // Compares UTF-16 units, so capitals stand before small letters.
  const members = Object.entries(shapeOf(schema)).sort(([a], [b]) => (a < b ? -1 : 1));
  orderedMembers.set(schema, members);
  return members;
}

function writeObject(schema: z.ZodObject, value: WireJson, writing: Writing): WireJson {
  const written: Record<string, unknown> = {};
  for (const [name, member] of membersOf(schema)) {
    const inside = value[name];
    const spelled = writing.spelling[name] ?? name;
    if (inside !== undefined) written[spelled] = writeValue(member, inside, writing);
    else if (writing.absent === 'null') written[spelled] = null;
  }
  return written;
}

function writeValue(schema: z.core.$ZodType, value: unknown, writing: Writing): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodObject) return writeObject(inner, value as WireJson, writing);
  if (inner instanceof z.ZodArray) {
    return (value as readonly unknown[]).map((item) => writeValue(inner.element, item, writing));
  }
  return value;
}

/** Writes a request: absent members are left out, which the service takes for null. */
export function writeRequest<S extends z.ZodObject>(schema: S, value: z.output<S>): WireJson {
  return writeObject(schema, value, { absent: 'omit', spelling: {} });
}

/** Writes an answer: every member is there, null when empty. */
export function writeAnswer<S extends z.ZodObject>(
  schema: S,
  value: z.output<S>,
  spelling: MemberSpelling = {},
): WireJson {
  return writeObject(schema, value, { absent: 'null', spelling });
}
