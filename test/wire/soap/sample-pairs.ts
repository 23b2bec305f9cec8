/** One value of each type in two forms: Florin's value, and the JSON that an outside client takes or returns. */
import { OPERATIONS, responseMembers } from '../../../src/wire/soap/operations.js';
import type { Operation, OperationName, RequestOf, ResponseOf } from '../../../src/wire/soap/operations.js';
import {
  ARRAY_TYPES,
  ENUMERATIONS,
  isArrayName,
  isEnumerationName,
  isObjectName,
  OBJECT_TYPES,
} from '../../../src/wire/soap/types.js';
import type { Members, TypeName } from '../../../src/wire/soap/types.js';

interface SamplePair {
  readonly value: unknown;
  readonly json: unknown;
}

const INSTANT = Date.UTC(2026, 5, 4, 5, 6, 7, 500);
const FILE = '01,CBA-EVOLVE\n99,2\n';

/** `out` for sent values, `in` for received ones: files and long integers differ. */
function pairOf(name: string, type: TypeName, direction: 'out' | 'in'): SamplePair {
  if (isEnumerationName(type)) {
    const value = ENUMERATIONS[type].at(-1);
    return { value, json: value };
  }
  if (isObjectName(type)) return membersPair(OBJECT_TYPES[type], direction);
  if (isArrayName(type)) {
    const item = ARRAY_TYPES[type];
    const first = pairOf(item, item, direction);
    return { value: [first.value, first.value], json: { [item]: [first.json, first.json] } };
  }
  const text = `${name} é漢 & <b> "q" ]]>`;
  const samples: Readonly<Record<string, SamplePair>> = {
    string: { value: text, json: text },
    int: { value: -42, json: -42 },
    long: { value: 9007199254740993n, json: { long: '9007199254740993' } },
    boolean: { value: true, json: true },
    dateTime: { value: INSTANT, json: '2026-06-04T15:06:07.5' },
    nillableDateTime:
      name === 'DOB' ? { value: null, json: undefined } : { value: INSTANT, json: '2026-06-04T15:06:07.5' },
    base64Binary: {
      value: new TextEncoder().encode(FILE),
      json: direction === 'in' ? FILE : { base64: Buffer.from(FILE).toString('base64') },
    },
  };
  return samples[type] as SamplePair;
}

function membersPair(members: Members, direction: 'out' | 'in'): SamplePair {
  const pairs = Object.entries(members).map(([name, type]) => [name, pairOf(name, type, direction)] as const);
  return {
    value: Object.fromEntries(pairs.map(([name, { value }]) => [name, value])),
    json: Object.fromEntries(pairs.flatMap(([name, { json }]) => (json === undefined ? [] : [[name, json]]))),
  };
}

/** A request with every element. */
export function sampleRequest<O extends OperationName>(operation: O): { value: RequestOf<O>; json: unknown } {
  const { request }: Operation = OPERATIONS[operation];
  return membersPair(request, 'out') as { value: RequestOf<O>; json: unknown };
}

/** An answer with every element. */
export function sampleResponse<O extends OperationName>(operation: O): { value: ResponseOf<O>; json: unknown } {
  return membersPair(responseMembers(operation), 'in') as { value: ResponseOf<O>; json: unknown };
}
