/** Values of requests in their wire form, each with its expected value. They are literals, not read by the code under test. */
import { OPERATIONS } from '../../../src/wire/soap/operations.js';
import type { Operation, OperationName } from '../../../src/wire/soap/operations.js';
import { ENUMERATIONS, isEnumerationName, isObjectName, OBJECT_TYPES } from '../../../src/wire/soap/types.js';
import type { Members, TypeName } from '../../../src/wire/soap/types.js';
import type { WireMembers } from './prefix-styles.js';
import type { RandomGenerator } from './random.js';

/** Texts on the wire, each with the value that a reader returns. */
export interface Pair {
  readonly wire: string | WireMembers;
  readonly value: unknown;
}

const TEXTS = [
  '',
  'DEMOSHOP',
  'a & b <c> "d" \'e\'',
  ' two  blanks ',
  'line\nline\ttab\rreturn',
  'Zoë 漢字 😀',
  ']]>',
  '&amp;',
];

const FORMS: Readonly<Record<string, readonly Pair[]>> = {
  string: TEXTS.map((text) => ({ wire: text, value: text })),
  int: [
    { wire: '100', value: 100 },
    { wire: ' -2147483648\n', value: -2147483648 },
    { wire: '+007', value: 7 },
    { wire: '2147483647', value: 2147483647 },
  ],
  long: [
    { wire: '9223372036854775807', value: 9223372036854775807n },
    { wire: '-9223372036854775808', value: -9223372036854775808n },
  ],
  boolean: [
    { wire: 'true', value: true },
    { wire: '1', value: true },
    { wire: ' false ', value: false },
    { wire: '0', value: false },
  ],
  dateTime: [
    { wire: '0001-01-01T00:00:00', value: -62135596800000 },
    { wire: '2013-12-12T07:59:59.96', value: Date.UTC(2013, 11, 11, 20, 59, 59, 960) },
    { wire: '2013-06-12T07:59:59', value: Date.UTC(2013, 5, 11, 21, 59, 59) },
    { wire: '2013-06-12T07:59:59.1234567Z', value: Date.UTC(2013, 5, 12, 7, 59, 59, 123) },
    { wire: '2013-06-12', value: Date.UTC(2013, 5, 11, 14) },
  ],
  base64Binary: [
    { wire: '', value: new Uint8Array() },
    { wire: 'UEsD\n BA==', value: new Uint8Array([80, 75, 3, 4]) },
  ],
};

function pairOf(random: RandomGenerator, type: TypeName): Pair {
  if (isObjectName(type)) return membersPair(random, OBJECT_TYPES[type]);
  if (isEnumerationName(type)) {
    const value = random.pick<string>(ENUMERATIONS[type]);
    return { wire: value, value };
  }
  return random.pick(FORMS[type] as readonly Pair[]);
}

function membersPair(random: RandomGenerator, members: Members): { wire: WireMembers; value: Record<string, unknown> } {
  const wire: Record<string, string | WireMembers> = {};
  const value: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(members)) {
    const pair = pairOf(random, type);
    wire[name] = pair.wire;
    value[name] = pair.value;
  }
  return { wire, value };
}

/** A request of an operation with every element: the members on the wire, and the parameters that a reader returns. */
export function requestPair(
  random: RandomGenerator,
  operation: OperationName,
): { wire: WireMembers; value: Record<string, unknown> } {
  const { request }: Operation = OPERATIONS[operation];
  return membersPair(random, request);
}
