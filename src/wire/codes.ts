/**
 * The service's codes and enumerations with their texts, as tables without a dependency, for the sandbox, the clients and
 * the browser. The rules that decide when a code is given are in the sandbox.
 *
 * Source: docs/wire/rest.md sections 2 and 7 to 9. Text of a 1xx code is `Invalid <name>`; "known" for 112 and 118, the
 * others follow the same pattern.
 *
 * The tables have no prototype, so that a lookup with a name from outside (`constructor`) finds nothing.
 */
/** Creates a table. */
/* @__NO_SIDE_EFFECTS__ */ // A bundle contains only the tables that it uses.
export function table<const T extends object>(rows: T): Readonly<T> {
  return Object.freeze(Object.assign(Object.create(null) as T, rows));
}

/** `APIResponse.ResponseCode` (a JSON number) to its text. 0 means that the call worked, not that a payment was approved. */
export const API_CODES = table({
  0: 'Success',
  1: 'Invalid login details',
  2: 'Invalid permissions',
  3: 'User not found',
  100: 'Invalid original amount',
  101: 'Invalid action',
  102: 'Invalid type',
  103: 'Invalid subtype',
  104: 'Invalid merchant number',
  105: 'Invalid biller code',
  106: 'Invalid Crn1',
  107: 'Invalid Crn2',
  108: 'Invalid Crn3',
  109: 'Invalid currency',
  110: 'Invalid amount',
  111: 'Invalid merchant reference',
  112: 'Invalid card number',
  113: 'Invalid cardholder name',
  114: 'Invalid expiry date',
  115: 'Invalid CVN',
  116: 'Invalid web hook URL',
  117: 'Invalid redirection URL',
  118: 'Invalid transaction number',
  119: 'Invalid original transaction number',
  120: 'Invalid receipt number',
  121: 'Invalid settlement date',
  122: 'Invalid masked card number',
  123: 'Invalid DVToken',
  124: 'Invalid bank account number',
  125: 'Invalid BSB number',
  126: 'Invalid bank account name',
  127: 'Invalid email address',
  128: 'Invalid store card',
  129: 'Invalid accept terms',
  130: 'Invalid original amount',
  131: 'Invalid surcharge amount',
  201: 'Transaction not found',
  202: 'DVToken not found',
  203: 'Transaction type cannot be tokenised',
  204: 'Transactions cannot be tokenised because cardholder has not given permission',
  205: 'Biller code not found',
  206: 'Session not found',
  207: 'Invalid session',
  208: 'Transaction must be approved to be tokenised',
  209: 'Search returned no results',
  210: 'Merchant details not found',
  211: 'Merchant account settings not found',
  300: 'Follow redirection',
  900: 'One or more sub-systems are currently unavailable',
  /** The sandbox appends the missing member: `Invalid request payload (missing: TxnReq)`. */
  998: 'Invalid request payload',
  999: 'Fatal error',
});

/** A code of {@link API_CODES}. */
export type ApiCode = keyof typeof API_CODES;

/** Whether a code is in {@link API_CODES}. */
export function isApiCode(code: number): code is ApiCode {
  return code in API_CODES;
}

/**
 * The member that a 1xx code refers to. docs/wire/rest.md section 2, "Field of each code"; the others follow from the text
 * of the code. 114 is `ExpiryDate`, which a browser request splits into ExpiryDateMonth and ExpiryDateYear. Server calls
 * use 100 for AmountOriginal, browser calls 130.
 */
export const FIELD_OF_API_CODE = table({
  100: 'AmountOriginal',
  101: 'Action',
  102: 'Type',
  103: 'SubType',
  104: 'MerchantNumber',
  105: 'BillerCode',
  106: 'Crn1',
  107: 'Crn2',
  108: 'Crn3',
  109: 'Currency',
  110: 'Amount',
  111: 'MerchantReference',
  112: 'CardNumber',
  113: 'CardHolderName',
  114: 'ExpiryDate',
  115: 'Cvn',
  116: 'WebHookUrl',
  117: 'RedirectionUrl',
  118: 'TxnNumber',
  119: 'OriginalTxnNumber',
  120: 'ReceiptNumber',
  121: 'SettlementDate',
  122: 'MaskedCardNumber',
  123: 'DVToken',
  124: 'AccountNumber',
  125: 'BSBNumber',
  126: 'AccountName',
  127: 'EmailAddress',
  128: 'StoreCard',
  129: 'AcceptBADirectDebitTC',
  130: 'AmountOriginal',
  131: 'AmountSurcharge',
});

/** A 1xx code of {@link FIELD_OF_API_CODE}. */
export type FieldApiCode = keyof typeof FIELD_OF_API_CODE;

/** The member that an API code refers to, or undefined when it refers to none. */
export function fieldOfApiCode(code: number): string | undefined {
  return code in FIELD_OF_API_CODE ? FIELD_OF_API_CODE[code as FieldApiCode] : undefined;
}

const GATEWAY_ERROR = 'Gateway error';

/** `TxnResp.ResponseCode` (a JSON string) to `ResponseText`, platform refusals (PT_...) included. Section 9. */
export const RESPONSE_TEXTS = table({
  '0': 'Approved',
  '1': 'Declined',
  '2': 'Declined',
  '3': 'Declined',
  '4': 'Declined',
  '5': 'Declined',
  '?': 'Response unknown',
  '6': 'Error communicating with bank',
  '7': 'Payment server processing error',
  '8': 'Transaction type not supported',
  '9': 'Bank declined transaction (do not contact bank)',
  A: 'Aborted',
  C: 'Cancelled',
  D: 'Deferred',
  E: 'Issuer returned a referral response',
  F: '3D Secure authentication failed',
  I: 'Card security code failed',
  L: 'Shopping transaction locked',
  N: 'Cardholder is not enrolled in 3D Secure',
  P: 'Transaction is pending',
  R: 'Retry limits exceeded',
  S: 'Duplicate order info',
  U: 'Card security code failed',
  x: 'Not completed',
  PT_V1: 'Invalid transaction type',
  PT_V2: 'Invalid financial type',
  PT_V3: 'Invalid amount',
  PT_V4: 'Invalid card number',
  PT_V5: 'Invalid expiry date',
  PT_V6: 'Invalid CVN',
  PT_V7: 'Financial transaction type not supported by gateway',
  PT_V8: 'Reversal not supported',
  PT_V9: 'Merchant/biller details not found',
  PT_V11: 'Cardholder not authenticated',
  PT_V12: 'Error authenticating cardholder',
  PT_V13: 'Invalid BSB number',
  PT_V14: 'Invalid account number',
  PT_V15: 'Invalid account name',
  PT_V16: 'Payment details not provided',
  PT_V17: 'No valid DDA found',
  PT_V18: 'Payment failed anti fraud rule validation',
  PT_V19: 'Daily refund limit reached',
  PT_V20: 'Daily refund amount limit exceeded',
  PT_T1: 'DVToken payment not allowed for Internet, IVR and call centre types',
  PT_T2: 'Payment details not found',
  PT_T5: 'DVToken payment not supported',
  PT_T6: 'DVToken not yet valid',
  PT_T7: 'DVToken expired',
  PT_R1: 'Original transaction not found',
  PT_R2: 'Original was not approved',
  PT_R3: 'Original is locked',
  PT_R4: 'Already fully refunded',
  /** `$x.xx` is a placeholder for the remaining amount. */
  PT_R5: 'Only $x.xx available for refund',
  PT_R6: 'Preauth transaction already completed',
  PT_R7: 'Unable to verify if reversal can be processed',
  PT_R8: 'Already reversed',
  PT_R9: 'Partially refunded',
  PT_R15: 'Reversal amount must equal the original',
  PT_G1: GATEWAY_ERROR,
  PT_G2: GATEWAY_ERROR,
  PT_G3: GATEWAY_ERROR,
  PT_G4: GATEWAY_ERROR,
  PT_G5: GATEWAY_ERROR,
  PT_G6: GATEWAY_ERROR,
  PT_G7: GATEWAY_ERROR,
  PT_G8: GATEWAY_ERROR,
  PT_G9: GATEWAY_ERROR,
  PT_G10: GATEWAY_ERROR,
  PT_G11: GATEWAY_ERROR,
  PT_G12: GATEWAY_ERROR,
  PT_G13: 'Message response timeout',
  PT_E1: 'Database error',
  PT_E5: 'Server busy, not sent to the bank',
});

/** A code of {@link RESPONSE_TEXTS}: always a string, also `"0"`. */
export type ResponseCode = keyof typeof RESPONSE_TEXTS;

/** Whether a code is in {@link RESPONSE_TEXTS}. */
export function isResponseCode(code: string): code is ResponseCode {
  return code in RESPONSE_TEXTS;
}

/** Kinds of transaction. `verify_only` (amount 0) is version 3 only; v2 answers 101 to it. Section 7. */
export const ACTIONS = table({
  payment: 'Payment',
  refund: 'Refund',
  unmatched_refund: 'Unmatched refund',
  preauth: 'Pre-authorisation',
  capture: 'Capture',
  reversal: 'Reversal',
  verify_only: 'Card check',
});

/** A kind of transaction. */
export type Action = keyof typeof ACTIONS;

/** How the card was presented. Section 7. */
export const TYPES = table({
  callcentre: 'Call centre',
  cardpresent: 'Card present',
  ecommerce: 'E-commerce',
  internet: 'Internet',
  ivr: 'Telephone keypad',
  mailorder: 'Mail order',
  telephoneorder: 'Telephone order',
});

/** How the card was presented. */
export type TxnType = keyof typeof TYPES;

/** One payment or one of a series. Section 7. */
export const SUB_TYPES = table({ single: 'Single', recurring: 'Recurring' });

/** One payment or one of a series. */
export type SubType = keyof typeof SUB_TYPES;

export type { CardType } from '../core/card/brand.js';

/** Where a transaction came from: a server call gives `api`, a browser call `internet`. Section 7. */
export const SOURCES = table({
  api: 'API',
  internet: 'Internet',
  backoffice: 'Back office',
  callcentre: 'Call centre',
  customerportal: 'Customer portal',
  invoiceportal: 'Invoice portal',
  ishop: 'iShop',
  ivr: 'Telephone keypad',
  mobilebackoffice: 'Mobile back office',
  sftp: 'SFTP',
  unknown: 'Unknown',
});

/** Where a transaction came from. */
export type Source = keyof typeof SOURCES;

/** The issuer's result of the CVN check. Section 7. */
export const CVN_RESULT_CODES = table({
  M: 'Matched',
  N: 'Not matched',
  P: 'Not processed',
  S: 'Not present',
  U: 'Not registered',
  Unsupported: 'Unsupported',
});

/** The issuer's result of the CVN check. */
export type CvnResultCode = keyof typeof CVN_RESULT_CODES;

/** Whether a payment stores the card as a token. Section 7. */
export const TOKENISATION_MODES = table({
  0: "The biller's default",
  1: 'Do not tokenise',
  2: 'Tokenise if the customer opts in (StoreCard)',
  3: 'Always tokenise',
});

/** Enumerations in the CardDetails of a version 3 response. Section 7. */
export const CARD_CATEGORIES = table({ STANDARD: 'Standard', ATM: 'ATM' });
/** Where the card was issued, seen from the merchant (v3). Section 7. */
export const LOCALISATIONS = table({ domestic: 'Domestic', international: 'International' });
/** The account behind the card (v3). Section 7. */
export const CARD_SUB_TYPES = table({ credit: 'Credit', debit: 'Debit' });

/** Enumerations in ThreeDSResponse. Section 7; letters without a text there have none here. */
export const THREE_DS_ECI = table({ '05': 'Authenticated', '06': 'Not authenticated' });
/** Enrolment of the card in 3-D Secure. Section 7. */
export const THREE_DS_ENROLLED = ['Y', 'N', 'U'] as const;
/** Outcome of the authentication. Section 7. */
export const THREE_DS_STATUS = ['Y', 'N', 'A', 'U'] as const;
/** The gateway's result of the authentication. Section 7. */
export const THREE_DS_VERIFY_STATUS = ['Y', 'M', 'E', 'F', 'N', 'S', 'P', 'I', 'U', 'T', 'A', 'D', 'C'] as const;
/** The kind of authentication. Section 7. */
export const THREE_DS_VERIFY_TYPES = ['3DS', 'SPA'] as const;

/** Prefix of every DVToken; no card number has it. docs/wire/rest.md section 3. */
export const DV_TOKEN_PREFIX = '599999';
