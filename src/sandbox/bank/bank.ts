/** What the sandbox asks its pretend bank, and what it hears. */
import type { Action, CvnResultCode } from '../../wire/codes.js';
import type { SandboxSettings } from '../settings.js';

/** A card's expiry as two pairs of digits; month `99` is a test rule's, never a card's. */
export interface Expiry {
  /** `01` to `12`, or `99`. */
  readonly month: string;
  readonly year: string;
}

/** A transaction that has passed the platform's rules. */
export interface BankRequest {
  readonly action: Action;
  /** Lowest denomination. */
  readonly amount: number;
  /** True when the test rules apply: asked for, or the expiry's month is 99. */
  readonly isTest: boolean;
  /** True for a test card; the others are refused. */
  readonly isKnownCard: boolean;
  /** Null when no card was sent with it: the original's expiry then decides only by month 99. */
  readonly expiry: Expiry | null;
  /** True when the expiry has passed and that counts. */
  readonly isExpired: boolean;
  /** Digits, or null when none was sent. Never stored. */
  readonly cvn: string | null;
  readonly holderName: string | null;
}

/** What the bank decided, or why it did not. */
export type Verdict =
  /** `code` is the bank's two digits. */
  | { readonly from: 'bank'; readonly code: string }
  /** `code` is a transaction response code of the platform. */
  | { readonly from: 'platform'; readonly code: string };

/** The bank's word, and how late it comes. */
export interface BankAnswer {
  readonly verdict: Verdict;
  readonly cvnResult: CvnResultCode;
  readonly delaySeconds: number;
}

/** A bank: without state, without a clock, without chance. Who asks does the waiting, after the commit. */
export type Bank = (request: BankRequest, settings: SandboxSettings) => BankAnswer;
