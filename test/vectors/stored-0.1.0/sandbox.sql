CREATE TABLE meta (name text primary key, value text not null);
CREATE TABLE counter (name text primary key, value bigint not null);
CREATE TABLE merchant (
  id integer primary key,
  number text not null unique,
  short_name text not null unique,
  name text not null,
  default_currency text not null,
  currencies text not null,
  settings text not null default '{}'
);
CREATE TABLE api_user (
  merchant_id integer not null references merchant (id),
  username text not null,
  password_salt text not null,
  password_hash text not null,
  permissions text not null,
  is_active integer not null default 1,
  email_address text,
  constraint api_user_key primary key (merchant_id, username)
);
CREATE TABLE session (
  token_hash text primary key,
  merchant_number text not null,
  username text not null,
  password_hash text not null,
  expires_at bigint not null,
  started_at bigint not null default 0,
  used_at bigint not null default 0,
  kind text not null default 'office'
);
CREATE TABLE txn (
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
CREATE INDEX txn_by_crn1 on txn (merchant_id, crn1, processed_at, txn_number) where crn1 is not null;
CREATE INDEX txn_by_crn2 on txn (merchant_id, crn2, processed_at, txn_number) where crn2 is not null;
CREATE INDEX txn_by_crn3 on txn (merchant_id, crn3, processed_at, txn_number) where crn3 is not null;
CREATE INDEX txn_by_merchant_reference on txn (merchant_id, merchant_reference, processed_at, txn_number) where merchant_reference is not null;
CREATE INDEX txn_by_receipt_number on txn (merchant_id, receipt_number, processed_at, txn_number) where receipt_number is not null;
CREATE INDEX txn_by_rrn on txn (merchant_id, rrn, processed_at, txn_number) where rrn is not null;
CREATE INDEX txn_by_biller_code on txn (merchant_id, biller_code, processed_at, txn_number) where biller_code is not null;
CREATE INDEX txn_by_amount on txn (merchant_id, amount, processed_at, txn_number);
CREATE INDEX txn_by_time on txn (
  merchant_id, processed_at, txn_number,
  response_code, action, authorise_id, card_masked, bank_response_code, card_type,
  card_expiry, currency, settlement_date, source, type, sub_type
);
CREATE INDEX txn_by_original on txn (merchant_id, original_txn_number) where original_txn_number is not null;
CREATE INDEX txn_by_settlement_date on txn (merchant_id, settlement_date, txn_number)
  where settlement_date is not null;
CREATE INDEX txn_by_paid_token on txn (merchant_id, processed_at, paid_token) where paid_token is not null;
CREATE TABLE auth_key (
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
CREATE TABLE challenge (
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
CREATE INDEX challenge_by_expires_at on challenge (expires_at) where ended_as is null;
CREATE TABLE frame_entry (
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
CREATE INDEX frame_entry_by_expires_at on frame_entry (expires_at);
CREATE TABLE token (
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
CREATE INDEX token_by_serial on token (merchant_id, serial);
CREATE INDEX token_by_crn1 on token (merchant_id, crn1, serial);
CREATE INDEX token_by_card_masked on token (merchant_id, card_masked, serial);
CREATE TABLE token_key (
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
CREATE TABLE webhook (
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
CREATE INDEX webhook_by_due on webhook (state, due_at, id);
CREATE INDEX webhook_by_lease on webhook (lease_until, target);
CREATE INDEX webhook_by_merchant on webhook (merchant_id, id);
CREATE TABLE webhook_attempt (
  webhook_id bigint not null,
  number integer not null,
  started_at bigint not null,
  outcome text not null,
  status integer,
  milliseconds integer not null,
  constraint webhook_attempt_key primary key (webhook_id, number)
);
CREATE TABLE caught_webhook (
  id integer primary key,
  merchant_id integer not null,
  caught_at bigint not null,
  headers text not null,
  body text not null
);
CREATE INDEX caught_webhook_by_merchant on caught_webhook (merchant_id, id);
CREATE TABLE batch (
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
CREATE UNIQUE INDEX batch_by_filename on batch (merchant_id, filename);
CREATE INDEX batch_by_state on batch (state, id);
CREATE TABLE batch_slice (
  batch_id bigint not null,
  number integer not null,
  merchant_id integer not null,
  records text not null,
  results text,
  constraint batch_slice_key primary key (batch_id, number)
);
CREATE INDEX batch_slice_by_merchant on batch_slice (merchant_id);
CREATE TABLE crn_lookup_file (
  id bigint primary key,
  merchant_id integer not null references merchant (id),
  filename text not null,
  email_address text,
  username text not null,
  entry_count integer not null,
  state text not null,
  uploaded_at bigint not null
);
CREATE INDEX crn_lookup_file_by_merchant on crn_lookup_file (merchant_id, state);
CREATE TABLE crn_lookup (
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
CREATE INDEX crn_lookup_by_crn1 on crn_lookup (file_id, crn1);
CREATE INDEX crn_lookup_by_merchant on crn_lookup (merchant_id);
CREATE TABLE api_call (
  id integer primary key,
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
CREATE INDEX api_call_of_txn on api_call (merchant_id, txn_number);
CREATE INDEX api_call_of_key on api_call (key_hash);
CREATE INDEX api_call_by_age on api_call (stored_at);
CREATE TABLE keyed_call (
  id integer primary key,
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
CREATE INDEX keyed_call_by_subject on keyed_call (merchant_id, name, subject);
insert into meta (name, value) values
('fingerprint_key', '6d0cfd35a837aef7ed4b565e2691e01a959836e47d3265f9ef0144d1012d4cf2'),
('clock_offset', '0'),
('schema_version', '1');
insert into counter (name, value) values
('txn', 10016),
('token', 4),
('webhook', 1),
('batch', 1),
('crn_lookup', 0);
insert into merchant (id, number, short_name, name, default_currency, currencies, settings) values
(1, '5353109000000000', 'DEMOSHOP', 'Demo Shop', 'AUD', '["AUD","NZD","USD","JPY"]', '{"sharedSecret":"Demo-Shared-Secret-1"}');
insert into api_user (merchant_id, username, password_salt, password_hash, permissions, is_active, email_address) values
(1, 'demo-api', 'dea85e415bee342d4d3d04f77eb28776', '6c32e9398016c8b77a6ea3c9885b8a0c3e087e414039eebc5457937de915a6e0', '["API"]', 1, null),
(1, 'demo-admin', 'ef49e8d4df2dca95bd6aee46704a6307', '0b18afe029c1a6a2f9cc4c066113fa408b0704829e8723f8a095fd970b5b978f', '["administrator"]', 1, null);
insert into session (token_hash, merchant_number, username, password_hash, expires_at, started_at, used_at, kind) values
('12ff1ef5ce3e575abb3064cca14ae8380b246ec645cd3eeb958a27dd050b8996', '5353109000000000', 'demo-api', '6c32e9398016c8b77a6ea3c9885b8a0c3e087e414039eebc5457937de915a6e0', 1772587200000, 1772586000000, 1772586000000, 'soap');
insert into txn (txn_number, receipt_number, merchant_id, action, type, sub_type, source, amount, amount_original, amount_surcharge, currency, crn1, crn2, crn3, biller_code, merchant_reference, email_address, original_txn_number, is_test, store_card, response_code, response_text, bank_response_code, authorise_id, rrn, settlement_date, cvn_present, cvn_result, card_id, card_type, card_masked, card_holder_name, card_expiry, card_fingerprint, statement_descriptor, processed_at, dv_token, paid_token, bank_account, extras, request_objects, username) values
(10001, '49395600001', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-paid-unseen', null, null, null, 'florin-18d75d9c08f847849f5ce19e-26ae1c1be5bd7f1dc2', null, null, 1, 0, '0', 'Approved', '00', '041200000031', '606312010001', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10002, '49395600002', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-paid-unasked', null, null, null, 'florin-250acd60fa4d4196986ab8c4-65af3920c969e6f5f8', null, null, 1, 0, '0', 'Approved', '00', '041200007640', '606312010002', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10003, '49395600003', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-told', null, null, null, 'florin-b70256d0f8e74651be15f40a-54d310bb2c90b3e22a', null, null, 1, 0, '0', 'Approved', '00', '041200008797', '606312010003', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10004, '49395600004', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-due', null, null, null, 'florin-4bbe9b1fd8bc458db6463703-22daffbd624b34b831', null, null, 1, 0, '0', 'Approved', '00', '041200003846', '606312010004', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10005, '49395600005', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-calling', null, null, null, 'florin-a771596c1f65429896c5714a-3ee4e0ea8f6629ed0b', null, null, 1, 0, '0', 'Approved', '00', '041200003666', '606312010005', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10006, '49395600006', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-mismatch', null, null, null, 'florin-9148290bb3a747059cd3b264-1d960626a1ddc13e12', null, null, 1, 0, '0', 'Approved', '00', '041200001936', '606312010006', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '9900', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10007, '49395600007', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-declined', null, null, null, 'florin-b1a3268144244acd90dd57fc-1266b7c7cb322b8a3d', null, null, 1, 0, '2', 'Declined', '05', '', '606312010007', '20260304', 1, 'N', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10008, '49395600008', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'ORDER-hinted', null, null, null, 'florin-496c363946454dc985745182-1fd711f48c9bcd0bc7', null, null, 1, 0, '0', 'Approved', '00', '041200009450', '606312010008', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10009, '49395600009', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'result not asked for', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200009329', '606312010009', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10010, '49395600010', 1, 'payment', 'internet', 'single', 'api', 19900, 0, 0, 'AUD', 'payment', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200008052', '606312010010', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10011, '49395600011', 1, 'payment', 'internet', 'single', 'api', 10005, 0, 0, 'AUD', 'declined', null, null, null, null, null, null, 1, 0, '2', 'Declined', '05', '', '606312010011', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10012, '49395600012', 1, 'preauth', 'internet', 'single', 'api', 19900, 0, 0, 'AUD', 'reserved', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200005918', '606312010012', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10013, '49395600013', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, 'AUD', 'webhook', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200009624', '606312010013', '20260304', 1, 'M', 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10014, '49395600014', 1, 'payment', 'internet', 'single', 'internet', 19900, 0, 0, null, 'challenge', null, null, null, null, null, null, 1, 0, 'P', 'Transaction is pending', null, null, null, null, 1, null, 'mc-5', 'MC', '512345...346', '3DS CHALLENGE', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, '{"isChallenged":true}', null, 'demo-api'),
(10015, '49395600015', 1, 'payment', 'internet', 'recurring', 'sftp', 1000, 0, 0, 'AUD', 'batch 1', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200005451', '606312010015', '20260304', 0, 'S', 'mc-5', 'MC', '512345...346', null, '9900', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api'),
(10016, '49395600016', 1, 'payment', 'internet', 'recurring', 'sftp', 1000, 0, 0, 'AUD', 'batch 2', null, null, null, null, null, null, 1, 0, '0', 'Approved', '00', '041200004385', '606312010016', '20260304', 0, 'S', 'mc-5', 'MC', '512345...346', null, '9900', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, 1772586000000, null, null, null, null, null, 'demo-api');
insert into auth_key (auth_key, merchant_id, terms, redirection_url, web_hook_url, created_at, expires_at, used_at, txn_number, result_key, result_expires_at) values
('1a34c225-8347-4263-852d-bb1fed131dc1', 1, '{"billerCode":null,"crn1":"ORDER-open","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-5909579d7ed5451e95ab6231-70cad5ab5296d362c0","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=5909579d7ed5451e95ab6231f96bb73e.Mll0KKXJjn7umu1Omn6rc4Cj30_0074HEALYsbqycjw', null, 1772586000000, 1772587800000, null, null, null, null),
('6ae58ae7-add2-4ab2-abc5-68aeafd89419', 1, '{"billerCode":null,"crn1":"ORDER-paid-unseen","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-18d75d9c08f847849f5ce19e-26ae1c1be5bd7f1dc2","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=18d75d9c08f847849f5ce19ead8460cc.c4_lJ1CuM5fKo4st2RchAVLogxf6-r_5ybZWKc8iabg', null, 1772586000000, 1772587800000, 1772586000000, 10001, '6ba67ad3-52e1-4d15-b344-f7159dc0e0b0', 1772672400000),
('d1b3243e-1580-4ed1-9c40-67edc6fce476', 1, '{"billerCode":null,"crn1":"ORDER-paid-unasked","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-250acd60fa4d4196986ab8c4-65af3920c969e6f5f8","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=250acd60fa4d4196986ab8c47db6ab58.mRjka3cdgDCilRX4ekOmJcvXenSNhRWVh_F8l0vHyP8', null, 1772586000000, 1772587800000, 1772586000000, 10002, '2ec6e75b-d906-4713-8917-2d3f70a33f59', 1772672400000),
('19f9564b-c97a-44cd-8ee5-aa97f6e3ec6e', 1, '{"billerCode":null,"crn1":"ORDER-told","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-b70256d0f8e74651be15f40a-54d310bb2c90b3e22a","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=b70256d0f8e74651be15f40ad71edc83.PZBbogP-5lVWuFBPryiS-ZgkCQJrI8QvErO_iyMIFHw', null, 1772586000000, 1772587800000, 1772586000000, 10003, '51e32bd6-8a56-4d02-a26b-2994a99fe90d', 1772672400000),
('75a4edaa-a6a6-4297-8441-faeb541c310e', 1, '{"billerCode":null,"crn1":"ORDER-due","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-4bbe9b1fd8bc458db6463703-22daffbd624b34b831","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=4bbe9b1fd8bc458db6463703b9bf8b53.KztyEY2R9_01GDHw-Glt_yLMEp_xvZ-b0Xnk93algGc', null, 1772586000000, 1772587800000, 1772586000000, 10004, '9a3247fa-b9ef-424a-8d29-6fd0c13afb91', 1772672400000),
('c7e38b21-5162-42ec-8308-12e26f3f4d9e', 1, '{"billerCode":null,"crn1":"ORDER-calling","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-a771596c1f65429896c5714a-3ee4e0ea8f6629ed0b","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=a771596c1f65429896c5714afc54ec89.GZxOcItIJVeowe6Yq8WtCo3Fuac6hu-jvclW_qLdAow', null, 1772586000000, 1772587800000, 1772586000000, 10005, '80743cd8-8c9e-4ab4-bbc1-1f9a9da53b17', 1772672400000),
('01064247-5e99-4eba-9501-180134969742', 1, '{"billerCode":null,"crn1":"ORDER-mismatch","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-9148290bb3a747059cd3b264-1d960626a1ddc13e12","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":false,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=9148290bb3a747059cd3b2641d7ee291.1Yi-qxjv69ug28w5aed_UGiJ2Wu5ueVt4OkGgcbTgQs', null, 1772586000000, 1772587800000, 1772586000000, 10006, 'c4ea20b5-4807-4126-9031-a10158e26db8', 1772672400000),
('b21a7b5a-2bda-46b0-ac95-677805f310c2', 1, '{"billerCode":null,"crn1":"ORDER-declined","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-b1a3268144244acd90dd57fc-1266b7c7cb322b8a3d","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=b1a3268144244acd90dd57fc1250cbc1.ICOoUgrWTe-u7VDTwQmOWG8UY4_HhOEPYTFnXX7ju24', null, 1772586000000, 1772587800000, 1772586000000, 10007, '73257ad5-183b-4494-aede-600c00dd2fa0', 1772672400000),
('92bf4a35-d929-4770-8ad8-56ea3adb611e', 1, '{"billerCode":null,"crn1":"ORDER-declined","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-f640f6e735b94960b061855a-14d2c2943ceea73c7c","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=f640f6e735b94960b061855aceabf4d9.-sGf92lIJkNxsewwpADRE5x2L-XFfuBUSfpn2CQUTEE', null, 1772586000000, 1772587800000, null, null, null, null),
('1419c92b-f991-4dfd-b7e0-405dabf06a24', 1, '{"billerCode":null,"crn1":"ORDER-superseded","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-2b490d188f3c41d98c4cfadf-212405e500293d749e","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=2b490d188f3c41d98c4cfadf245731cb.pMjY-La9f37ThZGYwdEGrVYaKRln13M0wyHTs85DzKM', null, 1772586000000, 1772587800000, null, null, null, null),
('65886629-56bb-4624-bc93-f3ad4ef32a7c', 1, '{"billerCode":null,"crn1":"ORDER-superseded","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-26b32cdf13be418c91dfc652-4ed03a3ce952d291f4","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":20900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=26b32cdf13be418c91dfc652bf01e8d9.TabLVWthCPgSyNSNoqO7DjKc2q4u71qLRoSsjXoPw8k', null, 1772586000000, 1772587800000, null, null, null, null),
('8cb7ead6-3959-4280-bf91-ff61e90de5a7', 1, '{"billerCode":null,"crn1":"ORDER-by-card","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-abaaef5792d64e51a28d2de8-389ffa3a8ae0927ea9","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":"5999998898621724","dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=abaaef5792d64e51a28d2de8a823d327._f7BXhLlNPThsqu0QZeuEpWVW-DzPjUvuFbLyXeujGg', null, 1772586000000, 1772587800000, null, null, null, null),
('235329cc-caec-4db9-9a91-0efab9560254', 1, '{"billerCode":null,"crn1":"ORDER-stores-card","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-8b714c4afcaa435ab727dd4f-7fc3e8e56951fdf340","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":2,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=8b714c4afcaa435ab727dd4fc0a8d7b2.GRIIr_pcLiDwBbTZrsnr2WsOJPiAfQw_Rk-ZCnzDgJY', null, 1772586000000, 1772587800000, null, null, null, null),
('bea3a78c-5ad2-4ec9-8e85-506f5e976a4c', 1, '{"billerCode":null,"crn1":"ORDER-hinted","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":"florin-496c363946454dc985745182-1fd711f48c9bcd0bc7","amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?claim=496c363946454dc9857451825f8d2c34.m0TAaqVPONZxLFUJWBa0EbPDioE_3qmHsOZ5hM70VU0', null, 1772586000000, 1772587800000, 1772586000000, 10008, '0d0fbae4-8213-4b90-8bc6-a9669fdbfa7e', 1772672400000),
('43ad25de-ac11-4c72-b25c-f07bde9e081d', 1, '{"billerCode":null,"crn1":"unused","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":null,"amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/pay/return?order=a%20b&x', null, 1772586000000, 1772587800000, null, null, null, null),
('e0a00494-3261-4943-85e4-8d6d64cf17a6', 1, '{"billerCode":null,"crn1":"result not asked for","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":null,"amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, null, 1772586000000, 1772587800000, 1772586000000, 10009, 'c3dad74a-2f3f-49cf-b14f-f5c2caebf9bf', 1772672400000),
('7836c3cf-aa3d-492d-b5b5-fa3685b5811f', 1, '{"billerCode":null,"crn1":"in a frame","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":null,"amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, null, 1772586000000, 1772587800000, null, null, null, null),
('ff40c001-c5f7-4075-ae25-2258ea8d7062', 1, '{"billerCode":null,"crn1":"webhook","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":null,"amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, 'https://shop.example/hook', 1772586000000, 1772587800000, 1772586000000, 10013, '0f27ac82-eafa-4ad2-bffb-4e5cb52d1ab3', 1772672400000),
('93e2082c-cde5-41ec-a9a6-527b23de9a2f', 1, '{"billerCode":null,"crn1":"challenge","crn2":null,"crn3":null,"emailAddress":null,"merchantReference":null,"amountOriginal":null,"amountSurcharge":null,"currency":"AUD","testMode":true,"statementDescriptor":null,"action":"payment","type":"internet","subType":"single","amount":19900,"tokenisationMode":0,"dvToken":null,"dvTokenExpiry":null,"updatesTokenExpiry":false,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', 'https://shop.example/return?cart=7', null, 1772586000000, 1772587800000, 1772586000000, 10014, '9c4bbbb3-0afc-4a39-a3e5-d2dca8c6465f', 1772672400000);
insert into challenge (challenge_key, merchant_id, auth_key, result_key, txn_number, waiting_order, created_at, expires_at, ended_as) values
('323ef08f-f4db-436a-9e16-a99b443b58b1', 1, '93e2082c-cde5-41ec-a9a6-527b23de9a2f', '9c4bbbb3-0afc-4a39-a3e5-d2dca8c6465f', 10014, '{"terms":{"action":"payment","type":"internet","subType":"single","testMode":true,"tokenisationMode":0,"statementDescriptor":null,"amount":19900,"currency":"AUD","amountOriginal":null,"amountSurcharge":null,"crn1":"challenge","crn2":null,"crn3":null,"billerCode":null,"emailAddress":null,"merchantReference":null},"storeCard":false,"source":"internet","username":"demo-api","updatesTokenExpiry":false,"payer":{"cardId":"mc-5","dvToken":null,"holderName":"3DS CHALLENGE","expiry":"0530","cvnResult":"M"}}', 1772586000000, 1772586600000, null);
insert into frame_entry (auth_key, merchant_id, number_is, card_id, holder_name, expiry, cvn_result, account_name, account_number, bsb_number, accepts_terms, expires_at) values
('7836c3cf-aa3d-492d-b5b5-fa3685b5811f', 1, 'test_card', 'mc-5', 'A BUYER', '0542', 'M', null, null, null, 0, 1772587800000),
('b66c345a-75f0-4ede-8a7b-a5a33dec5619', 1, 'test_card', 'mc-5', 'A BUYER', '0542', 'S', null, null, null, 0, 1772587800000);
insert into token (dv_token, serial, merchant_id, card_id, card_type, card_masked, card_holder_name, card_expiry, card_fingerprint, account_name, account_number, bsb_number, crn1, crn2, crn3, biller_code, email_address, source, user_created, user_updated, created_at, updated_at, deleted_at) values
('5999998898621724', 1, 1, 'mc-5', 'MC', '512345...346', 'A BUYER', '0542', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, null, null, 'CUSTOMER-ann', null, 'florin-e0af8a31fc2847b8ac98b587-7e430d1ab13bbe842f', null, 'ann@shop.example', 'internet', 'demo-api', 'demo-api', 1772586000000, 1772586000000, null),
('5999995078961615', 2, 1, 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, null, null, 'of a card', null, null, null, null, 'api', 'demo-api', 'demo-api', 1772586000000, 1772586000000, null),
('5999991259301507', 3, 1, null, null, null, null, null, null, 'Jane Citizen', '123456789', '063000', 'of an account', null, null, null, null, 'api', 'demo-api', 'demo-api', 1772586000000, 1772586000000, null),
('5999997439641399', 4, 1, 'mc-5', 'MC', '512345...346', 'Jane Citizen', '0530', '603fd3c1bec4294ad2fcb9207329d1b861cfae865df737acec9aa656fee32f8d', null, null, null, 'deleted', null, null, null, null, 'api', 'demo-api', 'demo-api', 1772586000000, 1772586000000, 1772586000000);
insert into token_key (auth_key, merchant_id, terms, redirection_url, web_hook_url, created_at, expires_at, used_at, dv_token, result_key, result_expires_at) values
('4b326114-5b53-4919-9cf2-d6e085d2a94a', 1, '{"billerCode":null,"crn1":"CUSTOMER-ann","crn2":null,"crn3":"florin-e0af8a31fc2847b8ac98b587-7e430d1ab13bbe842f","emailAddress":"ann@shop.example","task":"add","dvToken":null,"username":"demo-api","version":"v3","page":{"hpp":{"IsEddr":false},"iframe":null}}', 'https://shop.example/pay/return?claim=e0af8a31fc2847b8ac98b5876824641b._5mRigkq1I9o2jFNzgCFmKOsmCuszbJ0V0rE9Rch9Tw', null, 1772586000000, 1772587800000, 1772586000000, '5999998898621724', '55b74e2d-5bab-4296-8b9e-b03f11d1df64', 1772672400000),
('7e30144b-eec6-4865-b0c8-4996f7c84e0d', 1, '{"billerCode":null,"crn1":"CUSTOMER-ann","crn2":null,"crn3":"florin-bcc155ea814f477c9a6403e0-3418bb87b0190e4779","emailAddress":"ann@shop.example","task":"add","dvToken":null,"username":"demo-api","version":"v3","page":{"hpp":{"IsEddr":false},"iframe":null}}', 'https://shop.example/pay/return?claim=bcc155ea814f477c9a6403e0ff5b58a2.7qWtVDI7XEZydZmy6z9-PN8uBkgzKYGwFs5895BSh5A', null, 1772586000000, 1772587800000, null, null, null, null),
('5bcd0f88-12de-4997-88a7-4f219ea088ad', 1, '{"billerCode":null,"crn1":"unused","crn2":null,"crn3":null,"emailAddress":null,"task":"add","dvToken":null,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, null, 1772586000000, 1772587800000, null, null, null, null),
('4e291faa-33c4-41b8-a4db-fb4d7e5ce511', 1, '{"billerCode":null,"crn1":null,"crn2":null,"crn3":null,"emailAddress":null,"task":"update","dvToken":"5999995078961615","username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, null, 1772586000000, 1772587800000, null, null, null, null),
('b66c345a-75f0-4ede-8a7b-a5a33dec5619', 1, '{"billerCode":null,"crn1":"in a frame","crn2":null,"crn3":null,"emailAddress":null,"task":"add","dvToken":null,"username":"demo-api","version":"v3","page":{"hpp":null,"iframe":null}}', null, null, 1772586000000, 1772587800000, null, null, null, null);
insert into webhook (id, merchant_id, kind, subject, url, target, body, state, attempts, created_at, first_due_at, due_at, lease_owner, lease_until) values
(1, 1, 'transaction', '10013', 'https://shop.example/hook', 'https://shop.example', '{"Action":"payment","Agent":null,"Amount":19900,"AmountOriginal":0,"AmountSurcharge":0,"AuthoriseId":"041200009624","BankAccountDetails":null,"BankResponseCode":"00","BillerCode":null,"CVNResult":{"CVNResultCode":"M"},"CardDetails":{"CardHolderName":"Jane Citizen","Category":"STANDARD","ExpiryDate":"0530","Issuer":"Florin Test Bank","IssuerCountryCode":"AUS","Localisation":"domestic","MaskedCardNumber":"512345...346","SubType":"credit"},"CardType":"MC","Crn1":"webhook","Crn2":null,"Crn3":null,"Currency":"AUD","DVToken":null,"EmailAddress":null,"FraudScreeningResponse":{"ReDResponse":null,"ResponseCode":"","ResponseMessage":"","TxnRejected":false},"IsCVNPresent":true,"IsTestTxn":true,"IsThreeDS":false,"MerchantNumber":"5353109000000000","MerchantReference":null,"OriginalTxnNumber":null,"ProcessedDateTime":"2026-03-04T12:00:00.0000000","RRN":"606312010013","ReceiptNumber":"49395600013","ResponseCode":"0","ResponseText":"Approved","SettlementDate":"20260304","Source":"internet","StatementDescriptor":null,"StoreCard":false,"SubType":"single","ThreeDSResponse":null,"TxnNumber":"10013","Type":"internet"}', 'waiting', 1, 1772586000000, 1772586000000, 1772589600000, null, 0);
insert into webhook_attempt (webhook_id, number, started_at, outcome, status, milliseconds) values
(1, 1, 1772586000000, 'answered', 500, 4);
insert into batch (id, merchant_id, filename, username, header, record_count, done_count, done_slices, state, lease_until, submitted_at, completed_at) values
(1, 1, 'a.csv', 'demo-api', '01,CBA-EVOLVE,20260304,120000,,1,5353109000000000', 2, 2, 1, 'completed', 1795875816805, 1772586000000, 1772586000000);
insert into batch_slice (batch_id, number, merchant_id, records, results) values
(1, 0, 1, '[{"billerCode":null,"crn1":"batch 1","crn2":null,"crn3":null,"amount":1000,"cardId":"mc-5","token":null,"expiry":"9900"},{"billerCode":null,"crn1":"batch 2","crn2":null,"crn3":null,"amount":1000,"cardId":"mc-5","token":null,"expiry":"9900"}]', '[{"txnNumber":10015,"receiptNumber":"49395600015","responseText":"Approved","responseCode":"0","bankResponseCode":"00","cardMasked":"512345...346","cardType":"MC"},{"txnNumber":10016,"receiptNumber":"49395600016","responseText":"Approved","responseCode":"0","bankResponseCode":"00","cardMasked":"512345...346","cardType":"MC"}]');
insert into api_call (id, merchant_id, called_at, stored_at, milliseconds, interface, method, path, operation, http_status, code, fault, username, txn_number, key_hash, request, response) values
(1, 1, 1772586000000, 1795875753218, 59, 'rest', 'POST', '/webapi/v3/txns/processtxnauthkey', 'T4', 200, '0', null, 'demo-api', null, 'cb136f5300333de88cd4932c98bb1437b2b5722b14132cfce196dbf8198e8b9d', '{
  "ProcessTxnData": {
    "Action": "payment",
    "Amount": 19900,
    "Crn1": "ORDER-open",
    "Currency": "AUD",
    "MerchantReference": "(text, 50 characters)",
    "SubType": "single",
    "TestMode": true,
    "Type": "internet"
  },
  "RedirectionUrl": "https://shop.example/pay/return?…"
}', '{
  "APIResponse": {
    "ResponseCode": 0,
    "ResponseText": "Success"
  },
  "AuthKey": "•••"
}'),
(2, 1, 1772586000000, 1795875753218, 33, 'rest', 'POST', '/webapi/v3/txns/processtxnauthkey', 'T4', 200, '0', null, 'demo-api', 10001, '2d2c66794e0bbe025290dbb5cc41bd465f6cddd10ba0226265d0e8226011013d', '{
  "ProcessTxnData": {
    "Action": "payment",
    "Amount": 19900,
    "Crn1": "ORDER-paid-unseen",
    "Currency": "AUD",
    "MerchantReference": "(text, 50 characters)",
    "SubType": "single",
    "TestMode": true,
    "Type": "internet"
  },
  "RedirectionUrl": "https://shop.example/pay/return?…"
}', '{
  "APIResponse": {
    "ResponseCode": 0,
    "ResponseText": "Success"
  },
  "AuthKey": "•••"
}');
