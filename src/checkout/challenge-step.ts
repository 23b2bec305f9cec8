/**
 * The 3-D Secure step of a payment: its address, how it was left, and its record, with which any tab of this browser can
 * continue it. The address is the service's and has no card data. sessionStorage holds the tab's last step, localStorage the
 * browser's, so that no list of orders grows there.
 */
import { BANK_STEP_TIME } from '../core/bank-frame.js';
import type { AuthKeyGrant } from '../core/pay-api.js';
import { isOfService, isSafeSubmitUrl } from './addresses.js';
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
 * Opens the step in the page, and resolves when it is left, at the latest at `endsAt` (milliseconds since 1970). The signal
 * closes it. If it rejects, the step could not be opened, and the whole window navigates to it.
 */
export type OpenChallenge = (url: string, signal: AbortSignal, endsAt: number) => Promise<ChallengeEnd>;

export interface ChallengeStep {
  readonly claim: string;
  readonly url: string;
  /** The address has the service's origin: only then may a frame open it (invariant 13). */
  readonly isOfService: boolean;
  /** When the bank no longer waits. Milliseconds since 1970. */
  readonly endsAt: number;
}

/** No order has this name in the same storage. */
const ENTRY = ':challenge';

/**
 * The step of an attempt, kept in storages. Without storage it cannot continue after a reload, and the page waits for the
 * signer's result.
 */
export class KeptStep {
  readonly #storages: readonly (RecordStorage | undefined)[];
  /** Undefined before it is begun or found, and after its end. */
  step: ChallengeStep | undefined;

  constructor(...storages: readonly (RecordStorage | undefined)[]) {
    this.#storages = storages;
  }

  begin(url: string, { claim, submitUrl }: Pick<AuthKeyGrant, 'claim' | 'submitUrl'>, now: number): ChallengeStep {
    this.step = { claim, url, isOfService: isOfService(url, submitUrl), endsAt: now + BANK_STEP_TIME };
    for (const storage of this.#storages) writeEntry(ENTRY, this.step, storage);
    return this.step;
  }

  /** Finds the step of an attempt that another page has begun; not that of another attempt. */
  find(claim: string): void {
    if (this.step) return;
    const stored = this.#storages.map((storage) => readEntry(ENTRY, storage)).find((entry) => entry['claim'] === claim);
    const { url, isOfService, endsAt } = stored ?? {};
    if (typeof url !== 'string' || !isSafeSubmitUrl(url)) return;
    this.step = { claim, url, isOfService: isOfService === true, endsAt: typeof endsAt === 'number' ? endsAt : 0 };
  }

  /** The result is known. Leaves the step of another attempt. */
  end(): void {
    const { claim } = this.step ?? {};
    this.step = undefined;
    for (const storage of this.#storages)
      if (claim !== undefined && readEntry(ENTRY, storage)['claim'] === claim) writeEntry(ENTRY, undefined, storage);
  }
}
