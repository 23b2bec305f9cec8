/**
 * What an audit has found.
 *
 * - `found`: the outcome of an open or expired attempt, which the store did not have. It is recorded, and the next
 *   reconciliation tells the shop what it is.
 * - `lost`: a payment of this signer whose claim is lost, or that nobody agreed to. Its order is held, and the next
 *   reconciliation calls `onMismatch` with `claim_lost`.
 * - `differs`: the service says something else of the transaction than the store; `members` names what.
 * - `missing`: the store has the transaction, the service does not know it.
 * - `untold`: the shop should have been told of the payment ten minutes ago, and has not confirmed it.
 * - `undecided`: the service does not know the outcome yet: repeat the audit.
 */
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT_KINDS = ['found', 'lost', 'differs', 'missing', 'untold', 'undecided'] as const;

/** A transaction for which service and store differ. */
export interface AuditFinding {
  readonly kind: AuditKind;
  /** Number of the transaction at the service. */
  readonly txnNumber: string;
  /** Null if the store does not know it. */
  readonly order: string | null;
  /** The MerchantReference; empty if the transaction has none. */
  readonly reference: string;
  /** Names of the members that differ, such as `Amount`. */
  readonly members: readonly string[];
}

/** Whether a person has to look at a finding. */
export function isDifference({ kind }: AuditFinding): boolean {
  return kind !== 'found' && kind !== 'undecided';
}
