/**
 * The bank's step of a payment (3-D Secure): where it is, how it was left, and what a page remembers of it across a
 * reload, in sessionStorage beside the attempt's record. The address is the service's; no card data stands in it.
 */
import { isSafeSubmitUrl } from './addresses.js';
import type { RecordStorage } from './attempt-record.js';

/**
 * How the step was left, as far as the page can know; what became of the payment is the signer's to say.
 *
 * - `returned`: the step has ended on the signer's return address.
 * - `cancelled`: the shopper has closed it.
 * - `timed_out`: it did not end in time.
 * - `elsewhere`: the shopper goes on with it in the whole window.
 */
export type ChallengeEnd = 'returned' | 'cancelled' | 'timed_out' | 'elsewhere';

/** How the step stands: under way, or how it was left. `left`: the page was loaded anew, or shown again. */
export type ChallengeState = 'open' | 'left' | Exclude<ChallengeEnd, 'elsewhere'>;

/**
 * Opens the step without leaving the page, and resolves when it is left. The signal puts it away.
 * A rejection means that it could not be opened; then the whole window goes there.
 */
export type OpenChallenge = (url: string, signal: AbortSignal) => Promise<ChallengeEnd>;

/** Where the step is. */
export interface ChallengeStep {
  readonly claim: string;
  readonly url: string;
  /** The address is of the service's own origin: only then may it stand in a frame (design, invariant 13). */
  readonly isOfService: boolean;
}

const keyOf = (order: string) => `florin:${order}:challenge`;

/** The step of an order's attempt, or undefined when there is none, it is another attempt's, or storage is blocked. */
export function readStep(order: string, claim: string, storage: RecordStorage | undefined): ChallengeStep | undefined {
  try {
    const step = JSON.parse(storage?.getItem(keyOf(order)) || 'null') as Partial<ChallengeStep> | null;
    if (step?.claim !== claim || typeof step.url !== 'string' || !isSafeSubmitUrl(step.url)) return undefined;
    return { claim, url: step.url, isOfService: step.isOfService === true };
  } catch {
    return undefined;
  }
}

/** Remembers the step, or forgets it, if the browser lets us. */
export function writeStep(order: string, step: ChallengeStep | undefined, storage: RecordStorage | undefined): void {
  try {
    storage?.setItem(keyOf(order), step ? JSON.stringify(step) : '');
  } catch {
    // Full or blocked: then a reload cannot go on with it, and waits for the signer's word.
  }
}
