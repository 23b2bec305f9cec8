/** Creates the unit of work of a store. */
import type { Kysely } from 'kysely';
import { addAuthKey, claimAuthKey, expireAuthKeys } from './auth-key-table.js';
import { batchUnitOf } from './batch-table.js';
import { addChallenge, claimChallenge, dropPendingTransaction } from './challenge-table.js';
import { createView } from './create-view.js';
import { crnLookupUnitOf } from './crn-lookup-table.js';
import type { DialectRules } from './dialect-rules.js';
import { saveFrameEntry } from './frame-entry-table.js';
import { addUser, changeUser, clearMerchant, removeUser, saveMerchant, saveUser } from './merchant-setup-table.js';
import { saveClockOffset } from './migrate.js';
import { caughtWebhookUnitOf } from './caught-webhook-table.js';
import { requestLogUnitOf } from './request-log-table.js';
import type { Schema } from './schema.js';
import { addMerchants } from './seed.js';
import { sessionUnitOf } from './session-table.js';
import type { StoreUnit } from './store.js';
import { addTokenKey, claimTokenKey, expireTokenKeys } from './token-key-table.js';
import { addToken, deleteToken, findDeletedToken, findToken, updateToken } from './token-table.js';
import { addTransaction, findTransaction } from './transaction-table.js';
import { addWebhook, claimWebhook, endAttempt, resendWebhook } from './webhook-table.js';

/**
 * Creates a unit. SQLite and PostgreSQL differ only in the rules.
 *
 * @param db a connection with an open transaction
 */
export function createUnit(db: Kysely<Schema>, rules: DialectRules): StoreUnit {
  return {
    ...createView(db),
    nextTxnNumber: () => rules.nextNumber(db, 'txn'),
    addTransaction: (transaction) => addTransaction(db, transaction),
    addChallenge: (challenge) => addChallenge(db, challenge),
    claimChallenge: (claim) => claimChallenge(db, claim),
    dropPendingTransaction: (merchantId, txnNumber) => dropPendingTransaction(db, merchantId, txnNumber),
    addAuthKey: (key) => addAuthKey(db, key),
    saveFrameEntry: (entry, now) => saveFrameEntry(db, entry, now),
    claimAuthKey: (claim) => claimAuthKey(db, claim),
    expireAuthKeys: async (now) => (await expireAuthKeys(db, now)) + (await expireTokenKeys(db, now)),
    async lockTransaction(merchantId, txnNumber) {
      await rules.lockRow(db, { table: 'txn', merchantId, key: txnNumber });
      return findTransaction(db, merchantId, txnNumber);
    },
    nextTokenSerial: () => rules.nextNumber(db, 'token'),
    addToken: (token) => addToken(db, token),
    async lockToken(merchantId, dvToken) {
      await rules.lockRow(db, { table: 'token', merchantId, key: dvToken });
      return findToken(db, merchantId, dvToken);
    },
    findDeletedToken: (merchantId, dvToken) => findDeletedToken(db, merchantId, dvToken),
    updateToken: (token) => updateToken(db, token),
    deleteToken: (merchantId, dvToken, deletedAt) => deleteToken(db, merchantId, dvToken, deletedAt),
    addTokenKey: (key) => addTokenKey(db, key),
    addMerchants: (seeds) => addMerchants(db, seeds),
    saveMerchant: (merchant) => saveMerchant(db, merchant),
    addUser: (merchantId, user) => addUser(db, merchantId, user),
    saveUser: (merchantId, user) => saveUser(db, merchantId, user),
    changeUser: (merchantId, user) => changeUser(db, merchantId, user),
    removeUser: (merchantId, username) => removeUser(db, merchantId, username),
    clearMerchant: (merchantId) => clearMerchant(db, merchantId),
    resendWebhook: (id, now) => resendWebhook(db, id, now),
    nextWebhookId: () => rules.nextNumber(db, 'webhook'),
    addWebhook: (webhook) => addWebhook(db, webhook),
    async claimWebhook(claim) {
      // The number of concurrent webhooks to a target is not in one row.
      await rules.lockName(db, 'claim of a webhook');
      return claimWebhook(db, claim);
    },
    endAttempt: (end) => endAttempt(db, end),
    claimTokenKey: (claim) => claimTokenKey(db, claim),
    saveClockOffset: (milliseconds) => saveClockOffset(db, milliseconds),
    ...sessionUnitOf(db),
    ...caughtWebhookUnitOf(db),
    ...requestLogUnitOf(db),
    ...batchUnitOf(db),
    ...crnLookupUnitOf(db),
  };
}
