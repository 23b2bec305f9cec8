/**
 * Writes a value of a schema's type as a wire object. Members are sorted by UTF-16 units (`CVNResult` before
 * `CardDetails`), as the service writes them. Members that the schema does not have are left out, so version 2 never
 * answers a member of version 3. docs/wire/rest.md section 1.
 */
import * as z from 'zod';
import { shapeOf, unwrapOptional } from './wire-object.js';

/** A JSON object with its members in wire order. */
export type WireJson = Readonly<Record<string, unknown>>;

/** Other spellings of member names. */
export type MemberSpelling = Readonly<Record<string, string>>;

/**
 * The spelling of the documented samples, with a trailing blank in `MerchantNumber `. The real service writes none, so it
 * is an option, not the default. docs/wire/rest.md, "Deliberate departures".
 */
export const SOURCE_SPELLING: MemberSpelling = { MerchantNumber: 'MerchantNumber ' };

interface Writing {
  /** Whether an absent member is written as null or left out. */
  readonly absent: 'null' | 'omit';
  readonly spelling: MemberSpelling;
}

type Write = (value: unknown, writing: Writing) => unknown;

type Members = readonly (readonly [name: string, write: Write])[];

const AS_THEY_ARE: MemberSpelling = {};

const orderedMembers = new WeakMap<z.ZodObject, Members>();
const emptyAnswers = new WeakMap<z.ZodObject, WeakMap<MemberSpelling, WireJson>>();

/** A schema's members in wire order, cached. */
function writersOf(schema: z.ZodObject): Members {
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
 * A schema's members in a spelling, all null. A filled copy of it keeps one hidden class in V8; an object that is built
 * name by name is in dictionary mode, which takes twice as long to build and to serialise.
 */
function emptyAnswerOf(schema: z.ZodObject, spelling: MemberSpelling): WireJson {
  const spellings = emptyAnswers.get(schema) ?? new WeakMap<MemberSpelling, WireJson>();
  emptyAnswers.set(schema, spellings);
  const known = spellings.get(spelling);
  if (known) return known;
  const members = writersOf(schema).map(([name]) => [spelling[name] ?? name, null] as const);
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(members))) as WireJson;
  spellings.set(spelling, empty);
  return empty;
}

function writeObject(schema: z.ZodObject, value: WireJson, writing: Writing): WireJson {
  const written: Record<string, unknown> =
    writing.absent === 'null' ? { ...emptyAnswerOf(schema, writing.spelling) } : {};
  for (const [name, write] of writersOf(schema)) {
    const inside = value[name];
    const spelled = writing.spelling[name] ?? name;
    if (inside !== undefined) written[spelled] = write(inside, writing);
  }
  return written;
}

/** Chosen once for each member: `instanceof` on a schema costs more than writing a value. */
function writerOf(schema: z.core.$ZodType): Write {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodObject) return (value, writing) => writeObject(inner, value as WireJson, writing);
  if (inner instanceof z.ZodArray) {
    const writeItem = writerOf(inner.element);
    return (value, writing) => (value as readonly unknown[]).map((item) => writeItem(item, writing));
  }
  return (value) => value;
}

/**
 * Writes a request. Absent members are left out; the service reads them as null.
 *
 * @example
 *   const body = writeJson(writeRequest(processTxnRequest.v3, { TxnReq: txnReq }));
 */
export function writeRequest<S extends z.ZodObject>(schema: S, value: z.output<S>): WireJson {
  return writeObject(schema, value, { absent: 'omit', spelling: AS_THEY_ARE });
}

/** Writes an answer: it has every member, null when empty. */
export function writeAnswer<S extends z.ZodObject>(
  schema: S,
  value: z.output<S>,
  spelling: MemberSpelling = AS_THEY_ARE,
): WireJson {
  return writeObject(schema, value, { absent: 'null', spelling });
}
