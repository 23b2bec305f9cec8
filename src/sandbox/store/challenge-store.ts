/** The part of the store that keeps payments which wait for 3-D Secure. */
import type { Challenge, ChallengeEnd } from '../challenge.js';

/** How a challenge is ended: once. */
export interface ChallengeClaim {
  readonly challengeKey: string;
  readonly end: ChallengeEnd;
  /** A challenge whose time is over by then ends as `timed_out` and not otherwise. */
  readonly now: number;
}

/** Reads. */
export interface ChallengeView {
  /** Open or ended; the key itself is the credential. */
  findChallenge(challengeKey: string): Promise<Challenge | undefined>;
  /** The open challenge of a pending transaction. */
  findOpenChallenge(txnNumber: number): Promise<Challenge | undefined>;
  /** Open challenges whose time is over, oldest first, a hundred at most. */
  listOverdueChallenges(now: number): Promise<readonly Challenge[]>;
  /** When the next open challenge runs out, later than `after`; undefined when there is none. */
  nextChallengeEnd(after: number): Promise<number | undefined>;
}

/** Writes, within a unit of work. */
export interface ChallengeUnit {
  addChallenge(challenge: Challenge): Promise<void>;
  /** Ends an open challenge; false when it has ended, or cannot end like this now. The only way to end one. */
  claimChallenge(claim: ChallengeClaim): Promise<boolean>;
  /** Deletes a transaction that is pending, to make room for what became of it. */
  dropPendingTransaction(merchantId: number, txnNumber: number): Promise<void>;
}
