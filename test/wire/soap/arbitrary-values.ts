/** Values of the table's types for fast-check, made from the table itself. */
import fc from 'fast-check';
import { OPERATIONS, responseMembers } from '../../../src/wire/soap/operations.js';
import type { Operation, OperationName, RequestOf, ResponseOf } from '../../../src/wire/soap/operations.js';
import { UNSET_TIME } from '../../../src/wire/soap/date-time.js';
import {
  ARRAY_TYPES,
  ENUMERATIONS,
  isArrayName,
  isEnumerationName,
  isObjectName,
  isRequiredType,
  OBJECT_TYPES,
} from '../../../src/wire/soap/types.js';
import type { Members, ScalarName, TypeName } from '../../../src/wire/soap/types.js';

/** Text that XML can contain: characters to escape, all kinds of white space, and characters beyond the BMP. */
export const xmlText = fc.oneof(
  fc.string({
    maxLength: 12,
    unit: fc.constantFrom(...'aZ09&<>"\'\r\n\t ]/', 'é', '漢', '😀', ']]>', '&amp;', '\u00a0'),
  }),
  fc
    .string({ maxLength: 12, unit: 'binary' })
    .filter((text) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text)),
  fc.constantFrom('', ' ', 'DEMOSHOP', '5999992142370790'),
);

/** Without the hours in which each local time occurs twice: the wire does not distinguish both instants. */
const instant = fc
  .integer({ min: Date.UTC(1950, 0, 1), max: Date.UTC(2100, 0, 1) })
  .filter((time) => ![3, 2].includes(new Date(time).getUTCMonth()));

const SCALARS: Readonly<Record<ScalarName, fc.Arbitrary<unknown>>> = {
  string: xmlText,
  int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  long: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  boolean: fc.boolean(),
  dateTime: fc.oneof({ weight: 4, arbitrary: instant }, fc.constant(UNSET_TIME)),
  nillableDateTime: fc.oneof(instant, fc.constant(null)),
  base64Binary: fc.uint8Array({ maxLength: 40 }),
};

/** Any value of a type. */
export function valueOf(type: TypeName): fc.Arbitrary<unknown> {
  if (isEnumerationName(type)) return fc.constantFrom(...ENUMERATIONS[type]);
  if (isObjectName(type)) return membersOf(OBJECT_TYPES[type]);
  if (isArrayName(type))
    return fc.array(fc.oneof({ weight: 4, arbitrary: valueOf(ARRAY_TYPES[type]) }, fc.constant(null)), {
      maxLength: 3,
    });
  return SCALARS[type];
}

/** Members; nullable ones are sometimes absent. */
export function membersOf(members: Members): fc.Arbitrary<Record<string, unknown>> {
  const required = Object.keys(members).filter((name) => isRequiredType(members[name] as TypeName));
  const entries = Object.entries(members).map(([name, type]) => [name, valueOf(type)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: required, noNullPrototype: true });
}

/** Any parameters of an operation. */
export function requestOf<O extends OperationName>(operation: O): fc.Arbitrary<RequestOf<O>> {
  const { request }: Operation = OPERATIONS[operation];
  return membersOf(request) as unknown as fc.Arbitrary<RequestOf<O>>;
}

/** Any answer of an operation. */
export function responseOf<O extends OperationName>(operation: O): fc.Arbitrary<ResponseOf<O>> {
  const members = responseMembers(operation);
  return membersOf(members)
    .chain((rest) => valueOf('ServiceResponse').map((response) => ({ ...rest, response })))
    .map((value) => value as unknown as ResponseOf<O>);
}
