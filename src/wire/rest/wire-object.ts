/**
 * The building blocks of the REST schemas.
 *
 * What a schema says is what the wire says: names, JSON types, lengths (sources/rest-interface.md "Limits"; wire/rest.md
 * section 3). It does not say what a value means: Luhn, dates, enumerations, which member an action needs, blanks and
 * hyphens within numbers. Those are rules of whoever takes the request, so they stand in the sandbox, once.
 *
 * Schemas hold no transform and no preprocess, so `z.toJSONSchema` works on every one in both directions. What a
 * reader forgives (null, other spellings, Booleans as text) is done by one walk before: see read-wire.ts.
 *
 * Every member is optional, because null equals absent on this wire and public clients send null for each member that
 * they do not set. Only envelopes require the member that they wrap.
 */
import * as z from 'zod';

/** The schema of an object of the wire, for callers that do not import zod. */
export type WireSchema = z.ZodObject;

/** What a schema's reader gives and its writer takes. */
export type WireValue<S extends z.ZodType> = z.output<S>;

/** Canonical member name to the other spellings that a reader takes, in order of preference. */
export type Spellings = Readonly<Record<string, readonly string[]>>;

/** Names and descriptions for `z.toJSONSchema(schema, { metadata: wireNotes })`; our own, to leave zod's global alone. */
export const wireNotes = z.registry<{ id?: string; description?: string }>();

const spellingsOf = new WeakMap<z.ZodType, Spellings>();

/** Makes the schema of one object of the wire. `name` is the manual's, with V2 or V3 where the versions differ. */
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

/** Optional or not, the schema of the value itself. */
export function unwrapOptional(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** The other spellings under which a member is looked for. */
export function spellingsOfMember(schema: z.ZodType, member: string): readonly string[] {
  return spellingsOf.get(schema)?.[member] ?? [];
}

function described<T extends z.ZodType>(schema: T, description: string | undefined): T {
  if (description !== undefined) wireNotes.add(schema, { description });
  return schema;
}

/** Text without a limit of its own; the body limit bounds it. */
export function text(description?: string) {
  return described(z.string(), description).optional();
}

/** Text of at most `max` UTF-16 units. */
export function textUpTo(max: number, description?: string) {
  return described(z.string().max(max), description).optional();
}

/** Text of exactly `length` UTF-16 units. */
export function textOf(length: number, description?: string) {
  return described(z.string().length(length), description).optional();
}

/** A whole number that JavaScript holds exactly; `JSON.parse` rounds larger ones, so they are refused. */
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

/** True or false; readers take the texts "true" and "false" too. */
export function flag(description?: string) {
  return described(z.boolean(), description).optional();
}

/** The longest reference that the service keeps (Crn1 to Crn3, BillerCode, MerchantReference and others). */
export const REFERENCE_LENGTH = 50;

/** A reference: text of at most 50 units. */
export function reference(description?: string) {
  return textUpTo(REFERENCE_LENGTH, description);
}

/** An e-mail address, at most 250 units; its form is the taker's rule. wire/rest.md "Field rules". */
export function emailAddress() {
  return textUpTo(250);
}

/** An ISO 4217 code: exactly three units. */
export function currency() {
  return textOf(3, 'ISO 4217 code');
}
