/** Fields of HTML forms. docs/wire/rest.md section 4. */
import type { FormField } from './operation.js';

const CARD: readonly FormField[] = [
  { name: 'CardNumber', says: '10 to 19 digits; blanks and hyphens are dropped' },
  { name: 'ExpiryDateMonth', says: 'Two digits' },
  { name: 'ExpiryDateYear', says: 'Two digits' },
  { name: 'CardHolderName', says: 'As on the card, at most 50 characters' },
];

const REFERENCES: readonly FormField[] = [
  { name: 'Crn1', says: "The merchant's first reference" },
  { name: 'Crn2', says: "The merchant's second reference" },
  { name: 'Crn3', says: "The merchant's third reference" },
  { name: 'EmailAddress', says: 'E-mail address, at most 250 characters' },
];

/** A card payment. */
export const TRANSACTION_FIELDS: readonly FormField[] = [
  ...CARD,
  { name: 'CVN', says: '3 or 4 digits' },
  { name: 'Amount', says: 'Major units, with or without a point: 199.00' },
  { name: 'AmountOriginal', says: 'Amount without surcharge, major units' },
  { name: 'AmountSurcharge', says: 'Surcharge, major units' },
  { name: 'Currency', says: 'ISO 4217 code' },
  { name: 'BillerCode', says: 'Biller code' },
  ...REFERENCES,
  { name: 'MerchantReference', says: "The merchant's reference for the attempt" },
  { name: 'StoreCard', says: 'true when the customer agrees to store the card' },
];

/** A card or a bank account to store. */
export const TOKEN_FIELDS: readonly FormField[] = [
  ...CARD,
  { name: 'BSBNumber', says: 'Bank account: 6 digits' },
  { name: 'AccountNumber', says: 'Bank account: 3 to 9 digits' },
  { name: 'AccountName', says: 'Bank account: at most 32 characters' },
  ...REFERENCES,
  { name: 'AcceptBADirectDebitTC', says: 'Must be true for a bank account' },
];
