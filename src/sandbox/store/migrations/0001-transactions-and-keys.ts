/** Merchants, API users, transactions and AuthKeys. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** First transaction number: it has enough digits for the end of a receipt number. */
const FIRST_TXN_NUMBER = 10_001;

/** Members of a search with an index of their own. */
const SEARCHED = ['crn1', 'merchant_reference', 'receipt_number', 'rrn'];

/** Version 1 of the tables. */
export const transactionsAndKeys: Migration = {
  number: 1,
  statements: ({ countedKey }) => [
    sql`create table merchant (
      id ${countedKey},
      number text not null unique,
      short_name text not null unique,
      name text not null,
      default_currency text not null,
      currencies text not null
    )`,
    sql`create table api_user (
      merchant_id integer not null references merchant (id),
      username text not null,
      password_salt text not null,
      password_hash text not null,
      permissions text not null,
      constraint api_user_key primary key (merchant_id, username)
    )`,
    sql`create table txn (
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
      processed_at bigint not null
    )`,
    // Search results are newest first. Each index ends with that order, so that the limit stops the search early.
    sql`create index txn_by_time on txn (merchant_id, processed_at, txn_number)`,
    ...SEARCHED.map(indexOfSearched),
    sql`create index txn_by_original on txn (merchant_id, original_txn_number) where original_txn_number is not null`,
    sql`create table counter (name text primary key, value bigint not null)`,
    sql`insert into counter values ('txn', ${sql.lit(FIRST_TXN_NUMBER - 1)})`,
    // A used key has a transaction, an unused one has none. The database enforces it.
    sql`create table auth_key (
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
    )`,
  ],
};

/**
 * An index of transactions by a member of a search. Rows without the value are not in it, because each index costs every
 * commit a page.
 */
export function indexOfSearched(column: string) {
  const [name, value] = [sql.raw(`txn_by_${column}`), sql.raw(column)];
  return sql`create index ${name} on txn (merchant_id, ${value}, processed_at, txn_number) where ${value} is not null`;
}
