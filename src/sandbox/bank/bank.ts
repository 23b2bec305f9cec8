/** Request and response of the simulated bank. */
import type { Action, CvnResultCode } from '../../wire/codes.js';
import type { Expiry } from '../expiry.js';
import type { SandboxSettings } from '../settings.js';

/** A transaction that passed the rules of the platform. */
export interface BankRequest {
  readonly action: Action;
  /** Lowest denomination. */
  readonly amount: number;
  /** True when the test rules apply: in test mode, or when the expiry month is 99. */
  readonly isTest: boolean;
  /** True for a test card. The bank refuses all other cards. */
  readonly isKnownCard: boolean;
  /** Null when the request had no card: then only month 99 of the original's expiry counts. */
  readonly expiry: Expiry | null;
  /** True when the card is expired and the action requires a valid card. */
  readonly isExpired: boolean;
  /** Digits, or null when none was sent. Never stored. */
  readonly cvn: string | null;
  readonly holderName: string | null;
}

/** The decision of the bank, or of the platform when the bank was not asked. */
export type Verdict =
  /** `code` has the two digits of the bank. */
  | { readonly from: 'bank'; readonly code: string }
  /** `code` is a transaction response code of the platform. */
  | { readonly from: 'platform'; readonly code: string };

/** The decision and its delay. */
export interface BankAnswer {
  readonly verdict: Verdict;
  readonly cvnResult: CvnResultCode;
  readonly delaySeconds: number;
}

/** A bank, as a pure function without clock or randomness. The caller waits for the delay, after the commit. */
export type Bank = (request: BankRequest, settings: SandboxSettings) => BankAnswer;
