import { describe, expect, test } from 'vitest';
import {
  actionOf,
  isOperationName,
  OPERATION_NAMES,
  operationOfAction,
  OPERATIONS,
  responseMembers,
} from '../../../src/wire/soap/operations.js';
import type { Operation, RequestOf, ResponseOf } from '../../../src/wire/soap/operations.js';
import { SOAP_NAMESPACES } from '../../../src/wire/soap/namespaces.js';
import { ENUMERATIONS, isArrayName, isRequiredType, OBJECT_TYPES } from '../../../src/wire/soap/types.js';
import type { Members, TypeName } from '../../../src/wire/soap/types.js';
import manual from './interface-1-4-4.json' with { type: 'json' };

/** The text of the source document for a member, from its type in the table. */
function wordsOf(type: TypeName): string {
  if (type === 'nillableDateTime') return 'required, nillable dateTime';
  return isRequiredType(type) ? `required, ${type}` : type;
}

/** The document omits `string`, and the type of a member whose name is that of its type. */
function wordsOfManual(member: string, words: string): string {
  const isRequired = words.startsWith('required');
  const said = words.replace(/^required(, )?/, '').replace(/^enum.*$/, '');
  const type = said || (isRequired || member in OBJECT_TYPES ? member : 'string');
  return isRequired ? `required, ${type}` : type;
}

describe('the table agrees with the source document', () => {
  const objects = Object.entries(manual.types).filter(([, members]) => Array.isArray(members)) as [
    string,
    string[][],
  ][];

  test.each(objects)('%s has its members in the document’s order', (name, members) => {
    const type = name === 'AnonymousTokenResponse' ? 'AnonymousTokenResponse_1_4_3' : name;
    const ours: Members = OBJECT_TYPES[type as keyof typeof OBJECT_TYPES];
    expect(Object.entries(ours).map(([member, kind]) => `${member}: ${wordsOf(kind)}`)).toEqual(
      members.map(([member = '', words = '']) => `${member}: ${wordsOfManual(member, words)}`),
    );
  });

  test('has every object type of the document and no other', () => {
    const names = objects.map(([name]) => (name === 'AnonymousTokenResponse' ? 'AnonymousTokenResponse_1_4_3' : name));
    expect(Object.keys(OBJECT_TYPES).toSorted()).toEqual(names.toSorted());
  });

  test('has the values of the enumerations in the document’s order', () => {
    expect(ENUMERATIONS).toEqual(manual.enumerations);
  });

  test('has the 25 operations in the document’s order', () => {
    expect(OPERATION_NAMES).toEqual(Object.keys(manual.operations));
    expect(OPERATION_NAMES).toHaveLength(25);
  });

  test.each(Object.entries(manual.operations))(
    '%s has its request and its result',
    (name, { credentials, request, result }) => {
      expect(isOperationName(name)).toBe(true);
      const { request: ours, result: type }: Operation = OPERATIONS[name as keyof typeof OPERATIONS];
      const words = (kind: TypeName) => (isRequiredType(kind) ? `required ${kind}` : kind);
      const listed = request.map(([member = '', said = '']) => `${member}: ${said || 'string'}`);
      const names = ['username: string', 'password: string', 'merchantNumber: string'];
      // "Login takes cliVersion, username, password, merchantNumber": docs/wire/soap-interface.md, "Authentication".
      const expected = name === 'Login' ? [...listed, ...names] : [...(credentials ? names : []), ...listed];
      expect(Object.entries(ours).map(([member, kind]) => `${member}: ${words(kind)}`)).toEqual(expected);
      const shown = type === 'AnonymousTokenResponse_1_4_3' ? 'AnonymousTokenResponse' : type;
      const kind = type !== null && isRequiredType(type) ? `required ${type}` : shown;
      expect(type === null ? 'none (only `response`)' : `${name}Result (${kind})`).toBe(result);
      expect(Object.keys(responseMembers(name as keyof typeof OPERATIONS)).at(-1)).toBe('response');
    },
  );

  test('names no type that the table does not have', () => {
    const known = new Set(['string', 'int', 'long', 'boolean', 'dateTime', 'nillableDateTime', 'base64Binary']);
    for (const members of Object.values(OBJECT_TYPES) as Members[]) {
      for (const type of Object.values(members)) {
        expect(known.has(type) || type in OBJECT_TYPES || type in ENUMERATIONS || isArrayName(type), type).toBe(true);
      }
    }
  });
});

describe('actions', () => {
  test.each(OPERATION_NAMES)('the action of %s names it', (name) => {
    expect(actionOf(name, SOAP_NAMESPACES)).toBe(`urn:Eve_1_4_4/${name}`);
    expect(operationOfAction(`urn:Eve_1_4_4/${name}`, SOAP_NAMESPACES)).toBe(name);
  });

  test.each([
    '',
    'Login',
    'urn:Eve_1_4_4/login',
    'urn:Eve_1_4_4/Login ',
    'urn:Eve_1_4_3/Login',
    'urn:Eve_1_4_4/',
    'urn:Eve_1_4_4/toString',
  ])('%j names no operation', (action) => {
    expect(operationOfAction(action, SOAP_NAMESPACES)).toBeUndefined();
  });
});

describe('static types', () => {
  test('follow from the table', () => {
    // The compiler is the test: a wrong or missing member is an error.
    const request: RequestOf<'ProcessPayment'> = {
      username: 'demo-api',
      txnReq: { PaymentType: 'PAYMENT', TxnType: 'ECOMMERCE', Amount: 100, CRN1: 'A' },
    };
    // @ts-expect-error -- Amount is required.
    const incomplete: RequestOf<'ProcessPayment'>['txnReq'] = { PaymentType: 'PAYMENT', TxnType: 'IVR' };
    // @ts-expect-error -- PAYED is no value of PaymentType.
    const misspelt: RequestOf<'ProcessPayment'>['txnReq'] = { PaymentType: 'PAYED', TxnType: 'IVR', Amount: 1 };
    const byId: RequestOf<'DownloadBatchById'> = { batchFileId: 1n, fileFormat: 1, returnAll: true };
    const login: ResponseOf<'Login'> = { LoginResult: true, response: { ResponseCode: 'SUCCESS' } };
    const logout: ResponseOf<'Logout'> = { response: { ResponseCode: 'ERROR', ResponseMessage: 'x' } };
    // @ts-expect-error -- Every answer has a response.
    const silent: ResponseOf<'DeleteToken'> = {};
    const found: ResponseOf<'SearchTokens'> = {
      SearchTokensResult: [
        null,
        { UpdatedDate: 0, CreatedDate: 0, DOB: null, EmailVerified: false, EmailVerifiedDate: null },
      ],
      response: { ResponseCode: 'SUCCESS' },
    };
    expect([request, incomplete, misspelt, byId, login, logout, silent, found]).toHaveLength(8);
  });
});
