/** The signer's tables, the same in every SQL database. */
import type { ClaimState } from '../claims/claim.js';
import type { EntryKind, NoticeState } from '../claims/ledger-entry.js';

/** Instants are milliseconds since 1970. */
export interface ClaimRow {
  id: string;
  scope: string;
  order_id: string;
  attempt: number;
  /** JSON of `Terms`. */
  terms: string;
  reference: string;
  state: ClaimState;
  claimed_at: number;
  auth_key: string | null;
  expires_at: number | null;
  asked_at: number | null;
  hinted_at: number | null;
  client: string | null;
  checked_at: number;
  lease_owner: string | null;
  lease_until: number;
  failed_at: number | null;
}

export interface EntryRow {
  scope: string;
  txn_number: string;
  claim_id: string;
  order_id: string;
  kind: EntryKind;
  /** JSON list of member names. */
  differences: string;
  /** JSON of `CurrentTerms`. */
  current_terms: string | null;
  /** JSON of `TxnResp`. */
  txn: string;
  recorded_at: number;
  notice: NoticeState;
  notice_at: number;
  notice_tries: number;
}

export interface MarkRow {
  scope: string;
  name: string;
  text: string;
}

export interface Tables {
  claim: ClaimRow;
  entry: EntryRow;
  mark: MarkRow;
}
