/** Tokens, their keys for browsers, and the token columns of transactions. */
import { sql } from 'kysely';
import { indexOfSearched } from './0001-transactions-and-keys.js';
import type { Migration } from './migration.js';

/** Version 2 of the tables. */
export const tokens: Migration = {
  number: 2,
  statements: () => [
    // The serial number is the order of creation, also for two tokens of one millisecond.
    sql`create table token (
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
    )`,
    sql`create index token_by_serial on token (merchant_id, serial)`,
    sql`create index token_by_crn1 on token (merchant_id, crn1, serial)`,
    sql`create index token_by_card_masked on token (merchant_id, card_masked, serial)`,
    sql`insert into counter values ('token', 0)`,
    // A used key has a token, an unused one has none.
    sql`create table token_key (
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
    )`,
    // Members that many transactions do not have.
    ...['crn2', 'crn3', 'biller_code'].map(indexOfSearched),
    sql`create index txn_by_amount on txn (merchant_id, amount, processed_at, txn_number)`,
    // The token of the stored card; the token that paid; the account of a payment without a card, as JSON.
    sql`alter table txn add column dv_token text`,
    sql`alter table txn add column paid_token text`,
    sql`alter table txn add column bank_account text`,
    sql`alter table merchant add column settings text not null default '{}'`,
  ],
};
