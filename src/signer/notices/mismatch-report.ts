import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { CurrentTerms } from '../claims/agreed-terms.js';
import type { Terms } from '../claims/claim.js';
import type { EntryKind } from '../claims/ledger-entry.js';

/** A payment that differs from what was agreed. Money has moved, or may have moved. */
export interface MismatchReport {
  /**
   * - `result_mismatch`: the transaction differs from the claim in `differences`.
   * - `paid_superseded`: paid at a price that has changed since, by a newer key or by the answer of
   *   `currentTerms`.
   * - `paid_twice`: the order was already paid.
   * - `paid_reversed`: refunded or reversed, in whole or in part, before the shop was told: `followUps`.
   * - `claim_lost`: paid, but the store has lost what was agreed (it was restored from a backup). `order` is the payment's
   *   reference if nothing names its order.
   * - `foreign_result`: a page presented the result of another attempt. That attempt is handled on
   *   its own.
   */
  readonly kind:
    | Extract<EntryKind, 'result_mismatch' | 'paid_superseded' | 'paid_twice' | 'paid_reversed' | 'claim_lost'>
    | 'foreign_result';
  readonly order: string;
  /** The agreed terms of the attempt; for `claim_lost` what the service says. */
  readonly terms: Terms;
  /**
   * What the order costs now, without a surcharge, if `currentTerms` named other terms than agreed;
   * else null.
   */
  readonly current: CurrentTerms | null;
  /** As the service reports it; its `TxnNumber` identifies a repeated report. */
  readonly txn: TxnResp;
  /** Names of the members that differ, for `result_mismatch` and `foreign_result`. */
  readonly differences: readonly string[];
  /** The approved refunds and reversals of the payment, for `paid_reversed`; else empty. */
  readonly followUps: readonly TxnResp[];
}
