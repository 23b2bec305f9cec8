CREATE TABLE florin_version (version integer PRIMARY KEY);
CREATE TABLE claim (
  id text PRIMARY KEY,
  scope text NOT NULL,
  order_id text NOT NULL,
  attempt integer NOT NULL,
  terms text NOT NULL,
  reference text NOT NULL,
  state text NOT NULL,
  claimed_at bigint NOT NULL,
  auth_key text,
  expires_at bigint,
  asked_at bigint,
  hinted_at bigint,
  client text,
  checked_at bigint NOT NULL,
  lease_owner text,
  lease_until bigint NOT NULL,
  failed_at bigint,
  UNIQUE (scope, order_id, attempt),
  UNIQUE (scope, reference)
);
CREATE INDEX claim_age ON claim (scope, claimed_at);
CREATE INDEX claim_asked ON claim (scope, checked_at) WHERE state IN ('live', 'superseded') AND asked_at IS NOT NULL;
CREATE INDEX claim_unasked ON claim (scope, expires_at) WHERE state IN ('live', 'superseded') AND asked_at IS NULL;
CREATE INDEX claim_hinted ON claim (scope, checked_at) WHERE hinted_at IS NOT NULL;
CREATE INDEX claim_last_look ON claim (scope, expires_at) WHERE state = 'expired' AND checked_at < expires_at + 3600000;
CREATE TABLE entry (
  scope text NOT NULL,
  txn_number text NOT NULL,
  -- The order in which transactions became known: instants alone can be equal.
  serial bigint GENERATED ALWAYS AS IDENTITY,
  claim_id text NOT NULL REFERENCES claim (id),
  order_id text NOT NULL,
  kind text NOT NULL,
  differences text NOT NULL,
  current_terms text,
  txn text NOT NULL,
  recorded_at bigint NOT NULL,
  notice text NOT NULL,
  notice_at bigint NOT NULL,
  notice_tries integer NOT NULL,
  PRIMARY KEY (scope, txn_number)
);
CREATE INDEX entry_order ON entry (scope, order_id);
CREATE UNIQUE INDEX entry_paid ON entry (scope, order_id) WHERE kind = 'paid';
CREATE INDEX entry_due ON entry (scope, notice_at) WHERE notice IN ('due', 'calling');
CREATE INDEX entry_recorded ON entry (scope, recorded_at, txn_number COLLATE "C");
CREATE TABLE mark (
  scope text NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (scope, name)
);
CREATE FUNCTION florin_signer.lock_order(scope text, order_id text)
 RETURNS void
 LANGUAGE sql
AS $function$
    SELECT pg_advisory_xact_lock(hashtextextended('florin_signer ' || $1 || ' ' || $2, 0)) $function$;
CREATE FUNCTION florin_signer.has_money(scope text, order_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    SELECT EXISTS (SELECT 1 FROM "florin_signer".entry e
      WHERE e.scope = $1 AND e.order_id = $2 AND e.kind NOT IN ('declined', 'failed')) $function$;
CREATE FUNCTION florin_signer.add_claim(added json, lease bigint, at bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    DECLARE new "florin_signer".claim := json_populate_record(NULL::"florin_signer".claim, added);
    BEGIN
      PERFORM "florin_signer".lock_order(new.scope, new.order_id);
      -- What follows on the disk makes it durable too: nobody has the key before go_live.
      PERFORM set_config('synchronous_commit', 'off', true);
      IF new.state = 'issuing' AND "florin_signer".has_money(new.scope, new.order_id) THEN RETURN false; END IF;
      new.claimed_at := coalesce(at, extract(epoch from clock_timestamp()) * 1000);
      new.lease_until := new.claimed_at + lease;
      INSERT INTO "florin_signer".claim VALUES (new.*) ON CONFLICT DO NOTHING;
      RETURN FOUND;
    END $function$;
CREATE FUNCTION florin_signer.go_live(claim_id text, owner text, key text, expiry bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
    DECLARE old "florin_signer".claim;
    BEGIN
      SELECT * INTO old FROM "florin_signer".claim WHERE id = claim_id;
      IF NOT FOUND THEN RETURN false; END IF;
      PERFORM "florin_signer".lock_order(old.scope, old.order_id);
      IF "florin_signer".has_money(old.scope, old.order_id) THEN RETURN false; END IF;
      UPDATE "florin_signer".claim SET state = 'live', auth_key = key, expires_at = expiry, lease_owner = NULL, lease_until = 0
        WHERE id = claim_id AND state = 'issuing' AND lease_owner = owner;
      RETURN FOUND;
    END $function$;
CREATE FUNCTION florin_signer.read_order(scope text, order_id text, number text, at bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
    BEGIN
      RETURN json_build_object(
        'at', coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint),
        'known', (SELECT row_to_json(e) FROM "florin_signer".entry e WHERE e.scope = $1 AND e.txn_number = number),
        'claims', (SELECT coalesce(json_agg(c ORDER BY c.attempt), '[]') FROM "florin_signer".claim c
          WHERE c.scope = $1 AND c.order_id = $2),
        'entries', (SELECT coalesce(json_agg(e ORDER BY e.serial), '[]') FROM "florin_signer".entry e
          WHERE e.scope = $1 AND e.order_id = $2));
    END $function$;
CREATE FUNCTION florin_signer.read_locked(scope text, order_id text, at bigint)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM "florin_signer".lock_order($1, $2);
      PERFORM FROM "florin_signer".claim c WHERE c.scope = $1 AND c.order_id = $2 FOR UPDATE;
      RETURN "florin_signer".read_order($1, $2, NULL, at);
    END $function$;
CREATE FUNCTION florin_signer.add_entry(added json, old_state text, new_state text, claims integer, entries integer, at bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
    DECLARE
      new "florin_signer".entry := json_populate_record(NULL::"florin_signer".entry, added);
      instant bigint;
    BEGIN
      PERFORM "florin_signer".lock_order(new.scope, new.order_id);
      PERFORM FROM "florin_signer".claim c WHERE c.id = new.claim_id AND c.state = old_state FOR UPDATE;
      IF NOT FOUND
        OR claims <> (SELECT count(*) FROM "florin_signer".claim c WHERE c.scope = new.scope AND c.order_id = new.order_id)
        OR entries <> (SELECT count(*) FROM "florin_signer".entry e WHERE e.scope = new.scope AND e.order_id = new.order_id)
      THEN RETURN NULL; END IF;
      instant := coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      INSERT INTO "florin_signer".entry (scope, txn_number, claim_id, order_id, kind, differences, current_terms, txn,
          recorded_at, notice, notice_at, notice_tries)
        VALUES (new.scope, new.txn_number, new.claim_id, new.order_id, new.kind, new.differences, new.current_terms, new.txn,
          instant, new.notice, instant + new.notice_at, new.notice_tries)
        ON CONFLICT DO NOTHING;
      -- Another process has recorded it for another order meanwhile.
      IF NOT FOUND THEN RETURN NULL; END IF;
      UPDATE "florin_signer".claim c SET state = new_state, hinted_at = NULL WHERE c.id = new.claim_id;
      RETURN instant;
    END $function$;
INSERT INTO florin_version VALUES (1);
