/** The tables of version 1. No column can contain a card number or a CVN. */

/**
 * Members of a search with an index of their own. Rows without the value are not in it, because each index costs every
 * commit a page.
 */
const SEARCHED = ['crn1', 'crn2', 'crn3', 'merchant_reference', 'receipt_number', 'rrn', 'biller_code'];

const indexOfSearched = (column: string) => `
create index txn_by_${column} on txn (merchant_id, ${column}, processed_at, txn_number) where ${column} is not null;
`;

/**
 * The statements that create them, without a schema's name.
 *
 * @param countedKey the definition of an auto-increment primary key
 */
export const writeTables = (countedKey: string): readonly string[] =>
  `
create table meta (name text primary key, value text not null);
create table counter (name text primary key, value bigint not null);
-- The first transaction number has enough digits for the end of a receipt number.
insert into counter values ('txn', 10000), ('token', 0), ('webhook', 0), ('batch', 0), ('crn_lookup', 0);

create table merchant (
  id ${countedKey},
  number text not null unique,
  short_name text not null unique,
  name text not null,
  default_currency text not null,
  currencies text not null,
  settings text not null default '{}'
);
create table api_user (
  merchant_id integer not null references merchant (id),
  username text not null,
  password_salt text not null,
  password_hash text not null,
  permissions text not null,
  is_active integer not null default 1,
  email_address text,
  constraint api_user_key primary key (merchant_id, username)
);
-- Sessions of the back office, and logins of SOAP.
create table session (
  token_hash text primary key,
  merchant_number text not null,
  username text not null,
  password_hash text not null,
  expires_at bigint not null,
  started_at bigint not null default 0,
  used_at bigint not null default 0,
  kind text not null default 'office'
);

-- The columns after processed_at: the token of the stored card, the token that paid, and as JSON the account of a payment
-- without a card, what the responses add, and what only the sandbox shows.
create table txn (
  txn_number bigint primary key,
  receipt_number text not null,
  merchant_id integer not null references merchant (id),
  action text not null,
  type text not null,
  sub_type text not null,
  source text not null,
  amount bigint not null,
  amount_original bigint not null,
  amount_surcharge bigint not null,
  currency text,
  crn1 text, crn2 text, crn3 text,
  biller_code text,
  merchant_reference text,
  email_address text,
  original_txn_number text,
  is_test integer not null,
  store_card integer not null,
  response_code text not null,
  response_text text not null,
  bank_response_code text,
  authorise_id text,
  rrn text,
  settlement_date text,
  cvn_present integer not null,
  cvn_result text,
  card_id text, card_type text, card_masked text, card_holder_name text, card_expiry text, card_fingerprint text,
  statement_descriptor text,
  processed_at bigint not null,
  dv_token text,
  paid_token text,
  bank_account text,
  extras text,
  request_objects text,
  username text
);
-- Search results are newest first. Each index ends with that order, so that the limit stops the search early.
${SEARCHED.map(indexOfSearched).join('')}
create index txn_by_amount on txn (merchant_id, amount, processed_at, txn_number);
-- Members without their own index, because their values are in many rows. A search by them scans a period of this index
-- instead of the rows, which are ten times as long.
create index txn_by_time on txn (
  merchant_id, processed_at, txn_number,
  response_code, action, authorise_id, card_masked, bank_response_code, card_type,
  card_expiry, currency, settlement_date, source, type, sub_type
);
create index txn_by_original on txn (merchant_id, original_txn_number) where original_txn_number is not null;
create index txn_by_settlement_date on txn (merchant_id, settlement_date, txn_number)
  where settlement_date is not null;
-- Recently used tokens. Payments by card have no entry, so the index costs them nothing.
create index txn_by_paid_token on txn (merchant_id, processed_at, paid_token) where paid_token is not null;

-- A used key has a transaction, an unused one has none. The database enforces it.
create table auth_key (
  auth_key text primary key,
  merchant_id integer not null references merchant (id),
  terms text not null,
  redirection_url text,
  web_hook_url text,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  txn_number bigint unique,
  result_key text unique,
  result_expires_at bigint,
  constraint used_with_transaction check ((used_at is null) = (txn_number is null))
);
-- A payment that waits for 3-D Secure.
create table challenge (
  challenge_key text primary key,
  merchant_id integer not null references merchant (id),
  auth_key text not null unique,
  result_key text not null,
  txn_number bigint not null unique,
  waiting_order text not null,
  created_at bigint not null,
  expires_at bigint not null,
  ended_as text
);
-- Only open challenges are searched by time.
create index challenge_by_expires_at on challenge (expires_at) where ended_as is null;
-- Inputs of the service's frame until they are processed.
create table frame_entry (
  auth_key text primary key,
  merchant_id integer not null references merchant (id),
  number_is text,
  card_id text,
  holder_name text,
  expiry text,
  cvn_result text,
  account_name text, account_number text, bsb_number text,
  accepts_terms integer not null,
  expires_at bigint not null
);
create index frame_entry_by_expires_at on frame_entry (expires_at);

-- The serial number is the order of creation, also for two tokens of one millisecond.
create table token (
  dv_token text primary key,
  serial bigint not null,
  merchant_id integer not null references merchant (id),
  card_id text, card_type text, card_masked text, card_holder_name text, card_expiry text, card_fingerprint text,
  account_name text, account_number text, bsb_number text,
  crn1 text, crn2 text, crn3 text,
  biller_code text,
  email_address text,
  source text not null,
  user_created text,
  user_updated text,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  constraint card_or_account check ((card_id is null) <> (account_number is null))
);
create index token_by_serial on token (merchant_id, serial);
create index token_by_crn1 on token (merchant_id, crn1, serial);
create index token_by_card_masked on token (merchant_id, card_masked, serial);
-- A used key has a token, an unused one has none.
create table token_key (
  auth_key text primary key,
  merchant_id integer not null references merchant (id),
  terms text not null,
  redirection_url text,
  web_hook_url text,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  dv_token text,
  result_key text unique,
  result_expires_at bigint,
  constraint used_with_token check ((used_at is null) = (dv_token is null))
);

-- The outbox of webhooks, and their delivery attempts.
create table webhook (
  id bigint primary key,
  merchant_id integer not null references merchant (id),
  kind text not null,
  subject text not null,
  url text not null,
  target text not null,
  body text not null,
  state text not null,
  attempts integer not null,
  created_at bigint not null,
  first_due_at bigint not null,
  due_at bigint not null,
  lease_owner text,
  lease_until bigint not null
);
create index webhook_by_due on webhook (state, due_at, id);
create index webhook_by_lease on webhook (lease_until, target);
create index webhook_by_merchant on webhook (merchant_id, id);
create table webhook_attempt (
  webhook_id bigint not null,
  number integer not null,
  started_at bigint not null,
  outcome text not null,
  status integer,
  milliseconds integer not null,
  constraint webhook_attempt_key primary key (webhook_id, number)
);
-- Webhooks that the back office's catcher has received.
create table caught_webhook (
  id ${countedKey},
  merchant_id integer not null,
  caught_at bigint not null,
  headers text not null,
  body text not null
);
create index caught_webhook_by_merchant on caught_webhook (merchant_id, id);

-- Batch files in slices, and look-up files.
create table batch (
  id bigint primary key,
  merchant_id integer not null references merchant (id),
  filename text not null,
  username text not null,
  header text not null,
  record_count integer not null,
  done_count integer not null,
  done_slices integer not null,
  state text not null,
  lease_until bigint not null,
  submitted_at bigint not null,
  completed_at bigint
);
create unique index batch_by_filename on batch (merchant_id, filename);
create index batch_by_state on batch (state, id);
create table batch_slice (
  batch_id bigint not null,
  number integer not null,
  merchant_id integer not null,
  records text not null,
  results text,
  constraint batch_slice_key primary key (batch_id, number)
);
create index batch_slice_by_merchant on batch_slice (merchant_id);
create table crn_lookup_file (
  id bigint primary key,
  merchant_id integer not null references merchant (id),
  filename text not null,
  email_address text,
  username text not null,
  entry_count integer not null,
  state text not null,
  uploaded_at bigint not null
);
create index crn_lookup_file_by_merchant on crn_lookup_file (merchant_id, state);
create table crn_lookup (
  file_id bigint not null,
  number integer not null,
  merchant_id integer not null,
  crn1 text not null,
  crn2 text,
  crn3 text,
  amount bigint,
  name text,
  constraint crn_lookup_key primary key (file_id, number)
);
create index crn_lookup_by_crn1 on crn_lookup (file_id, crn1);
create index crn_lookup_by_merchant on crn_lookup (merchant_id);

-- The request log.
create table api_call (
  id ${countedKey},
  merchant_id integer,
  called_at bigint not null,
  stored_at bigint not null,
  milliseconds integer not null,
  interface text not null,
  method text not null,
  path text not null,
  operation text not null,
  http_status integer,
  code text,
  fault text,
  username text,
  txn_number bigint,
  key_hash text,
  request text not null,
  response text not null
);
create index api_call_of_txn on api_call (merchant_id, txn_number);
create index api_call_of_key on api_call (key_hash);
create index api_call_by_age on api_call (stored_at);
-- Calls with an Idempotency-Key: of the back office, and of the control API.
create table keyed_call (
  id ${countedKey},
  key_hash text not null unique,
  call_mac text not null,
  merchant_id integer,
  username text,
  name text not null,
  subject text,
  called_at bigint not null,
  status integer,
  answer text
);
create index keyed_call_by_subject on keyed_call (merchant_id, name, subject);
`
    .split(';\n')
    .slice(0, -1);
