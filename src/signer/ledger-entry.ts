/**
 * One finished transaction as the signer found it at the service, kept once for each TxnNumber, and whether the shop has
 * been told. The rules that say what a transaction means for its order stand here, so that every store applies the same.
 */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { CurrentTerms } from './agreed-terms.js';
import type { Claim, ClaimState } from './claim.js';

/**
 * - `paid`: approved, as agreed, the first for its order. At most one for each order.
 * - `declined`, `failed`: no money moved.
 * - `paid_superseded`: approved, on a key whose price had changed, for an order whose price has changed since, or on a key
 *   that had been given up as expired.
 * - `paid_twice`: approved, but the order was paid already.
 * - `result_mismatch`: not what was agreed; money may have moved.
 */
export type EntryKind = 'paid' | 'declined' | 'failed' | 'paid_superseded' | 'paid_twice' | 'result_mismatch';

/** Where telling the shop stands: `none` there is nothing to tell, `due`, `calling` under a lease, `done`. */
export type NoticeState = 'none' | 'due' | 'calling' | 'done';

export interface LedgerEntry {
  readonly txnNumber: string;
  readonly claimId: string;
  readonly order: string;
  readonly kind: EntryKind;
  /** Members that differ from the claim; empty but for `result_mismatch`. */
  readonly differences: readonly string[];
  /** What the order cost when the shop was to be told of it; only where that was not what had been agreed. */
  readonly current: CurrentTerms | null;
  /** As the service reports it: a masked number, never a card number or CVN. */
  readonly txn: TxnResp;
  readonly recordedAt: number;
  readonly notice: NoticeState;
  /** `due`: not before; `calling`: when the lease runs out. Milliseconds since 1970. */
  readonly noticeAt: number;
  /** How often the shop has been called. */
  readonly noticeTries: number;
}

/** What was found out about one transaction, before it is known what it means for the order. */
export interface Finding {
  readonly txnNumber: string;
  readonly claimId: string;
  readonly verdict: 'approved' | 'declined' | 'failed' | 'mismatched';
  readonly differences: readonly string[];
  readonly txn: TxnResp;
  readonly at: number;
}

/** An order's claims (oldest first) and transactions, read at one instant. */
export interface OrderRecord {
  readonly claims: readonly Claim[];
  readonly entries: readonly LedgerEntry[];
}

/** Whether money moved, or may have: then no further key is made for the order. */
export function isMoney(kind: EntryKind): boolean {
  return kind !== 'declined' && kind !== 'failed';
}

/** What a transaction means for its order. Stores call it inside the transaction that records it. */
export function createEntry(finding: Finding, claim: Claim, { claims, entries }: OrderRecord): LedgerEntry {
  const kind = kindOf(finding, claim, claims, entries);
  return {
    txnNumber: finding.txnNumber,
    claimId: claim.id,
    order: claim.order,
    kind,
    differences: finding.differences,
    current: null,
    txn: finding.txn,
    recordedAt: finding.at,
    notice: isMoney(kind) ? 'due' : 'none',
    noticeAt: finding.at,
    noticeTries: 0,
  };
}

function kindOf(
  { verdict }: Finding,
  claim: Claim,
  claims: readonly Claim[],
  entries: readonly LedgerEntry[],
): EntryKind {
  if (verdict === 'mismatched') return 'result_mismatch';
  if (verdict !== 'approved') return verdict;
  if (entries.some((entry) => isApproved(entry.kind))) return 'paid_twice';
  const isCurrent = claims.every((other) => other.attempt <= claim.attempt);
  return isCurrent && claim.state !== 'superseded' ? 'paid' : 'paid_superseded';
}

/** Not `result_mismatch`: a mismatch may be somebody else's transaction and must not make the true one a second one. */
function isApproved(kind: EntryKind): boolean {
  return kind === 'paid' || kind === 'paid_superseded' || kind === 'paid_twice';
}

/** A claim's state after one of its transactions was recorded. What says more about money is never overwritten. */
export function stateAfter(state: ClaimState, kind: EntryKind): ClaimState {
  if (kind !== 'paid' && isMoney(kind)) return 'review';
  if (state === 'review' || state === 'approved') return state;
  return kind === 'paid' ? 'approved' : kind === 'declined' ? 'declined' : 'failed';
}
