/** Read methods of a store, on a connection or within a unit of work. */
import type { Kysely } from 'kysely';
import { findAuthKey, findResultKey } from './auth-key-table.js';
import { batchViewOf } from './batch-table.js';
import { crnLookupViewOf } from './crn-lookup-table.js';
import { findChallenge, findOpenChallenge, listOverdueChallenges, nextChallengeEnd } from './challenge-table.js';
import { findFrameEntry } from './frame-entry-table.js';
import { findMerchantByNumber, listMerchants, listUsers } from './merchant-setup-table.js';
import { findCaller, findMerchant } from './merchant-table.js';
import { caughtWebhookViewOf } from './caught-webhook-table.js';
import { requestLogViewOf } from './request-log-table.js';
import type { Schema } from './schema.js';
import { sessionViewOf } from './session-table.js';
import type { StoreView } from './store.js';
import { findTokenKey, findTokenResult } from './token-key-table.js';
import { findToken, findTokenBySerial, searchTokens } from './token-table.js';
import {
  countTransactions,
  findRequestObjects,
  findTransaction,
  latestTxnNumber,
  listFollowUps,
  listSettled,
  readLedger,
  searchTransactions,
} from './transaction-table.js';
import { sumTransactions } from './transaction-sums.js';
import { findWebhook, listAttempts, nextWebhookDue, searchWebhooks } from './webhook-table.js';

/** Creates the read methods, the same for SQLite and PostgreSQL. */
export function createView(db: Kysely<Schema>): StoreView {
  return {
    findCaller: (merchantNumber, username) => findCaller(db, merchantNumber, username),
    findMerchant: (merchantId) => findMerchant(db, merchantId),
    findTransaction: (merchantId, txnNumber) => findTransaction(db, merchantId, txnNumber),
    findRequestObjects: (merchantId, txnNumber) => findRequestObjects(db, merchantId, txnNumber),
    searchTransactions: (merchantId, query) => searchTransactions(db, merchantId, query),
    countTransactions: (merchantId, query) => countTransactions(db, merchantId, query),
    sumTransactions: (merchantId, from, before) => sumTransactions(db, merchantId, from, before),
    latestTxnNumber: (merchantId) => latestTxnNumber(db, merchantId),
    listFollowUps: (merchantId, txnNumber) => listFollowUps(db, merchantId, txnNumber),
    findAuthKey: (authKey) => findAuthKey(db, authKey),
    findChallenge: (challengeKey) => findChallenge(db, challengeKey),
    findOpenChallenge: (txnNumber) => findOpenChallenge(db, txnNumber),
    listOverdueChallenges: (now) => listOverdueChallenges(db, now),
    nextChallengeEnd: (after) => nextChallengeEnd(db, after),
    findFrameEntry: (authKey) => findFrameEntry(db, authKey),
    async findResult(merchantId, resultKey) {
      const found = await findResultKey(db, merchantId, resultKey);
      const transaction = found && (await findTransaction(db, merchantId, found.txnNumber));
      return transaction && { transaction, expiresAt: found.expiresAt };
    },
    readLedger: (merchantId, txnNumber) => readLedger(db, merchantId, txnNumber),
    findToken: (merchantId, dvToken) => findToken(db, merchantId, dvToken),
    findTokenBySerial: (merchantId, serial) => findTokenBySerial(db, merchantId, serial),
    searchTokens: (merchantId, query) => searchTokens(db, merchantId, query),
    findTokenKey: (authKey) => findTokenKey(db, authKey),
    listMerchants: () => listMerchants(db),
    findMerchantByNumber: (number) => findMerchantByNumber(db, number),
    listUsers: (merchantId) => listUsers(db, merchantId),
    findWebhook: (id) => findWebhook(db, id),
    searchWebhooks: (query) => searchWebhooks(db, query),
    listAttempts: (webhookId) => listAttempts(db, webhookId),
    nextWebhookDue: (after) => nextWebhookDue(db, after),
    findTokenResult: (merchantId, resultKey) => findTokenResult(db, merchantId, resultKey),
    listSettled: (merchantId, date, after, limit) => listSettled(db, merchantId, date, after, limit),
    ...sessionViewOf(db),
    ...caughtWebhookViewOf(db),
    ...requestLogViewOf(db),
    ...batchViewOf(db),
    ...crnLookupViewOf(db),
  };
}
