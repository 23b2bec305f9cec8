/** Suspended payments of 3-D Secure challenges in the store. */
import type { Challenge, ChallengeEnd } from '../challenge.js';

/** The end of a challenge. */
export interface ChallengeClaim {
  readonly challengeKey: string;
  readonly end: ChallengeEnd;
  /** Current time: an expired challenge can only end as `timed_out`. */
  readonly now: number;
}

/** Read methods. */
export interface ChallengeView {
  /** Finds an open or ended challenge. The key itself is the credential. */
  findChallenge(challengeKey: string): Promise<Challenge | undefined>;
  /** Finds the open challenge of a pending transaction. */
  findOpenChallenge(txnNumber: number): Promise<Challenge | undefined>;
  /** Expired open challenges, oldest first, at most 100. */
  listOverdueChallenges(now: number): Promise<readonly Challenge[]>;
  /** Time of the next expiry later than `after`; undefined without open challenges. */
  nextChallengeEnd(after: number): Promise<number | undefined>;
}

/** Write methods within a unit of work. */
export interface ChallengeUnit {
  addChallenge(challenge: Challenge): Promise<void>;
  /** Ends an open challenge; false when it has ended, or cannot end this way now. The only way to end one. */
  claimChallenge(claim: ChallengeClaim): Promise<boolean>;
  /** Deletes a pending transaction before its final state is stored. */
  dropPendingTransaction(merchantId: number, txnNumber: number): Promise<void>;
}
