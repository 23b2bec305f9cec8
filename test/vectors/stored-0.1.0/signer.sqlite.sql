CREATE TABLE claim (
  id TEXT PRIMARY KEY,
  scope TEXT NOT NULL,
  order_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  terms TEXT NOT NULL,
  reference TEXT NOT NULL,
  state TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  auth_key TEXT,
  expires_at INTEGER,
  asked_at INTEGER,
  hinted_at INTEGER,
  client TEXT,
  checked_at INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until INTEGER NOT NULL,
  failed_at INTEGER,
  UNIQUE (scope, order_id, attempt),
  UNIQUE (scope, reference)
) STRICT;
CREATE INDEX claim_age ON claim (scope, claimed_at);
CREATE INDEX claim_asked ON claim (scope, checked_at) WHERE state IN ('live', 'superseded') AND asked_at IS NOT NULL;
CREATE INDEX claim_unasked ON claim (scope, expires_at) WHERE state IN ('live', 'superseded') AND asked_at IS NULL;
CREATE INDEX claim_hinted ON claim (scope, checked_at) WHERE hinted_at IS NOT NULL;
CREATE INDEX claim_last_look ON claim (scope, expires_at) WHERE state = 'expired' AND checked_at < expires_at + 3600000;
CREATE TABLE entry (
  scope TEXT NOT NULL,
  txn_number TEXT NOT NULL,
  claim_id TEXT NOT NULL REFERENCES claim (id),
  order_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  differences TEXT NOT NULL,
  current_terms TEXT,
  txn TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  notice TEXT NOT NULL,
  notice_at INTEGER NOT NULL,
  notice_tries INTEGER NOT NULL,
  PRIMARY KEY (scope, txn_number)
) STRICT;
CREATE INDEX entry_order ON entry (scope, order_id);
CREATE UNIQUE INDEX entry_paid ON entry (scope, order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (scope, notice_at) WHERE notice IN ('due', 'calling');
CREATE INDEX entry_recorded ON entry (scope, recorded_at, txn_number);
CREATE TABLE mark (
  scope TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (scope, name)
) STRICT;
PRAGMA user_version = 1;
