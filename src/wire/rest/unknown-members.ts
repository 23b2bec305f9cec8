/**
 * Lists the members of a value that a schema does not have. Readers ignore them, as the service does. A client reports them
 * before it sends a request, because the service does not: `IsTestTxn` instead of `TestMode` makes a live payment.
 * docs/wire/rest.md section 12.
 */
import * as z from 'zod';
import { shapeOf, spellingsOfMember, unwrapOptional } from './wire-object.js';

/** Adds the unknown members of a value to a list. */
type Find = (value: unknown, path: string, unknown: string[]) => void;

const finders = new WeakMap<z.core.$ZodType, Find | typeof NOTHING>();
/** For a schema without members. */
const NOTHING = 'nothing';

/** Cached for each schema: `instanceof` on a schema costs more than a look at a value. */
function finderOf(schema: z.core.$ZodType): Find | typeof NOTHING {
  const known = finders.get(schema);
  if (known) return known;
  const made = makeFinder(unwrapOptional(schema));
  finders.set(schema, made);
  return made;
}

function makeFinder(schema: z.core.$ZodType): Find | typeof NOTHING {
  if (schema instanceof z.ZodArray) {
    const find = finderOf(schema.element);
    if (find === NOTHING) return NOTHING;
    return (value, path, unknown) => {
      if (Array.isArray(value)) value.forEach((item, index) => find(item, `${path}.${index}`, unknown));
    };
  }
  return schema instanceof z.ZodObject ? objectFinder(schema) : NOTHING;
}

function objectFinder(schema: z.ZodObject): Find {
  const members = new Map<string, Find | typeof NOTHING>();
  for (const [name, member] of Object.entries(shapeOf(schema))) {
    for (const each of [name, ...spellingsOfMember(schema, name)]) members.set(each, finderOf(member));
  }
  return (value, path, unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const find = members.get(name);
      if (find === NOTHING) continue;
      const place = path === '' ? name : `${path}.${name}`;
      if (find) find(member, place, unknown);
      else unknown.push(place);
    }
  };
}

/**
 * Lists unknown members as dotted paths. Only for values of the caller, not for values from outside: it visits every
 * member.
 */
export function unknownMembers(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const find = finderOf(schema);
  const unknown: string[] = [];
  if (find !== NOTHING) find(value, '', unknown);
  return unknown;
}
