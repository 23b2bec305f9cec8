/**
 * The types of the SOAP interface 1.4.4 as data, with their members in wire order. The source of the static types, reader,
 * writer, WSDL and help page. docs/wire/soap-interface.md, "Resources and their fields".
 *
 * Whether a member is required follows from its type (docs/wire/soap.md section 1, "WSDL"): numbers, booleans, times and
 * enumerations have minOccurs 1, nullable types 0; only the nullable time has minOccurs 1 and nillable.
 */

/** The enumerations; the first value is that of a missing element. Spelling is the service's. */
export const ENUMERATIONS = {
  ResponseCode: ['SUCCESS', 'ERROR'],
  PaymentType: [
    'NOT_SPECIFIED',
    'PAYMENT',
    'REFUND',
    'CAPTURE',
    'UNMATCHED_REFUND',
    'PREAUTH',
    'REVERSAL',
    'DE_REJECTION',
  ],
  TxnType: [
    'NOT_SPECIFIED',
    'MAIL_ORDER',
    'TELEPHONE_ORDER',
    'RECURRING',
    'ECOMMERCE',
    'CUSTOMER_PRESENT',
    'CALL_CENTRE',
    'IVR',
    'INTERNET_ANONYMOUS',
    'WEB_SHOP',
  ],
  SearchOrder: ['ASCENDING', 'DESCENDING'],
  TxnSource: [
    'UNSPECIFIED',
    'IVR',
    'INTERNETANNONYMOUS',
    'MERCHANTBACKOFFICE',
    'CALLCENTER',
    'API',
    'ISHOP',
    'MOBILEBACKOFFICE',
    'CUSTOMERPORTAL',
    'SFTP',
    'MERCHANTSUITE',
    'INVOICE',
    'PARTNER_BOOKINGS',
    'PARTNER_REPLACEMENTS',
    'PARTNER_ONLINEWEBPAY',
    'PARTNER_HISTORYREPORT',
  ],
} as const;

/** Enumerations whose type stands in the common namespace of the WSDL. */
export const COMMON_ENUMERATIONS: readonly EnumerationName[] = ['TxnSource'];

/** Enumerations that decide nothing about money: an answer may have values of tomorrow. */
export const INFORMATIONAL_ENUMERATIONS: readonly EnumerationName[] = ['TxnType'];

/** Arrays: type name to the type of the items, which is also the element name of an item. */
export const ARRAY_TYPES = {
  ArrayOfString: 'string',
  ArrayOfDataVaultToken: 'DataVaultToken',
  ArrayOfTxn: 'Txn',
  ArrayOfBatchStats: 'BatchStats',
  ArrayOfSettlementFile: 'SettlementFile',
} as const;

/** Objects: member to type, in wire order. */
export const OBJECT_TYPES = {
  ServiceResponse: { ResponseCode: 'ResponseCode', ResponseMessage: 'string' },
  TokenRequest: { CRN1: 'string', CRN2: 'string', CRN3: 'string', CardNumber: 'string', ExpiryDate: 'string' },
  TokenResponse: { Token: 'string', MaskedCardNumber: 'string', CardType: 'string' },
  BankAccountTokenRequest: {
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    BSB: 'string',
    AccountNumber: 'string',
    AccountName: 'string',
  },
  BankAccountTokenResponse: { Token: 'string', BSB: 'string', AccountNumber: 'string', AccountName: 'string' },
  TokenSearch: {
    Token: 'string',
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    MaskedCardNumber: 'string',
    ExpiryDate: 'string',
    FromDate: 'dateTime',
    ToDate: 'dateTime',
    CardType: 'string',
    ExpiredCardsOnly: 'boolean',
    TxnSource: 'TxnSource',
    UsernameCreated: 'string',
    UsernameUpdated: 'string',
  },
  DataVaultToken: {
    CardNumber: 'string',
    ExpiryDate: 'string',
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    Token: 'string',
    MaskedCardNumber: 'string',
    CardType: 'string',
    UpdatedUsername: 'string',
    UpdatedDate: 'dateTime',
    CreatedUsername: 'string',
    CreatedDate: 'dateTime',
    AccountName: 'string',
    Salutation: 'string',
    FirstName: 'string',
    LastName: 'string',
    DOB: 'nillableDateTime',
    PhoneHome: 'string',
    PhoneWork: 'string',
    MobileNumber: 'string',
    AddressLine1: 'string',
    AddressLine2: 'string',
    AddressCity: 'string',
    AddressState: 'string',
    AddressPostcode: 'string',
    AddressCountry: 'string',
    Email: 'string',
    EmailVerified: 'boolean',
    EmailVerifiedDate: 'nillableDateTime',
  },
  /** The only type with a version in its name, and an older one. Section 1, "WSDL". */
  AnonymousTokenResponse_1_4_3: { VerificationResult: 'boolean', DataVaultToken: 'DataVaultToken' },
  TokeniseResponse: { DataVaultToken: 'DataVaultToken' },
  /** Amount in cents; ExpiryDate `MMYY`; CardNumber may be a token. Section 3, "ProcessPayment". */
  TxnRequest: {
    PaymentType: 'PaymentType',
    TxnType: 'TxnType',
    BillerCode: 'string',
    MerchantReference: 'string',
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    Amount: 'int',
    CardNumber: 'string',
    ExpiryDate: 'string',
    CVC: 'string',
    OriginalTransactionNumber: 'string',
  },
  TxnResponse: {
    ResponseCode: 'string',
    AcquirerResponseCode: 'string',
    AuthorisationResult: 'string',
    TransactionNumber: 'string',
    ReceiptNumber: 'string',
    AuthoriseId: 'string',
    SettlementDate: 'string',
    MaskedCardNumber: 'string',
    CardType: 'string',
  },
  TxnSearch: {
    MerchantNumber: 'string',
    PaymentType: 'PaymentType',
    TxnType: 'TxnType',
    NumOfHours: 'int',
    FromDate: 'dateTime',
    ToDate: 'dateTime',
    ReceiptNumber: 'string',
    MerchantReference: 'string',
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    Amount: 'int',
    MaskedCardNumber: 'string',
    ExpiryDate: 'string',
    ResponseCode: 'string',
    AcquirerResponseCode: 'string',
    TransactionNumber: 'string',
    AuthoriseId: 'string',
    SettlementDate: 'string',
    CardType: 'string',
    BillerCode: 'string',
    SearchOrder: 'SearchOrder',
  },
  Txn: {
    PaymentType: 'PaymentType',
    TxnType: 'TxnType',
    BillerCode: 'string',
    MerchantReference: 'string',
    CRN1: 'string',
    CRN2: 'string',
    CRN3: 'string',
    Amount: 'int',
    AmountSurcharge: 'int',
    CardNumber: 'string',
    ExpiryDate: 'string',
    CVC: 'string',
    OriginalTxnNumber: 'string',
    ResponseCode: 'string',
    AcquirerResponseCode: 'string',
    AuthorisationResult: 'string',
    TransactionNumber: 'string',
    ReceiptNumber: 'string',
    AuthoriseId: 'string',
    SettlementDate: 'string',
    MaskedCardNumber: 'string',
    CardType: 'string',
    ProcessedDate: 'dateTime',
  },
  BatchDownloadFile: { Filename: 'string', MerchantNumber: 'string', Content: 'base64Binary' },
  BatchStats: {
    BatchFileId: 'int',
    TxnCount: 'int',
    ProcCount: 'int',
    OrigFilename: 'string',
    ResFilename: 'string',
    SubmittedTime: 'string',
    CompletedTime: 'string',
    BatchState: 'string',
    Percentage: 'int',
  },
  SettlementFile: { Filename: 'string', Content: 'base64Binary' },
} as const;

/** The types without members, as TypeScript types. */
export interface ScalarValues {
  readonly string: string;
  /** 32 bits, signed. */
  readonly int: number;
  /** 64 bits, signed. */
  readonly long: bigint;
  readonly boolean: boolean;
  /** An instant, in milliseconds since 1970-01-01T00:00:00Z, or `UNSET_TIME` of date-time.ts. */
  readonly dateTime: number;
  readonly nillableDateTime: number | null;
  readonly base64Binary: Uint8Array;
}

export type ScalarName = keyof ScalarValues;
export type EnumerationName = keyof typeof ENUMERATIONS;
export type ArrayName = keyof typeof ARRAY_TYPES;
export type ObjectName = keyof typeof OBJECT_TYPES;

/** The name of any type of the table. */
export type TypeName = ScalarName | EnumerationName | ArrayName | ObjectName;

/** Types of required elements; a reader fills in missing ones. */
export type RequiredTypeName = EnumerationName | 'int' | 'long' | 'boolean' | 'dateTime' | 'nillableDateTime';

/** Members of an object or a request: element name to type, in wire order. */
export type Members = Readonly<Record<string, TypeName>>;

export type ValueOf<T extends TypeName> = T extends ScalarName
  ? ScalarValues[T]
  : T extends EnumerationName
    ? (typeof ENUMERATIONS)[T][number]
    : T extends ArrayName
      ? readonly (ValueOf<(typeof ARRAY_TYPES)[T]> | null)[]
      : T extends ObjectName
        ? MembersOf<(typeof OBJECT_TYPES)[T]>
        : never;

/** The value of members: required types are present, the others absent when they are null on the wire. */
export type MembersOf<M extends Members> = Flat<
  { readonly [K in keyof M as M[K] extends RequiredTypeName ? K : never]: ValueOf<M[K]> } & {
    readonly [K in keyof M as M[K] extends RequiredTypeName ? never : K]?: ValueOf<M[K]> | undefined;
  }
>;

/** A value for the writer: required members may be left out, at every level. */
export type Draft<T> = T extends readonly unknown[] | Uint8Array
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Draft<T[K]> | undefined }
    : T;

type Flat<T> = { [K in keyof T]: T[K] };

export type ServiceResponse = ValueOf<'ServiceResponse'>;
/** A card to store. docs/wire/soap-interface.md */
export type TokenRequest = ValueOf<'TokenRequest'>;
export type TokenResponse = ValueOf<'TokenResponse'>;
/** A bank account to store. docs/wire/soap-interface.md */
export type BankAccountTokenRequest = ValueOf<'BankAccountTokenRequest'>;
export type BankAccountTokenResponse = ValueOf<'BankAccountTokenResponse'>;
/** The filters of a search for tokens. docs/wire/soap-interface.md */
export type TokenSearch = ValueOf<'TokenSearch'>;
/** A stored card or bank account. docs/wire/soap-interface.md */
export type DataVaultToken = ValueOf<'DataVaultToken'>;
export type AnonymousTokenResponse = ValueOf<'AnonymousTokenResponse_1_4_3'>;
export type TokeniseResponse = ValueOf<'TokeniseResponse'>;
/** A payment, preauth, capture, refund or reversal to make. Amounts are in minor units. docs/wire/soap-interface.md */
export type TxnRequest = ValueOf<'TxnRequest'>;
/** The answer to a {@link TxnRequest}. Its `ResponseCode` tells whether the bank has approved it. docs/wire/soap-interface.md */
export type TxnResponse = ValueOf<'TxnResponse'>;
/** The filters of a search for transactions. 0 and `NOT_SPECIFIED` do not filter. docs/wire/soap-interface.md */
export type TxnSearch = ValueOf<'TxnSearch'>;
/** A transaction, as a search finds it. docs/wire/soap-interface.md */
export type Txn = ValueOf<'Txn'>;
export type BatchDownloadFile = ValueOf<'BatchDownloadFile'>;
/** A batch file and its progress. docs/wire/soap-interface.md */
export type BatchStats = ValueOf<'BatchStats'>;
/** A settlement file of a day. docs/wire/soap-interface.md */
export type SettlementFile = ValueOf<'SettlementFile'>;
export type PaymentType = ValueOf<'PaymentType'>;
export type TxnType = ValueOf<'TxnType'>;
export type SearchOrder = ValueOf<'SearchOrder'>;
export type TxnSource = ValueOf<'TxnSource'>;

export function isEnumerationName(type: TypeName): type is EnumerationName {
  return Object.hasOwn(ENUMERATIONS, type);
}

export function isArrayName(type: TypeName): type is ArrayName {
  return Object.hasOwn(ARRAY_TYPES, type);
}

export function isObjectName(type: TypeName): type is ObjectName {
  return Object.hasOwn(OBJECT_TYPES, type);
}

const REQUIRED_SCALARS: readonly TypeName[] = ['int', 'long', 'boolean', 'dateTime', 'nillableDateTime'];

/** Whether elements of a type are required (minOccurs 1). */
export function isRequiredType(type: TypeName): type is RequiredTypeName {
  return isEnumerationName(type) || REQUIRED_SCALARS.includes(type);
}
