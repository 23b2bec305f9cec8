/**
 * The 25 operations as data, in the order of the WSDL. Request elements are in wire order: credentials first, except that
 * Login has cliVersion before them. docs/wire/soap-interface.md, "Endpoints" and "Authentication".
 */
import type { SoapNamespaces } from './namespaces.js';
import type { Members, MembersOf, ServiceResponse, TypeName } from './types.js';

const CREDENTIALS = { username: 'string', password: 'string', merchantNumber: 'string' } as const;

/** One operation: the elements of its request, and the type of its result element, or null without one. */
export interface Operation {
  readonly request: Members;
  readonly result: TypeName | null;
}

export const OPERATIONS = {
  AddBankAccountToken: {
    request: { ...CREDENTIALS, tokenRequest: 'BankAccountTokenRequest' },
    result: 'BankAccountTokenResponse',
  },
  UpdateBankAccountToken: {
    request: { ...CREDENTIALS, token: 'string', tokenRequest: 'BankAccountTokenRequest' },
    result: 'BankAccountTokenResponse',
  },
  UpdateBankAccountTokenMulti: {
    request: {
      ...CREDENTIALS,
      token: 'string',
      newBSB: 'string',
      newAccountNumber: 'string',
      newAccountName: 'string',
    },
    result: 'BankAccountTokenResponse',
  },
  Login: { request: { cliVersion: 'string', ...CREDENTIALS }, result: 'boolean' },
  Logout: { request: {}, result: null },
  SubmitBatch: { request: { filename: 'string', content: 'string' }, result: 'ArrayOfString' },
  DownloadBatchByFilename: {
    request: { filename: 'string', fileFormat: 'int', returnAll: 'boolean' },
    result: 'BatchDownloadFile',
  },
  DownloadBatchById: {
    request: { batchFileId: 'long', fileFormat: 'int', returnAll: 'boolean' },
    result: 'BatchDownloadFile',
  },
  RetrieveBatchStatistics: { request: { timePeriod: 'int' }, result: 'ArrayOfBatchStats' },
  UploadCRNLookupZipFile: {
    request: { filename: 'string', content: 'base64Binary', emailAddress: 'string' },
    result: null,
  },
  UploadCRNLookupFile: { request: { filename: 'string', content: 'string', emailAddress: 'string' }, result: null },
  AddToken: { request: { ...CREDENTIALS, tokenRequest: 'TokenRequest' }, result: 'TokenResponse' },
  DeleteToken: { request: { ...CREDENTIALS, token: 'string' }, result: null },
  UpdateToken: { request: { ...CREDENTIALS, token: 'string', tokenRequest: 'TokenRequest' }, result: 'TokenResponse' },
  UpdateTokenMulti: {
    request: { ...CREDENTIALS, token: 'string', newCardNumber: 'string', newExpiryDate: 'string' },
    result: 'TokenResponse',
  },
  GetRecentlyModifiedTokens: {
    request: { ...CREDENTIALS, timePeriod: 'int', numOfTokens: 'int' },
    result: 'ArrayOfDataVaultToken',
  },
  GetUnusedTokens: { request: { ...CREDENTIALS, timePeriod: 'int' }, result: 'ArrayOfDataVaultToken' },
  SearchTokens: { request: { ...CREDENTIALS, search: 'TokenSearch' }, result: 'ArrayOfDataVaultToken' },
  GetAnonymousToken: {
    request: { ...CREDENTIALS, success: 'string', crn1: 'string', crn2: 'string', crn3: 'string', signature: 'string' },
    result: 'AnonymousTokenResponse_1_4_3',
  },
  TokenisePayment: { request: { ...CREDENTIALS, txnNumber: 'string' }, result: 'TokeniseResponse' },
  ProcessPayment: { request: { ...CREDENTIALS, txnReq: 'TxnRequest' }, result: 'TxnResponse' },
  SearchTransactions: { request: { ...CREDENTIALS, search: 'TxnSearch' }, result: 'ArrayOfTxn' },
  IsBankAvailable: { request: { bankId: 'int' }, result: 'boolean' },
  CreateSession: { request: { ...CREDENTIALS, ipAddress: 'string', sharedSecret: 'string' }, result: 'string' },
  RetrieveSettlementFiles: { request: { settlementDate: 'string' }, result: 'ArrayOfSettlementFile' },
} as const satisfies Readonly<Record<string, Operation>>;

/** The name of an operation, as in its SOAPAction. */
export type OperationName = keyof typeof OPERATIONS;

/** The operations' names in wire order. */
export const OPERATION_NAMES = Object.freeze(Object.keys(OPERATIONS)) as readonly OperationName[];

/** The validated parameters of an operation. */
export type RequestOf<O extends OperationName> = MembersOf<(typeof OPERATIONS)[O]['request']>;

/** The answer of an operation: `<Operation>Result`, absent when null, then `response`, which is always present. */
export type ResponseOf<O extends OperationName> = ((typeof OPERATIONS)[O]['result'] extends infer R extends TypeName
  ? MembersOf<Readonly<Record<`${O}Result`, R>>>
  : unknown) & { readonly response: ServiceResponse };

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATIONS, name);
}

/** The elements of an operation's answer: the result first, then `response`. docs/wire/soap.md section 1. */
export function responseMembers(operation: OperationName): Members {
  const { result }: Operation = OPERATIONS[operation];
  return { ...(result === null ? {} : { [`${operation}Result`]: result }), response: 'ServiceResponse' };
}

export function actionOf(operation: OperationName, { service }: SoapNamespaces): string {
  return `${service}/${operation}`;
}

/** The operation of a SOAPAction, compared exactly. docs/wire/soap.md section 5. */
export function operationOfAction(action: string, { service }: SoapNamespaces): OperationName | undefined {
  if (!action.startsWith(`${service}/`)) return undefined;
  const name = action.slice(service.length + 1);
  return isOperationName(name) ? name : undefined;
}
