/**
 * The members of a value that a schema does not know. Readers ignore them, as the service does; who is about to send
 * a request wants to hear of them, because the service would not say: `IsTestTxn` instead of `TestMode` is silently
 * live. wire/rest.md section 12.
 */
import * as z from 'zod';
import { shapeOf, spellingsOfMember, unwrapOptional } from './wire-object.js';

function memberFor(schema: z.ZodObject, name: string): z.core.$ZodType | undefined {
  const shape = shapeOf(schema);
  if (Object.hasOwn(shape, name)) return shape[name];
  const member = Object.keys(shape).find((canonical) => spellingsOfMember(schema, canonical).includes(name));
  return member === undefined ? undefined : shape[member];
}

/** Lists unknown members as dotted paths, from a value of one's own (not of a stranger: each member is looked at). */
export function unknownMembers(schema: z.core.$ZodType, value: unknown, path = ''): readonly string[] {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownMembers(inner.element, item, `${path}.${index}`));
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const known = memberFor(inner, name);
    return known ? unknownMembers(known, member, place) : [place];
  });
}
