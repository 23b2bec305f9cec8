import type { ChallengeState } from '../../checkout/challenge-step.js';

/** Fired when the bank's step (3-D Secure) is opened or closed. `florin-result` has the outcome of the payment. */
export class FlorinChallengeEvent extends Event {
  static readonly eventName = 'florin-challenge';
  /** Where the step is. */
  readonly challenge: ChallengeState;

  constructor(challenge: ChallengeState) {
    super(FlorinChallengeEvent.eventName, { bubbles: true, composed: true });
    this.challenge = challenge;
  }
}
