/**
 * What a shopper typed into the service's own frame, waiting under the AuthKey until a server has it processed. Of a
 * card it is what the sandbox may keep: no digits of a number or a CVN. wire/rest.md section 11, "T9 keeps the card".
 */
import type { CvnResultCode } from '../wire/codes.js';

/** What stood in the field for the number. */
export type WaitingNumber =
  | { readonly is: 'test_card'; readonly cardId: string }
  /** A number that is no test card; taken in test mode only, and nothing of it is kept. */
  | { readonly is: 'unknown' }
  /** Nothing: the key pays with a stored token, or a token keeps its number. */
  | { readonly is: 'nothing' };

/** A card that waits. */
export interface WaitingCard {
  readonly number: WaitingNumber;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** What test mode says of the CVN; `S` when none was typed. */
  readonly cvnResult: CvnResultCode;
}

/** A bank account that waits. A null member was left empty: a token keeps what it has. */
export interface WaitingAccount {
  readonly accountName: string | null;
  readonly accountNumber: string | null;
  readonly bsbNumber: string | null;
}

/** What waits under a key: a card or a bank account. */
export interface FrameEntry {
  readonly authKey: string;
  readonly merchantId: number;
  readonly card: WaitingCard | null;
  readonly bankAccount: WaitingAccount | null;
  /** Whether the direct debit terms were accepted in the frame. */
  readonly acceptsTerms: boolean;
  /** Milliseconds since 1970. The key dies then, and what waits under it with it. */
  readonly expiresAt: number;
}
