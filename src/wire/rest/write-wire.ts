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

/** How the value of a member is written. */
type Write = (value: unknown, writing: Writing) => unknown;

type Members = readonly (readonly [name: string, write: Write])[];

const AS_THEY_ARE: MemberSpelling = {};

const orderedMembers = new WeakMap<z.ZodObject, Members>();
const emptyAnswers = new WeakMap<z.ZodObject, WeakMap<MemberSpelling, WireJson>>();

/** A schema's members in the wire's order; looked at once, because every answer is written by it. */
function membersOf(schema: z.ZodObject): Members {
  const known = orderedMembers.get(schema);
  if (known) return known;
  // Compares UTF-16 units, so capitals stand before small letters.
  const members = Object.entries(shapeOf(schema))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, writerOf(member)] as const);
  orderedMembers.set(schema, members);
  return members;
}

/**
 * A schema's members in a spelling, all null. A copy of it that is then filled is an object of one known shape; one that
 * is filled name by name is a hash table, which takes twice as long to make and to put into JSON.
 */
function emptyAnswerOf(schema: z.ZodObject, spelling: MemberSpelling): WireJson {
  const spellings = emptyAnswers.get(schema) ?? new WeakMap<MemberSpelling, WireJson>();
  emptyAnswers.set(schema, spellings);
  const known = spellings.get(spelling);
  if (known) return known;
  const members = membersOf(schema).map(([name]) => [spelling[name] ?? name, null] as const);
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(members))) as WireJson;
  spellings.set(spelling, empty);
  return empty;
}

function writeObject(schema: z.ZodObject, value: WireJson, writing: Writing): WireJson {
  const written: Record<string, unknown> =
    writing.absent === 'null' ? { ...emptyAnswerOf(schema, writing.spelling) } : {};
  for (const [name, write] of membersOf(schema)) {
    const inside = value[name];
    const spelled = writing.spelling[name] ?? name;
    if (inside !== undefined) written[spelled] = write(inside, writing);
  }
  return written;
}

/** To ask a schema of what kind it is costs more than to write a value: once for each member, not for each value. */
function writerOf(schema: z.core.$ZodType): Write {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodObject) return (value, writing) => writeObject(inner, value as WireJson, writing);
  if (inner instanceof z.ZodArray) {
    const writeItem = writerOf(inner.element);
    return (value, writing) => (value as readonly unknown[]).map((item) => writeItem(item, writing));
  }
  return (value) => value;
}

/** Writes a request: absent members are left out, which the service takes for null. */
export function writeRequest<S extends z.ZodObject>(schema: S, value: z.output<S>): WireJson {
  return writeObject(schema, value, { absent: 'omit', spelling: AS_THEY_ARE });
}

/** Writes an answer: every member is there, null when empty. */
export function writeAnswer<S extends z.ZodObject>(
  schema: S,
  value: z.output<S>,
  spelling: MemberSpelling = AS_THEY_ARE,
): WireJson {
  return writeObject(schema, value, { absent: 'null', spelling });
}
