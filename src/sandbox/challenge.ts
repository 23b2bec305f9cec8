/**
 * A payment that waits for its shopper to pass 3-D Secure. Its key is used and its transaction is there, as pending; what
 * the bank will be asked waits here, without a digit of a card, so that any process can go on with it after a restart.
 */
import type { CvnResultCode, Source } from '../wire/codes.js';
import type { CheckedTerms } from './operations/terms.js';

/** A card, or the token that stands for one, as it waits. */
export interface WaitingPayer {
  /** Null when a token pays. */
  readonly cardId: string | null;
  readonly dvToken: string | null;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** In test mode; `S` when none was typed. */
  readonly cvnResult: CvnResultCode;
}

/** A browser's payment as it waits. */
export interface WaitingOrder {
  readonly terms: CheckedTerms & { readonly amount: number };
  readonly storeCard: boolean;
  readonly source: Source;
  readonly username: string | null;
  readonly updatesTokenExpiry: boolean;
  readonly payer: WaitingPayer;
}

/** How a challenge ended. Closing the page ends nothing: then the time does. */
export type ChallengeEnd = 'approved' | 'failed' | 'timed_out';

/** A challenge as the sandbox keeps it. */
export interface Challenge {
  /** Stands in the address of the challenge page, and is the only credential there. A GUID of its own. */
  readonly challengeKey: string;
  readonly merchantId: number;
  /** The key that the browser paid with. */
  readonly authKey: string;
  readonly resultKey: string;
  readonly txnNumber: number;
  readonly order: WaitingOrder;
  /** Milliseconds since 1970, as all times. */
  readonly createdAt: number;
  /** The first instant at which it cannot be passed any more. */
  readonly expiresAt: number;
  /** Null while it is open. */
  readonly end: ChallengeEnd | null;
}
