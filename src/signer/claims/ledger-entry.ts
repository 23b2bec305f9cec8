/**
 * One finished transaction as the service reported it, stored once for each TxnNumber, and whether
 * the shop has been notified. The rules for what a transaction means for its order are here, so
 * that all stores apply the same rules.
 */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { CurrentTerms } from './agreed-terms.js';
import type { Claim, ClaimState } from './claim.js';

/**
 * - `paid`: approved, as agreed, the first for its order. At most one for each order.
 * - `declined`, `failed`: no money moved.
 * - `paid_superseded`: approved, on a key whose price had changed, for an order whose price has
 *   changed since, or on a key that had been marked as expired.
 * - `paid_twice`: approved, but the order was already paid.
 * - `paid_reversed`: approved, but refunded or reversed, in whole or in part, before the shop was told.
 * - `result_mismatch`: not what was agreed; money may have moved.
 * - `claim_lost`: approved, but nobody knows what was agreed, because the store has lost the claim.
 */
export type EntryKind =
  | 'paid'
  | 'declined'
  | 'failed'
  | 'paid_superseded'
  | 'paid_twice'
  | 'paid_reversed'
  | 'result_mismatch'
  | 'claim_lost';

/** State of the notice to the shop: `none` (no notice needed), `due`, `calling` (under a lease) or `done`. */
export type NoticeState = 'none' | 'due' | 'calling' | 'done';

/** A transaction in the store, and what became of the notice to the shop. */
export interface LedgerEntry {
  /** That of its claim. */
  readonly scope: string;
  /** Unique within the scope. */
  readonly txnNumber: string;
  /** Id of its claim. */
  readonly claimId: string;
  /** The shop's name of the order. */
  readonly order: string;
  readonly kind: EntryKind;
  /** Members that differ from the claim; empty except for `result_mismatch`. */
  readonly differences: readonly string[];
  /** The order's price at the time of the notice, if it differs from the agreed price; else null. */
  readonly current: CurrentTerms | null;
  /** As the service reports it: a masked number, never a card number or CVN. */
  readonly txn: TxnResp;
  /** Milliseconds since 1970. */
  readonly recordedAt: number;
  readonly notice: NoticeState;
  /**
   * `due`: the earliest time of the next call; `calling`: the end of the lease. Milliseconds since
   * 1970.
   */
  readonly noticeAt: number;
  /** Number of calls so far. */
  readonly noticeTries: number;
}

/**
 * An entry and the number of tries to notify the shop of it. As no two tries have the same number,
 * it identifies a try's lease.
 */
export type NoticeTry = Pick<LedgerEntry, 'scope' | 'txnNumber' | 'noticeTries'>;

/** The outcome of one transaction, before its meaning for the order is known. */
export interface Finding {
  /** Unique within the scope. */
  readonly txnNumber: string;
  /** Id of its claim. */
  readonly claimId: string;
  /** What the service says of it. */
  readonly verdict: 'approved' | 'declined' | 'failed' | 'mismatched' | 'lost';
  /** Members that differ from the claim. */
  readonly differences: readonly string[];
  /** As the service reports it. */
  readonly txn: TxnResp;
}

/** What a store answers to a {@link Finding}. */
export interface RecordedFinding {
  /** The stored entry: the first one of its TxnNumber. */
  readonly entry: LedgerEntry;
  /** Whether this call stored it. Of any number of calls for one TxnNumber, exactly one did. */
  readonly isNew: boolean;
}

/** An order's claims (oldest first) and transactions, read at the instant `at` of the store's clock. */
export interface OrderRecord {
  readonly claims: readonly Claim[];
  readonly entries: readonly LedgerEntry[];
  readonly at: number;
}

/** Whether money moved, or may have moved: then no further key is made for the order. */
export function isMoney(kind: EntryKind): boolean {
  return kind !== 'declined' && kind !== 'failed';
}

/**
 * Returns what a transaction means for its order. Stores call it with the order as it is at the instant
 * that they record it.
 *
 * @param lease of `ClaimStore.record`
 */
export function createEntry(
  finding: Finding,
  claim: Claim,
  { claims, entries, at }: OrderRecord,
  lease?: number,
): LedgerEntry {
  const kind = kindOf(finding, claim, claims, entries);
  const isHeld = isMoney(kind) && lease !== undefined;
  return {
    scope: claim.scope,
    txnNumber: finding.txnNumber,
    claimId: claim.id,
    order: claim.order,
    kind,
    differences: finding.differences,
    current: null,
    txn: finding.txn,
    recordedAt: at,
    notice: isHeld ? 'calling' : isMoney(kind) ? 'due' : 'none',
    noticeAt: isHeld ? at + lease : at,
    noticeTries: isHeld ? 1 : 0,
  };
}

function kindOf(
  { verdict }: Finding,
  claim: Claim,
  claims: readonly Claim[],
  entries: readonly LedgerEntry[],
): EntryKind {
  if (verdict === 'mismatched') return 'result_mismatch';
  if (verdict === 'lost') return 'claim_lost';
  if (verdict !== 'approved') return verdict;
  if (entries.some((entry) => isApproved(entry.kind))) return 'paid_twice';
  const isCurrent = claims.every((other) => other.attempt <= claim.attempt);
  return isCurrent && claim.state !== 'superseded' ? 'paid' : 'paid_superseded';
}

/**
 * `result_mismatch` does not count: it may be another person's transaction, and must not turn the
 * real payment into a second one.
 */
function isApproved(kind: EntryKind): boolean {
  return kind.startsWith('paid') || kind === 'claim_lost';
}

/** What a payment becomes that the shop is not told of as paid: null means that it has gone back. */
export function reviewKindOf(current: CurrentTerms | null): EntryKind {
  return current ? 'paid_superseded' : 'paid_reversed';
}

/**
 * A claim's state after one of its transactions was recorded. A state that says more about money is
 * never overwritten.
 */
export function stateAfter(state: ClaimState, kind: EntryKind): ClaimState {
  if (kind !== 'paid' && isMoney(kind)) return 'review';
  if (state === 'review' || state === 'approved') return state;
  return kind === 'paid' ? 'approved' : kind === 'declined' ? 'declined' : 'failed';
}
