/** How far the daily audit is. */
import type { ClaimStore } from '../claims/claim-store.js';

/** The name of its mark in the store. */
export const AUDIT_MARK = 'audit';

/** The mark that the processes share. Instants by the store's clock, in milliseconds since 1970. */
export interface Progress {
  /** When the store began. A payment before it may be in an earlier store, for example that of another version. */
  readonly since: number;
  /** The audit's end; the next one begins a day later, also if this one is not done. */
  readonly end: number;
  /** Everything before this is done; null before the first audit. */
  readonly at: number | null;
  readonly leaseUntil: number;
  /** Differences found so far. */
  readonly differences: number;
  /** The last complete audit before this one. */
  readonly last: LastAudit | null;
}

export interface LastAudit {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly differences: number;
}

/** @param scope of live payments. Null before the first audit */
export async function readLastAudit(store: ClaimStore, scope: string): Promise<LastAudit | null> {
  const mark = await store.readMark(scope, AUDIT_MARK);
  return mark === null ? null : lastOf(JSON.parse(mark) as Progress);
}

export function lastOf({ at, differences, end, last }: Progress): LastAudit | null {
  return at !== null && at >= end ? { at: end, differences } : last;
}
