/**
 * Version 3 of the tables: indexes for the search of the back office. Names and e-mail addresses join the index that is
 * scanned anyway, because an index of their own would cost every commit a page.
 */
export const SEARCH_INDEXES: readonly string[] = [
  'drop index txn_by_time',
  `create index txn_by_time on txn (
    merchant_id, processed_at, txn_number,
    response_code, action, authorise_id, card_masked, bank_response_code, card_type,
    card_expiry, currency, settlement_date, source, type, sub_type,
    card_holder_name, email_address
  )`,
  // Only transactions that store a card have an entry.
  'create index txn_by_dv_token on txn (merchant_id, processed_at, dv_token, txn_number) where dv_token is not null',
];
