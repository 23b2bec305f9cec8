/**
 * The 3-D Secure step of a payment: its address, how it was left, and its record for a reload of the page, in
 * sessionStorage beside the attempt's record. The address is the service's and has no card data.
 */
import { isSafeSubmitUrl } from './addresses.js';
import { readEntry, type RecordStorage, writeEntry } from './attempt-record.js';

/**
 * How the step was left, as far as the page knows. Only the signer knows the result of the payment.
 *
 * - `returned`: the step has ended on the signer's return address.
 * - `cancelled`: the shopper closed it.
 * - `timed_out`: it did not end within the timeout.
 * - `elsewhere`: the shopper continues in the whole window.
 */
export type ChallengeEnd = 'returned' | 'cancelled' | 'timed_out' | 'elsewhere';

/** State of the step: open, or how it was left. `left`: the page was reloaded, or restored. */
export type ChallengeState = 'open' | 'left' | Exclude<ChallengeEnd, 'elsewhere'>;

/**
 * Opens the step in the page, and resolves when it is left. The signal closes it. If it rejects, the step could not be
 * opened, and the whole window navigates to it.
 */
export type OpenChallenge = (url: string, signal: AbortSignal) => Promise<ChallengeEnd>;

/** The record of the step. */
export interface ChallengeStep {
  readonly claim: string;
  readonly url: string;
  /** The address has the service's origin: only then may a frame open it (invariant 13). */
  readonly isOfService: boolean;
}

/** Reads the step of an attempt; undefined if there is none, it is of another attempt, or storage is blocked. */
export function readStep(order: string, claim: string, storage: RecordStorage | undefined): ChallengeStep | undefined {
  const { claim: stored, url, isOfService } = readEntry(`${order}:challenge`, storage);
  if (stored !== claim || typeof url !== 'string' || !isSafeSubmitUrl(url)) return undefined;
  return { claim, url, isOfService: isOfService === true };
}

/**
 * Stores or removes the step. Without storage the step cannot continue after a reload, and the page waits for the signer's result.
 */
export function writeStep(order: string, step: ChallengeStep | undefined, storage: RecordStorage | undefined): void {
  writeEntry(`${order}:challenge`, step, storage);
}
