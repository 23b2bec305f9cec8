/**
 * The members of a value that a schema does not know. Readers ignore them, as the service does; who is about to send
 * a request wants to hear of them, because the service would not say: `IsTestTxn` instead of `TestMode` is silently
 * live. wire/rest.md section 12.
 */
import * as z from 'zod';
import { shapeOf, spellingsOfMember, unwrapOptional } from './wire-object.js';

/** Adds what is unknown of a value to a list. */
type Find = (value: unknown, path: string, unknown: string[]) => void;

const finders = new WeakMap<z.core.$ZodType, Find | typeof NOTHING>();
/** For a schema without members: there is nothing to find. */
const NOTHING = 'nothing';

/** To ask a schema of what kind it is costs more than to look at a value: once for each schema, not for each value. */
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

/** Lists unknown members as dotted paths, from a value of one's own (not of a stranger: each member is looked at). */
export function unknownMembers(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const find = finderOf(schema);
  const unknown: string[] = [];
  if (find !== NOTHING) find(value, '', unknown);
  return unknown;
}
