/**
 * The tables after the newest migration. Booleans are 0 and 1, times are milliseconds since 1970, lists and records are
 * JSON text: the same on SQLite and PostgreSQL. No column can contain a card number or a CVN.
 */

import type { Generated } from 'kysely';
import type { SessionKind } from './session-store.js';

/** Constants of the database itself. */
export interface MetaTable {
  name: string;
  value: string;
}

/** Ascending numbers. */
export interface CounterTable {
  name: string;
  value: number;
}

export interface MerchantTable {
  id: Generated<number>;
  number: string;
  short_name: string;
  name: string;
  default_currency: string;
  /** JSON list. */
  currencies: string;
  /** JSON record; absent members have the defaults of merchant.ts. */
  settings: Generated<string>;
}

export interface ApiUserTable {
  merchant_id: number;
  username: string;
  /** Hexadecimal. */
  password_salt: string;
  /** Hexadecimal. */
  password_hash: string;
  /** JSON list. */
  permissions: string;
  is_active: Generated<number>;
  email_address: Generated<string | null>;
}

export interface CaughtWebhookTable {
  id: Generated<number>;
  merchant_id: number;
  caught_at: number;
  /** JSON text, masked. */
  headers: string;
  /** Masked. */
  body: string;
}

/** The columns have the meaning of `Session`'s members. */
export interface SessionTable {
  kind: SessionKind;
  token_hash: string;
  merchant_number: string;
  username: string;
  password_hash: string;
  expires_at: number;
  started_at: number;
  used_at: number;
}

export interface ApiCallTable {
  id: Generated<number>;
  /** Null where nothing in the call belongs to a merchant. */
  merchant_id: number | null;
  /** By the sandbox's clock. */
  called_at: number;
  /** By the machine's clock. */
  stored_at: number;
  milliseconds: number;
  interface: string;
  method: string;
  path: string;
  operation: string;
  http_status: number | null;
  code: string | null;
  fault: string | null;
  username: string | null;
  txn_number: number | null;
  /** SHA-256 of an AuthKey, hexadecimal. */
  key_hash: string | null;
  /** Masked before it is stored. */
  request: string;
  /** Masked before it is stored. */
  response: string;
}

export interface TxnTable {
  txn_number: number;
  receipt_number: string;
  merchant_id: number;
  action: string;
  type: string;
  sub_type: string;
  source: string;
  amount: number;
  amount_original: number;
  amount_surcharge: number;
  currency: string | null;
  crn1: string | null;
  crn2: string | null;
  crn3: string | null;
  biller_code: string | null;
  merchant_reference: string | null;
  email_address: string | null;
  /** From the request, in canonical digits; it need not exist. */
  original_txn_number: string | null;
  is_test: number;
  store_card: number;
  response_code: string;
  response_text: string;
  bank_response_code: string | null;
  authorise_id: string | null;
  rrn: string | null;
  settlement_date: string | null;
  cvn_present: number;
  cvn_result: string | null;
  card_id: string | null;
  card_type: string | null;
  card_masked: string | null;
  card_holder_name: string | null;
  card_expiry: string | null;
  card_fingerprint: string | null;
  /** JSON record. */
  statement_descriptor: string | null;
  processed_at: number;
  /** The token of the stored card. */
  dv_token: string | null;
  /** The token that paid. */
  paid_token: string | null;
  /** JSON record, of a payment without a card. */
  bank_account: string | null;
  /** JSON record, of a payment with 3-D Secure or screening. */
  extras: string | null;
  /** JSON record of request objects that no response contains. */
  request_objects: string | null;
}

/** The columns that both kinds of keys have. */
export interface KeyTable {
  auth_key: string;
  merchant_id: number;
  /** JSON record. */
  terms: string;
  redirection_url: string | null;
  web_hook_url: string | null;
  created_at: number;
  expires_at: number;
  /** Null until the key is used; set together with the next two and the column of the result. */
  used_at: number | null;
  result_key: string | null;
  result_expires_at: number | null;
}

export interface AuthKeyTable extends KeyTable {
  txn_number: number | null;
}

export interface TokenKeyTable extends KeyTable {
  dv_token: string | null;
}

export interface TokenTable {
  dv_token: string;
  serial: number;
  merchant_id: number;
  /** Either the six card columns or the three account columns are null. */
  card_id: string | null;
  card_type: string | null;
  card_masked: string | null;
  card_holder_name: string | null;
  /** `MMYY`. */
  card_expiry: string | null;
  card_fingerprint: string | null;
  account_name: string | null;
  account_number: string | null;
  bsb_number: string | null;
  crn1: string | null;
  crn2: string | null;
  crn3: string | null;
  biller_code: string | null;
  email_address: string | null;
  source: string;
  user_created: string | null;
  user_updated: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface FrameEntryTable {
  auth_key: string;
  merchant_id: number;
  /** `test_card`, `unknown` or `nothing`; null for a bank account. */
  number_is: string | null;
  card_id: string | null;
  holder_name: string | null;
  /** `MMYY`. */
  expiry: string | null;
  cvn_result: string | null;
  account_name: string | null;
  account_number: string | null;
  bsb_number: string | null;
  accepts_terms: number;
  expires_at: number;
}

export interface WebhookTable {
  id: number;
  merchant_id: number;
  kind: string;
  subject: string;
  url: string;
  target: string;
  /** JSON text without card numbers. */
  body: string;
  state: string;
  attempts: number;
  created_at: number;
  first_due_at: number;
  due_at: number;
  /** Owner and end of the lease, by the machine's clock. */
  lease_owner: string | null;
  lease_until: number;
}

export interface WebhookAttemptTable {
  webhook_id: number;
  number: number;
  started_at: number;
  outcome: string;
  status: number | null;
  milliseconds: number;
}

export interface BatchTable {
  id: number;
  merchant_id: number;
  filename: string;
  username: string;
  /** The file's first line, which contains no card. */
  header: string;
  record_count: number;
  done_count: number;
  done_slices: number;
  state: string;
  /** End of an upload's lease, by the machine's clock. */
  lease_until: number;
  submitted_at: number;
  completed_at: number | null;
}

export interface BatchSliceTable {
  batch_id: number;
  number: number;
  merchant_id: number;
  /** JSON list; a card is stored as the id of a test card. */
  records: string;
  /** JSON list; null until the slice has run. */
  results: string | null;
}

export interface CrnLookupFileTable {
  id: number;
  merchant_id: number;
  filename: string;
  email_address: string | null;
  username: string;
  entry_count: number;
  state: string;
  uploaded_at: number;
}

export interface CrnLookupTable {
  file_id: number;
  number: number;
  merchant_id: number;
  crn1: string;
  crn2: string | null;
  crn3: string | null;
  amount: number | null;
  name: string | null;
}

export interface ChallengeTable {
  challenge_key: string;
  merchant_id: number;
  auth_key: string;
  result_key: string;
  txn_number: number;
  /** JSON record without card digits. */
  waiting_order: string;
  created_at: number;
  expires_at: number;
  /** Null while the challenge is open. */
  ended_as: string | null;
}

/** Table types for Kysely. */
export interface Schema {
  meta: MetaTable;
  counter: CounterTable;
  merchant: MerchantTable;
  api_user: ApiUserTable;
  session: SessionTable;
  caught_webhook: CaughtWebhookTable;
  api_call: ApiCallTable;
  txn: TxnTable;
  auth_key: AuthKeyTable;
  token: TokenTable;
  token_key: TokenKeyTable;
  frame_entry: FrameEntryTable;
  webhook: WebhookTable;
  challenge: ChallengeTable;
  webhook_attempt: WebhookAttemptTable;
  batch: BatchTable;
  batch_slice: BatchSliceTable;
  crn_lookup_file: CrnLookupFileTable;
  crn_lookup: CrnLookupTable;
}
