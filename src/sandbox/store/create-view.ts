/** Read methods of a store, on a connection or within a unit of work. */
import type { Kysely } from 'kysely';
import { authKeyViewOf } from './auth-key-table.js';
import { batchViewOf } from './batch-table.js';
import { caughtWebhookViewOf } from './caught-webhook-table.js';
import { challengeViewOf } from './challenge-table.js';
import { crnLookupViewOf } from './crn-lookup-table.js';
import { findFrameEntry } from './frame-entry-table.js';
import { keyedCallViewOf } from './keyed-call-table.js';
import { merchantViewOf } from './merchant-setup-table.js';
import { findCaller, findMerchant } from './merchant-table.js';
import { sessionViewOf } from './session-table.js';
import { requestLogViewOf } from './request-log-table.js';
import type { Schema } from './schema.js';
import type { StoreView } from './store.js';
import { tokenKeyViewOf } from './token-key-table.js';
import { tokenViewOf } from './token-table.js';
import { transactionViewOf } from './transaction-table.js';
import { webhookViewOf } from './webhook-table.js';

/** Creates the read methods, the same for SQLite and PostgreSQL. */
export function createView(db: Kysely<Schema>): StoreView {
  return {
    findCaller: (merchantNumber, username) => findCaller(db, merchantNumber, username),
    findMerchant: (merchantId) => findMerchant(db, merchantId),
    findFrameEntry: (authKey) => findFrameEntry(db, authKey),
    ...transactionViewOf(db),
    ...authKeyViewOf(db),
    ...challengeViewOf(db),
    ...merchantViewOf(db),
    ...tokenViewOf(db),
    ...tokenKeyViewOf(db),
    ...webhookViewOf(db),
    ...sessionViewOf(db),
    ...caughtWebhookViewOf(db),
    ...keyedCallViewOf(db),
    ...requestLogViewOf(db),
    ...batchViewOf(db),
    ...crnLookupViewOf(db),
  };
}
