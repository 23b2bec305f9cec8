/**
 * The shopper's input in the service's own frame, stored under the AuthKey until a server processes it. Of a card it
 * holds no digits of the number or the CVN. docs/wire/rest.md section 11, "T9 keeps the card".
 */
import type { CvnResultCode } from '../wire/codes.js';
import type { BankAccountEntry } from './bank-account.js';

/** The value of the card number field. */
export type FrameNumber =
  | { readonly is: 'test_card'; readonly cardId: string }
  /** A number that is not a test card. Only test mode accepts it, and no part of it is stored. */
  | { readonly is: 'unknown' }
  /** No number: the key pays with a stored token, or an update does not change the token's number. */
  | { readonly is: 'nothing' };

/** A stored card input. */
export interface FrameCard {
  readonly number: FrameNumber;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** CVN result in test mode; `S` when no CVN was typed. */
  readonly cvnResult: CvnResultCode;
}

/** The stored input of a key: a card or a bank account. */
export interface FrameEntry {
  readonly authKey: string;
  readonly merchantId: number;
  readonly card: FrameCard | null;
  readonly bankAccount: BankAccountEntry | null;
  /** Whether the direct debit terms were accepted in the frame. */
  readonly acceptsTerms: boolean;
  /** Milliseconds since 1970. The key and this entry expire then. */
  readonly expiresAt: number;
}
