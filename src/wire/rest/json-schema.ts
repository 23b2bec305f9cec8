/**
 * The REST schemas as JSON Schema 2020-12 for OpenAPI 3.1: one component for each object.
 *
 * Requests and answers differ. In a request null equals absent, and unknown members are ignored. An answer contains every
 * member, null when empty, and no other. docs/wire/rest.md sections 1 and 3.
 */
import * as z from 'zod';
import { noteOfMember } from './member-notes.js';
import { wireNotes, type WireSchema } from './wire-object.js';
import type { MemberSpelling } from './write-wire.js';

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** JSON Schemas by object name, without `V2` and `V3`: a document describes one version. */
export type SchemaComponents = Readonly<Record<string, JsonSchema>>;

/** The direction in which an object is sent. */
export type Direction = 'request' | 'answer';

/** Prefix of all references. */
const COMPONENTS = '#/components/schemas/';
const NULL: JsonSchema = { type: 'null' };

/** The name of a schema's component. @throws TypeError for a schema that `wireObject` did not create */
function componentOf(schema: WireSchema): string {
  const { id } = wireNotes.get(schema) ?? {};
  if (id === undefined) throw new TypeError('The schema is no object of the wire');
  return nameOf(id);
}

/** A reference to a schema's component. */
export function referenceTo(schema: WireSchema): JsonSchema {
  return { $ref: COMPONENTS + componentOf(schema) };
}

function nameOf(id: string): string {
  return id.replace(/V[23]$/, '');
}

/** Removes zod's bounds of safe integers; `int64` is enough. */
function plainMember(schema: JsonSchema): JsonSchema {
  const { $ref, anyOf, items, minimum, maximum, ...others } = schema;
  if (typeof $ref === 'string') return { $ref: COMPONENTS + nameOf($ref.replace('#/$defs/', '')), ...others };
  if (Array.isArray(anyOf)) return { ...others, anyOf: anyOf.map((each) => plainMember(each as JsonSchema)) };
  if (items !== undefined) return { ...others, items: plainMember(items as JsonSchema) };
  if (schema['type'] === 'integer') return { ...others, format: 'int64' };
  return { ...others, ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { $ref, anyOf, type, enum: allowed, ...others } = schema;
  if ($ref !== undefined) return { ...others, anyOf: [{ $ref }, NULL] };
  if (Array.isArray(anyOf)) return { ...others, anyOf: [...(anyOf as readonly unknown[]), NULL] };
  return {
    type: [type, 'null'],
    ...others,
    ...(Array.isArray(allowed) && { enum: [...(allowed as unknown[]), null] }),
  };
}

function describeObject(
  id: string,
  definition: JsonSchema,
  direction: Direction,
  spelling: MemberSpelling,
): JsonSchema {
  const members = Object.entries((definition['properties'] ?? {}) as Record<string, JsonSchema>);
  const mandatory = new Set(definition['required'] as readonly string[] | undefined);
  const properties: Record<string, JsonSchema> = {};
  for (const [name, member] of members.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const schema = { ...plainMember(member), ...noteOfMember(nameOf(id), name, direction, member['description']) };
    const spelled = direction === 'answer' ? (spelling[name] ?? name) : name;
    properties[spelled] = mandatory.has(name) ? schema : orNull(schema);
  }
  const required = direction === 'answer' ? Object.keys(properties) : [...mandatory];
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(direction === 'answer' && { additionalProperties: false }),
  };
}

/** The components of these schemas and of all schemas that they refer to. */
export function describeSchemas(
  schemas: readonly WireSchema[],
  direction: Direction,
  spelling: MemberSpelling = {},
): SchemaComponents {
  const components: Record<string, JsonSchema> = {};
  for (const schema of schemas) {
    const { $defs = {} } = z.toJSONSchema(schema, {
      metadata: wireNotes,
      io: direction === 'answer' ? 'output' : 'input',
    });
    for (const [id, definition] of Object.entries($defs)) {
      components[nameOf(id)] ??= describeObject(id, definition, direction, spelling);
    }
  }
  return components;
}
