/** Creates the unit of work of a store. */
import type { Kysely } from 'kysely';
import { authKeyUnitOf } from './auth-key-table.js';
import { batchUnitOf } from './batch-table.js';
import { caughtWebhookUnitOf } from './caught-webhook-table.js';
import { challengeUnitOf } from './challenge-table.js';
import { createView } from './create-view.js';
import { crnLookupUnitOf } from './crn-lookup-table.js';
import type { DialectRules } from './dialect-rules.js';
import { saveFrameEntry } from './frame-entry-table.js';
import { keyedCallUnitOf } from './keyed-call-table.js';
import { merchantUnitOf } from './merchant-setup-table.js';
import { restartClock, saveClockOffset } from './migrate.js';
import { sessionUnitOf } from './session-table.js';
import { requestLogUnitOf } from './request-log-table.js';
import type { Schema } from './schema.js';
import type { StoreUnit } from './store.js';
import { tokenKeyUnitOf } from './token-key-table.js';
import { tokenUnitOf } from './token-table.js';
import { transactionUnitOf } from './transaction-table.js';
import { webhookUnitOf } from './webhook-table.js';

/**
 * Creates a unit. SQLite and PostgreSQL differ only in the rules.
 *
 * @param db a connection with an open transaction
 */
export function createUnit(db: Kysely<Schema>, rules: DialectRules): StoreUnit {
  return {
    ...createView(db),
    saveFrameEntry: (entry, now) => saveFrameEntry(db, entry, now),
    saveClockOffset: (milliseconds) => saveClockOffset(db, milliseconds),
    restartClock: () => restartClock(db),
    ...transactionUnitOf(db, rules),
    ...authKeyUnitOf(db),
    ...challengeUnitOf(db),
    ...merchantUnitOf(db, rules),
    ...tokenUnitOf(db, rules),
    ...tokenKeyUnitOf(db),
    ...webhookUnitOf(db, rules),
    ...sessionUnitOf(db),
    ...caughtWebhookUnitOf(db),
    ...keyedCallUnitOf(db),
    ...requestLogUnitOf(db),
    ...batchUnitOf(db),
    ...crnLookupUnitOf(db),
  };
}
