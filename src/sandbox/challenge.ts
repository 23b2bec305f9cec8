/**
 * A payment that waits for 3-D Secure. Its key is used, and its transaction is stored as pending. The suspended bank
 * request is stored without any card digits, so that any process can resume it after a restart.
 */
import type { CvnResultCode, Source } from '../wire/codes.js';
import type { CompleteTerms } from './auth-key.js';

/** The card or the token of a suspended payment. */
export interface SuspendedPayer {
  /** Null when a token pays. */
  readonly cardId: string | null;
  readonly dvToken: string | null;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** Result in test mode; `S` when no CVN was typed. */
  readonly cvnResult: CvnResultCode;
}

/** A suspended browser payment. */
export interface SuspendedOrder {
  readonly terms: CompleteTerms;
  readonly storeCard: boolean;
  readonly source: Source;
  readonly username: string | null;
  readonly updatesTokenExpiry: boolean;
  readonly payer: SuspendedPayer;
}

/** How a challenge ended. When the shopper closes the page, it ends by timeout. */
export type ChallengeEnd = 'approved' | 'failed' | 'timed_out';

export interface Challenge {
  /** GUID in the address of the challenge page, where it is the only credential. */
  readonly challengeKey: string;
  readonly merchantId: number;
  /** The key that the browser paid with. */
  readonly authKey: string;
  readonly resultKey: string;
  readonly txnNumber: number;
  readonly order: SuspendedOrder;
  /** Milliseconds since 1970, as all times. */
  readonly createdAt: number;
  /** The first instant at which the challenge is expired. */
  readonly expiresAt: number;
  /** Null while the challenge is open. */
  readonly end: ChallengeEnd | null;
}
