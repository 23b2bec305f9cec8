/** Converts rows of the signer's tables to domain objects and back. No other file handles rows. */
import { readJson, writeJson } from '../../wire/rest/lossless-json.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { CurrentTerms } from '../claims/agreed-terms.js';
import type { Claim, NewClaim, Terms } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import type { ClaimRow, EntryRow } from './tables.js';

export function toClaim(row: ClaimRow): Claim {
  return {
    id: row.id,
    scope: row.scope,
    order: row.order_id,
    attempt: row.attempt,
    terms: JSON.parse(row.terms) as Terms,
    reference: row.reference,
    state: row.state,
    claimedAt: row.claimed_at,
    authKey: row.auth_key,
    expiresAt: row.expires_at,
    askedAt: row.asked_at,
    hintedAt: row.hinted_at,
    client: row.client,
    checkedAt: row.checked_at,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    failedAt: row.failed_at,
  };
}

/** The store adds the instants. */
export function toClaimRow(claim: NewClaim): Omit<ClaimRow, 'claimed_at' | 'lease_until'> {
  return {
    id: claim.id,
    scope: claim.scope,
    order_id: claim.order,
    attempt: claim.attempt,
    terms: JSON.stringify(claim.terms),
    reference: claim.reference,
    state: claim.state,
    auth_key: claim.authKey,
    expires_at: claim.expiresAt,
    asked_at: claim.askedAt,
    hinted_at: claim.hintedAt,
    client: claim.client,
    checked_at: claim.checkedAt,
    lease_owner: claim.leaseOwner,
    failed_at: claim.failedAt,
  };
}

export function toEntry(row: EntryRow): LedgerEntry {
  return {
    scope: row.scope,
    txnNumber: row.txn_number,
    claimId: row.claim_id,
    order: row.order_id,
    kind: row.kind,
    differences: JSON.parse(row.differences) as string[],
    current: row.current_terms === null ? null : (JSON.parse(row.current_terms) as CurrentTerms),
    txn: readJson(row.txn) as TxnResp,
    recordedAt: row.recorded_at,
    notice: row.notice,
    noticeAt: row.notice_at,
    noticeTries: row.notice_tries,
  };
}

export function toEntryRow(entry: LedgerEntry): EntryRow {
  return {
    scope: entry.scope,
    txn_number: entry.txnNumber,
    claim_id: entry.claimId,
    order_id: entry.order,
    kind: entry.kind,
    differences: JSON.stringify(entry.differences),
    current_terms: entry.current && JSON.stringify(entry.current),
    txn: writeJson(entry.txn),
    recorded_at: entry.recordedAt,
    notice: entry.notice,
    notice_at: entry.noticeAt,
    notice_tries: entry.noticeTries,
  };
}
