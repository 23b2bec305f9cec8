/**
 * Notes of the generated OpenAPI documents on members: units, formats and possible values. The schemas leave them out on
 * purpose, because readers must not refuse a value by them (wire-object.ts).
 */
import { CARD_BRANDS } from '../../core/card/brand.js';
import { GUID } from '../../core/guid.js';
import {
  ACTIONS,
  API_CODES,
  CARD_CATEGORIES,
  CARD_SUB_TYPES,
  CVN_RESULT_CODES,
  LOCALISATIONS,
  RESPONSE_TEXTS,
  SOURCES,
  SUB_TYPES,
  THREE_DS_ECI,
  THREE_DS_ENROLLED,
  THREE_DS_STATUS,
  THREE_DS_VERIFY_STATUS,
  THREE_DS_VERIFY_TYPES,
  TOKENISATION_MODES,
  TYPES,
} from '../codes.js';

interface MemberNote {
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly pattern?: string;
}

const KEY = `^${GUID}$`;
const UNITS = 'A whole number of the lowest denomination of the currency: 19900 is 199.00 AUD';

function listed(table: object, description: string): MemberNote {
  const texts = Object.entries(table).map(([value, text]) => `\`${value}\` ${text}`);
  return { enum: Object.keys(table), description: `${description}: ${texts.join(', ')}` };
}

const CARD_TYPES = Object.fromEntries(
  CARD_BRANDS.flatMap(({ cardType, name }) => (cardType ? [[cardType, name]] : [])),
);

/** Notes by member, for requests and answers; `Object.Member` wins over `Member`. */
const NOTES: Readonly<Record<string, MemberNote>> = {
  Action: listed(ACTIONS, 'Kind of transaction; verify_only in version 3'),
  Amount: { description: UNITS },
  AmountOriginal: { description: `Amount without surcharge, for information only. ${UNITS}` },
  AmountSurcharge: { description: `Surcharge, for information only. ${UNITS}` },
  'TxnReqWithAuthKey.Amount': {
    description:
      'A JSON integer is in the lowest denomination, a string in major units ("199.00"). If the key has an amount, another value is refused with 110',
  },
  'TxnReqWithAuthKey.AmountOriginal': {
    description: 'As Amount; a value that differs from the key is refused with 130',
  },
  'TxnReqWithAuthKey.AmountSurcharge': {
    description: 'As Amount; a value that differs from the key is refused with 131',
  },
  'TxnSearchInput.Amount': { description: 'The lowest denomination of the currency; 0 means any' },
  AccountName: { description: 'Name of the account, at most 32 characters' },
  AmexExpressCheckout: { description: 'True lets the hosted page offer this wallet' },
  BillerCode: { description: 'Biller code' },
  BypassThreeDS: { description: 'True skips 3-D Secure' },
  CardHolderName: { description: 'As on the card' },
  CardType: listed(CARD_TYPES, 'Card scheme'),
  Crn1: { description: "The merchant's first reference, usually the order" },
  Crn2: { description: "The merchant's second reference" },
  Crn3: { description: "The merchant's third reference" },
  CVNResultCode: listed(CVN_RESULT_CODES, 'Result of the CVN check by the issuer'),
  Category: { enum: Object.keys(CARD_CATEGORIES) },
  DateOfBirth: { description: 'YYYY-MM-DD' },
  Eci: listed(THREE_DS_ECI, 'Electronic commerce indicator'),
  EmailAddress: { description: 'E-mail address' },
  Enrolled: { enum: THREE_DS_ENROLLED, description: 'Whether the card is enrolled in 3-D Secure' },
  Issuer: { description: 'Bank that issued the card' },
  IssuerCountryCode: { description: 'ISO 3166 alpha-3 code' },
  IsTestTxn: { description: 'True for a transaction in test mode' },
  IsThreeDS: { description: 'True when 3-D Secure was used' },
  IsCVNPresent: { description: 'True when a CVN was sent' },
  Localisation: { enum: Object.keys(LOCALISATIONS), description: 'Where the card was issued, seen from the merchant' },
  'MaskedCardDetails.SubType': { enum: Object.keys(CARD_SUB_TYPES), description: 'The account behind the card' },
  MerchantNumber: { description: 'Merchant number, 16 digits' },
  MerchantReference: { description: "The merchant's reference of the attempt" },
  OriginalTxnNumber: { description: 'TxnNumber of the transaction to capture, refund or reverse' },
  Quantity: { description: 'Decimals are allowed' },
  RedirectionUrl: { description: 'URL that the browser is redirected to; the outcome is added to its query' },
  ReturnBarLabel: { description: 'Text of the link back to the shop' },
  ReturnBarUrl: { description: 'URL of the link back to the shop' },
  Source: listed(SOURCES, 'Origin of the call'),
  StoreCard: { description: 'True when the customer agrees that the card is stored' },
  SubType: listed(SUB_TYPES, 'One payment or one of a series'),
  TestMode: { description: 'True: the request is not sent to a bank. The answer has it as IsTestTxn' },
  TokenisationMode: {
    enum: Object.keys(TOKENISATION_MODES).map(Number),
    description: `Whether the card is tokenised: ${Object.entries(TOKENISATION_MODES)
      .map(([mode, text]) => `\`${mode}\` ${text}`)
      .join(', ')}`,
  },
  Type: listed(TYPES, 'How the card was presented'),
  VerifyStatus: { enum: THREE_DS_VERIFY_STATUS, description: "The gateway's result of the authentication" },
  VerifyType: { enum: THREE_DS_VERIFY_TYPES, description: 'Kind of authentication' },
  'ThreeDSResponse.Status': { enum: THREE_DS_STATUS, description: 'Outcome of the authentication' },
  WebHookUrl: { description: 'URL that the service calls when a browser has finished' },
  TokeniseTxnCheckBoxDefaultValue: { description: 'Whether the checkbox for storing the card is ticked at first' },
  UpdateDVTokenExpiryDate: { description: 'True stores ExpiryDate with the token' },
};

/** Notes for answers only; the sandbox's answers conform to them. */
const ANSWER_NOTES: Readonly<Record<string, MemberNote>> = {
  'APIResponse.ResponseCode': {
    enum: Object.keys(API_CODES).map(Number),
    description: 'Whether the call worked, not whether it was paid: a decline also has 0',
  },
  'APIResponse.ResponseText': { description: 'Text of the code' },
  'TxnResp.ResponseCode': {
    enum: Object.keys(RESPONSE_TEXTS),
    description: 'A string. Only "0" means approved. A code that is not listed never does',
  },
  'TxnResp.ResponseText': { description: 'Text of the code' },
  'TxnResp.BankResponseCode': {
    pattern: '^[0-9]{2}$',
    description: "The bank's own code; null when the request was not sent to a bank",
  },
  'TxnResp.Currency': { pattern: '^[A-Z]{3}$' },
  'TxnResp.DVToken': { pattern: '^599999[0-9]{10}$' },
  'TxnResp.ProcessedDateTime': { pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$` },
  'TxnResp.ReceiptNumber': { pattern: '^[0-9]{11}$', description: 'Eleven digits, the last four those of TxnNumber' },
  'TxnResp.SettlementDate': { pattern: '^[0-9]{8}$' },
  'TxnResp.TxnNumber': { pattern: '^[0-9]+$', description: 'Number of the transaction: a string of digits, ascending' },
  'DVTokenResp.DVToken': { pattern: '^599999[0-9]{10}$' },
  'MaskedCardDetails.ExpiryDate': { pattern: '^[0-9]{4}$' },
  'MaskedCardDetails.MaskedCardNumber': { pattern: String.raw`^[0-9]{6}\.\.\.[0-9]{3}$` },
  'AuthKeyAnswer.AuthKey': { format: 'uuid', pattern: KEY, description: 'A browser can use it once' },
  'SubmissionAnswer.ResultKey': {
    format: 'uuid',
    pattern: KEY,
    description: 'The server looks up the outcome with it',
  },
};

/** The note of a member; the description of its schema comes first. */
export function noteOfMember(
  object: string,
  member: string,
  direction: 'request' | 'answer',
  described: unknown,
): MemberNote {
  const place = `${object}.${member}`;
  const note = { ...(NOTES[place] ?? NOTES[member]), ...(direction === 'answer' && ANSWER_NOTES[place]) };
  const isKnown = typeof described === 'string' && !(note.enum || NOTES[place] || UNITS_OF.test(member));
  return isKnown ? { ...note, description: described } : note;
}

/** The notes of these members describe the unit better than their schemas. */
const UNITS_OF = /^Amount/;
