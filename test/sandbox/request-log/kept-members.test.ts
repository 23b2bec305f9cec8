/** The list of what the log may keep has the names of both interfaces, and no other. */
import { expect, it } from 'vitest';
import { createOpenApi } from '../../../src/sandbox/openapi/document.js';
import { TOKEN_FIELDS, TRANSACTION_FIELDS } from '../../../src/sandbox/openapi/form-fields.js';
import { MEMBERS, maskOf } from '../../../src/sandbox/request-log/kept-members.js';
import { OPERATIONS } from '../../../src/wire/soap/operations.js';
import { ARRAY_TYPES, OBJECT_TYPES } from '../../../src/wire/soap/types.js';

/** The names of all members in a JSON schema, with the information whether their value is a record or a list of them. */
function membersIn(schema: unknown): readonly (readonly [name: string, isRecord: boolean])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: object };
  const own = Object.entries(properties).map(
    ([name, member]) => [name, /"(\$ref)"/.test(JSON.stringify(member))] as const,
  );
  return [...own, ...Object.values(schema).flatMap(membersIn)];
}

const isRecordType = (type: string): boolean => type in OBJECT_TYPES || type in ARRAY_TYPES;
const soapMembers = [
  ...Object.values(OPERATIONS).map(({ request }) => request as Readonly<Record<string, string>>),
  ...Object.values(OBJECT_TYPES).map((members) => members as Readonly<Record<string, string>>),
].flatMap((members) => Object.entries(members).map(([name, type]) => [name, isRecordType(type)] as const));

const ofInterfaces = new Map(
  [
    ...membersIn(createOpenApi('v2')),
    ...membersIn(createOpenApi('v3')),
    ...[...TRANSACTION_FIELDS, ...TOKEN_FIELDS].map(({ name }) => [name, false] as const),
    ...soapMembers,
  ].map(([name, isRecord]) => [name.toLowerCase(), isRecord]),
);

it('names each member of REST, of forms and of SOAP, and no other', () => {
  const listed = Object.values(MEMBERS).flatMap((names) => names.trim().split(/\s+/));
  const lower = listed.map((name) => name.toLowerCase());
  expect(lower.filter((name, index) => lower.indexOf(name) !== index)).toEqual([]);
  expect([...ofInterfaces.keys()].filter((name) => !lower.includes(name))).toEqual([]);
  expect(lower.filter((name) => !ofInterfaces.has(name))).toEqual([]);
});

it('opens the members that are records, and no other', () => {
  const opened = [...ofInterfaces].filter(([name]) => maskOf(name) === 'record').map(([name]) => name);
  expect(opened.sort()).toEqual(
    [...ofInterfaces]
      .filter(([, isRecord]) => isRecord)
      .map(([name]) => name)
      .sort(),
  );
});
