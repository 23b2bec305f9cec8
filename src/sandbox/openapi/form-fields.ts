/** Fields of HTML forms. docs/wire/rest.md section 4. */
import type { FormField } from './operation.js';

const CARD: readonly FormField[] = [
  { name: 'CardNumber', description: '10 to 19 digits; blanks and hyphens are dropped' },
  { name: 'ExpiryDateMonth', description: 'Two digits' },
  { name: 'ExpiryDateYear', description: 'Two digits' },
  { name: 'CardHolderName', description: 'As on the card, at most 50 characters' },
];

const REFERENCES: readonly FormField[] = [
  { name: 'Crn1', description: "The merchant's first reference" },
  { name: 'Crn2', description: "The merchant's second reference" },
  { name: 'Crn3', description: "The merchant's third reference" },
  { name: 'EmailAddress', description: 'E-mail address, at most 250 characters' },
];

/** A card payment. */
export const TRANSACTION_FIELDS: readonly FormField[] = [
  ...CARD,
  { name: 'CVN', description: '3 or 4 digits' },
  { name: 'Amount', description: 'Major units, with or without a point: 199.00' },
  { name: 'AmountOriginal', description: 'Amount without surcharge, major units' },
  { name: 'AmountSurcharge', description: 'Surcharge, major units' },
  { name: 'Currency', description: 'ISO 4217 code' },
  { name: 'BillerCode', description: 'Biller code' },
  ...REFERENCES,
  { name: 'MerchantReference', description: "The merchant's reference for the attempt" },
  { name: 'StoreCard', description: 'true when the customer agrees to store the card' },
];

/** A card or a bank account to store. */
export const TOKEN_FIELDS: readonly FormField[] = [
  ...CARD,
  { name: 'BSBNumber', description: 'Bank account: 6 digits' },
  { name: 'AccountNumber', description: 'Bank account: 3 to 9 digits' },
  { name: 'AccountName', description: 'Bank account: at most 32 characters' },
  ...REFERENCES,
  { name: 'AcceptBADirectDebitTC', description: 'Must be true for a bank account' },
];
