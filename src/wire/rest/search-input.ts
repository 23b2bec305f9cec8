/** Criteria of a search for transactions (T3) and for tokens (D5). All members are optional. */
import type * as z from 'zod';
import {
  amount,
  currency,
  flag,
  reference,
  references,
  text,
  textOfLength,
  textUpTo,
  wireObject,
} from './wire-object.js';

const MASKED_CARD_NUMBER_LENGTH = 12;

/** A search for transactions. docs/wire/rest-interface.md "SearchInput". Amount 0 means any. */
export const txnSearchInput = wireObject('TxnSearchInput', {
  Action: text(),
  Amount: amount('Lowest denomination of the currency; 0 means any'),
  AuthoriseId: reference(),
  BankResponseCode: textUpTo(2),
  CardType: text(),
  ...references(),
  Currency: currency(),
  ExpiryDate: textOfLength(4, 'MMYY'),
  FromDate: textUpTo(50, 'ISO 8601; compared with the processed date'),
  MaskedCardNumber: textUpTo(MASKED_CARD_NUMBER_LENGTH),
  MerchantReference: reference(),
  RRN: reference(),
  ReceiptNumber: reference(),
  ResponseCode: textUpTo(50, '"0" means approved'),
  SettlementDate: textUpTo(8, 'YYYYMMDD'),
  Source: text(),
  ToDate: textUpTo(50, 'ISO 8601; compared with the processed date'),
  TxnNumber: reference(),
});
/** A search for transactions. */
export type TxnSearchInput = z.output<typeof txnSearchInput>;

/** A search for tokens. docs/wire/rest.md section 3. */
export const tokenSearchInput = wireObject('TokenSearchInput', {
  CardType: text(),
  Crn1: reference(),
  Crn2: reference(),
  Crn3: reference(),
  DVToken: text(),
  ExpiredCardsOnly: flag(),
  ExpiryDate: textOfLength(4, 'MMYY'),
  FromDate: textUpTo(50, 'ISO 8601'),
  MaskedCardNumber: textUpTo(MASKED_CARD_NUMBER_LENGTH),
  Source: text(),
  ToDate: textUpTo(50, 'ISO 8601'),
  UserCreated: text(),
  UserUpdated: text(),
});
/** A search for tokens. */
export type TokenSearchInput = z.output<typeof tokenSearchInput>;

/** T3. */
export const txnSearchRequest = wireObject('TxnSearchRequest', { SearchInput: txnSearchInput });

/** D5. */
export const tokenSearchRequest = wireObject('TokenSearchRequest', { SearchInput: tokenSearchInput });
