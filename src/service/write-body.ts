/** Writes the body of a call, or throws a TypeError before anything is sent. */
import { readWire } from '../wire/rest/read-wire.js';
import { unknownMembers } from '../wire/rest/unknown-members.js';
import { WireError } from '../wire/rest/wire-error.js';
import type { WireSchema, WireValue } from '../wire/rest/wire-object.js';
import { writeRequest } from '../wire/rest/write-wire.js';
import { loggableText } from './loggable-text.js';

/** Writes the body of a call from its last arguments: one, or none for a call without a body. */
export interface BodyWriter<Body extends readonly unknown[]> {
  readonly takes: Body['length'];
  readonly write: (...body: Body) => string | undefined;
}

/** Refuses unknown members, which the service would ignore without an error. */
function writeBody(schema: WireSchema, value: unknown): string {
  const unknown = unknownMembers(schema, value);
  if (unknown.length > 0) {
    throw refuse(`This version of the interface has no ${loggableText(unknown.join(', '))}`);
  }
  try {
    return JSON.stringify(writeRequest(schema, readWire(schema, value)));
  } catch (error) {
    if (error instanceof WireError) throw refuse(error.message);
    throw error;
  }
}

/** The cause of these errors, because `fetch` throws a TypeError too. */
const INVALID = 'invalid argument';

const refuse = (message: string) => new TypeError(message, { cause: INVALID });

/** Whether nothing was sent, because the body of the call is invalid. */
export function isUnsent(error: unknown): boolean {
  return error instanceof TypeError && error.cause === INVALID;
}

/** A call without a body. */
export const noBody: BodyWriter<[]> = { takes: 0, write: () => undefined };

/** A body that is the whole argument (T4, D7, D8). */
export function bare<S extends WireSchema>(schema: S): BodyWriter<[body: WireValue<S>]> {
  return { takes: 1, write: (body) => writeBody(schema, body) };
}

/** A body that wraps the argument in one member (`TxnReq`, `SearchInput`, `DVTokenReq`). */
export function wrapped<S extends WireSchema, M extends string & keyof WireValue<S>>(
  schema: S,
  member: M,
): BodyWriter<[body: WireValue<S>[M]]> {
  return { takes: 1, write: (body) => writeBody(schema, { [member]: body }) };
}
