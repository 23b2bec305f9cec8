/** Descriptions and fields of the 25 operations, for the command line and the documentation. */
import { readDateTime } from '../wire/soap/date-time.js';
import { OPERATION_NAMES, OPERATIONS, type Operation, type OperationName } from '../wire/soap/operations.js';
import { readEnumeration, readScalar, ScalarError } from '../wire/soap/scalar.js';
import {
  ARRAY_TYPES,
  ENUMERATIONS,
  isArrayName,
  isEnumerationName,
  isObjectName,
  isRequiredType,
  OBJECT_TYPES,
  type Members,
  type TypeName,
} from '../wire/soap/types.js';
import type { SoapMethodName } from './soap-api.js';
import { methodNameOf } from './soap-client.js';

/** What an operation requires: credentials in its body, a session, or nothing. */
export type SoapAccess = 'credentials' | 'login' | 'none';

/** A field of a request or a result. */
export interface SoapField {
  /** `Amount`. No two fields of one request have the same name. */
  readonly name: string;
  /** Path of the field: `['txnReq', 'Amount']`. */
  readonly path: readonly string[];
  /** `string`, `int`, `long`, `boolean`, `dateTime`, `base64Binary`, or the name of an enumeration. */
  readonly type: string;
  /** The interface requires the element; the client writes 0, false or the first value for a missing one. */
  readonly isRequired: boolean;
  /** The values of an enumeration. */
  readonly values: readonly string[];
}

/** Description of an operation. */
export interface SoapOperationInfo {
  readonly operation: OperationName;
  readonly method: SoapMethodName;
  /** One sentence. */
  readonly purpose: string;
  readonly access: SoapAccess;
  /** The operation stores, moves or deletes something: after a lost answer it may have been done. */
  readonly changes: boolean;
  /** The request's fields without the credentials. */
  readonly fields: readonly SoapField[];
  /** The type of the result, or null without a result. */
  readonly result: string | null;
  /** The result is a list. */
  readonly isList: boolean;
  readonly resultFields: readonly SoapField[];
}

const CREDENTIALS: readonly string[] = ['username', 'password', 'merchantNumber'];

type Effect = 'changes' | 'only reads';

const PURPOSES: Readonly<Record<OperationName, readonly [purpose: string, effect: Effect]>> = {
  AddBankAccountToken: ['Stores a bank account and returns its token.', 'changes'],
  UpdateBankAccountToken: [
    'Changes the account or the references of a token; missing fields do not change.',
    'changes',
  ],
  UpdateBankAccountTokenMulti: ['Changes the account of a token, and of all others for the same account.', 'changes'],
  Login: ['Starts a session, which the operations for batches, bank and settlement need.', 'only reads'],
  Logout: ['Ends the session.', 'only reads'],
  SubmitBatch: [
    'Submits a batch file of payments; the result lists its errors, empty when it was accepted.',
    'changes',
  ],
  DownloadBatchByFilename: ['Returns the result file of a batch by its name.', 'only reads'],
  DownloadBatchById: ['Returns the result file of a batch by its number.', 'only reads'],
  RetrieveBatchStatistics: ['Lists the batches of the last days with their progress.', 'only reads'],
  UploadCRNLookupZipFile: ['Replaces the look-up file of references by the one in a zip.', 'changes'],
  UploadCRNLookupFile: ['Replaces the look-up file of references.', 'changes'],
  AddToken: ['Stores a card and returns its token.', 'changes'],
  DeleteToken: ['Deletes a token.', 'changes'],
  UpdateToken: ['Changes the card or the references of a token; missing fields do not change.', 'changes'],
  UpdateTokenMulti: ['Changes the card of a token, and of all others for the same card.', 'changes'],
  GetRecentlyModifiedTokens: ['Lists the tokens that were changed in the last days.', 'only reads'],
  GetUnusedTokens: ['Lists the tokens without a payment in the last days.', 'only reads'],
  SearchTokens: ['Finds tokens.', 'only reads'],
  GetAnonymousToken: ['Returns the token of a hosted page, by a signature over its references.', 'only reads'],
  TokenisePayment: ['Stores the card of an earlier payment and returns its token.', 'changes'],
  ProcessPayment: ['Makes a payment, preauth, capture, refund or reversal.', 'changes'],
  SearchTransactions: ['Finds transactions.', 'only reads'],
  IsBankAvailable: ['Returns whether a bank can be reached.', 'only reads'],
  CreateSession: ['Returns a session that opens the hosted token page.', 'changes'],
  RetrieveSettlementFiles: ['Returns the settlement files of a day.', 'only reads'],
};

function fieldsOf(members: Members, path: readonly string[] = []): SoapField[] {
  return Object.entries(members).flatMap(([name, type]) => {
    const place = [...path, name];
    if (isObjectName(type)) return fieldsOf(OBJECT_TYPES[type], place);
    const values = isEnumerationName(type) ? ENUMERATIONS[type] : [];
    const shown = type === 'nillableDateTime' ? 'dateTime' : type;
    return [{ name, path: place, type: shown, isRequired: isRequiredType(type), values }];
  });
}

function resultFieldsOf(result: TypeName | null): readonly SoapField[] {
  if (result === null) return [];
  const item = isArrayName(result) ? ARRAY_TYPES[result] : result;
  return isObjectName(item) ? fieldsOf(OBJECT_TYPES[item]) : [];
}

function accessOf(operation: OperationName, request: Members): SoapAccess {
  if (Object.hasOwn(request, 'username')) return 'credentials';
  return operation === 'Logout' ? 'none' : 'login';
}

function describe(operation: OperationName): SoapOperationInfo {
  const { request, result }: Operation = OPERATIONS[operation];
  const [purpose, effect] = PURPOSES[operation];
  const isList = result !== null && isArrayName(result);
  return {
    operation,
    method: methodNameOf(operation),
    purpose,
    access: accessOf(operation, request),
    changes: effect === 'changes',
    fields: fieldsOf(request).filter(({ name }) => !CREDENTIALS.includes(name)),
    result: result !== null && isArrayName(result) ? ARRAY_TYPES[result] : result,
    isList,
    resultFields: resultFieldsOf(result),
  };
}

/** All operations, in wire order. */
export const SOAP_OPERATIONS: readonly SoapOperationInfo[] = OPERATION_NAMES.map(describe);

/**
 * Parses the value of a field from text, as of a command line: numbers, `true` and `false`, times of ISO 8601 (without an
 * offset: the service's local time), base64.
 *
 * @throws TypeError naming the field, without the text.
 */
export function readSoapField({ name, type, values }: SoapField, text: string): unknown {
  try {
    if (type === 'dateTime') {
      const instant = readDateTime(text);
      if (instant === undefined) throw new ScalarError();
      return instant;
    }
    if (isEnumerationName(type as TypeName)) return readEnumeration(text, type as keyof typeof ENUMERATIONS);
    return readScalar(text, type as 'string');
  } catch (error) {
    if (!(error instanceof ScalarError)) throw error;
    const wanted = values.length > 0 ? `one of ${values.join(', ')}` : `a value of the type ${type}`;
    throw new TypeError(`${name} must be ${wanted}`);
  }
}
