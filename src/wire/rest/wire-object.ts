/**
 * The building blocks of the REST schemas.
 *
 * A schema has names, JSON types and lengths (docs/wire/rest-interface.md "Limits"; docs/wire/rest.md section 3). It does
 * not check the meaning of a value: Luhn, dates, enumerations, the members that an action needs, blanks and hyphens in
 * numbers. Those are rules of the receiver, so they are in the sandbox.
 *
 * Schemas have no transform and no preprocess, so `z.toJSONSchema` works for requests and answers. read-wire.ts accepts
 * null, other spellings and Booleans as text in a step before validation.
 *
 * Every member is optional, because null equals absent on this wire, and public clients send null for each member that
 * they do not set. Only envelopes require the member that they wrap.
 */
import * as z from 'zod';

/** The schema of a wire object, for callers that do not import zod. */
export type WireSchema = z.ZodObject;

/** The type that a schema's reader returns and its writer takes. */
export type WireValue<S extends z.ZodType> = z.output<S>;

/** Canonical member name to the other spellings that a reader accepts, in order of preference. */
export type Spellings = Readonly<Record<string, readonly string[]>>;

/** Names and descriptions for `z.toJSONSchema(schema, { metadata: wireNotes })`, separate from zod's global registry. */
export const wireNotes = z.registry<{ id?: string; description?: string }>();

const spellingsOf = new WeakMap<z.ZodType, Spellings>();

/** Creates the schema of a wire object. `name` is the service's, with V2 or V3 where the versions differ. */
export function wireObject<const S extends z.ZodRawShape>(
  name: string,
  shape: S,
  spellings: Spellings = {},
): z.ZodObject<S, z.core.$strip> {
  const schema = z.object(shape);
  schema.register(wireNotes, { id: name });
  spellingsOf.set(schema, spellings);
  return schema;
}

/** The members of an object's schema, by canonical name. */
export function shapeOf(schema: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> {
  return schema.shape;
}

/** The schema of the value itself, without `optional`. */
export function unwrapOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** The other spellings of a member that a reader accepts. */
export function spellingsOfMember(schema: z.ZodType, member: string): readonly string[] {
  return spellingsOf.get(schema)?.[member] ?? [];
}

const informational = new WeakSet<z.core.$ZodType>();

/** Marks a member of an answer that decides nothing about money: a client does without it when it cannot be read. */
export function lenient<T extends z.core.$ZodType>(member: T): T {
  informational.add(member);
  return member;
}

/** Whether a path of an object leads to a member that decides nothing, or into one. */
export function isLenientAt(schema: z.core.$ZodType, [step, ...rest]: readonly PropertyKey[]): boolean {
  const place = unwrapOptional(schema);
  const member =
    place instanceof z.ZodArray
      ? place.element
      : place instanceof z.ZodObject
        ? shapeOf(place)[String(step)]
        : undefined;
  return member !== undefined && (informational.has(member) || isLenientAt(member, rest));
}

function described<T extends z.ZodType>(schema: T, description: string | undefined): T {
  if (description !== undefined) wireNotes.add(schema, { description });
  return schema;
}

/** Text without a length limit; only the limit of the body applies. */
export function text(description?: string) {
  return described(z.string(), description).optional();
}

/** Text of at most `max` UTF-16 units. */
export function textUpTo(max: number, description?: string) {
  return described(z.string().max(max), description).optional();
}

/** Text of exactly `length` UTF-16 units. */
export function textOfLength(length: number, description?: string) {
  return described(z.string().length(length), description).optional();
}

/** A safe integer; larger ones are refused. */
export function whole(description?: string) {
  return described(z.int(), description).optional();
}

/** Any finite number. */
export function decimal(description?: string) {
  return described(z.number(), description).optional();
}

/** An amount in the lowest denomination of its currency. */
export function amount(description = 'Lowest denomination of the currency') {
  return whole(description);
}

/** An amount in an answer: money may have moved, so any 64-bit integer is readable, as bigint if it is large. */
export function answeredAmount() {
  const schema = z.union([z.int(), z.bigint()]);
  // In JSON Schema a bigint is an integer.
  schema._zod.toJSONSchema = () => ({ type: 'integer' });
  return described(schema, 'Lowest denomination of the currency').optional();
}

/** A Boolean; readers accept the texts "true" and "false" too. */
export function flag(description?: string) {
  return described(z.boolean(), description).optional();
}

/** The longest reference that the service keeps (Crn1 to Crn3, BillerCode, MerchantReference and others). */
export const REFERENCE_LENGTH = 50;

/** A reference: text of at most 50 units. */
export function reference(description?: string) {
  return textUpTo(REFERENCE_LENGTH, description);
}

/** The references that most requests have. */
export function references() {
  return { BillerCode: reference(), Crn1: reference(), Crn2: reference(), Crn3: reference() };
}

/** An e-mail address, at most 250 units; the receiver checks its format. docs/wire/rest.md "Field rules". */
export function emailAddress() {
  return textUpTo(250);
}

/** An ISO 4217 code: exactly three units. */
export function currency() {
  return textOfLength(3, 'ISO 4217 code');
}
