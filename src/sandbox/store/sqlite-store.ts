/** The store on SQLite: one connection writes in groups, a second one reads what is committed. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { MerchantSeed } from '../merchant.js';
import { hashPassword } from '../password.js';
import { addAuthKey, claimAuthKey, expireAuthKeys, findAuthKey, findResultKey } from './auth-key-table.js';
import { GroupCommit } from './group-commit.js';
import {
  changeUser,
  clearMerchant,
  findMerchantByNumber,
  listMerchants,
  listUsers,
  removeUser,
  saveMerchant,
  saveUser,
} from './merchant-setup-table.js';
import { findCaller, findMerchant } from './merchant-table.js';
import { migrate, readFacts, saveClockOffset } from './migrate.js';
import type { Schema } from './schema.js';
import { addMerchants, missingMerchants } from './seed.js';
import type { Store, StoreUnit, StoreView } from './store.js';
import { addTokenKey, claimTokenKey, expireTokenKeys, findTokenKey, findTokenResult } from './token-key-table.js';
import { addToken, deleteToken, findToken, nextTokenSerial, searchTokens, updateToken } from './token-table.js';
import { addTransaction, findTransaction, nextTxnNumber, readLedger, searchTransactions } from './transaction-table.js';
import {
  addWebhook,
  claimWebhook,
  endAttempt,
  findWebhook,
  listAttempts,
  nextWebhookDue,
  nextWebhookId,
  resendWebhook,
  searchWebhooks,
} from './webhook-table.js';

/** How long a process waits for another one that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** What each connection is set to before anything else. */
const SETTINGS = [
  `pragma busy_timeout = ${BUSY_TIMEOUT_MS}`,
  'pragma journal_mode = wal',
  // A commit is on the disk when it is acknowledged, also when the power fails.
  'pragma synchronous = full',
  // What is deleted or overwritten is gone from the file, not only from the tables.
  'pragma secure_delete = on',
  'pragma foreign_keys = on',
  'pragma temp_store = memory',
];

/** The connections of a store. */
export interface SqliteConnections {
  readonly writer: Kysely<Schema>;
  /** Absent for a database in memory, which only its own connection sees: then reads wait for the group as well. */
  readonly reader?: Kysely<Schema>;
  /** Runs a callback at the end of the turn of the event loop. */
  readonly defer: (run: () => void) => void;
}

async function configure(db: Kysely<Schema>): Promise<void> {
  for (const setting of SETTINGS) await db.executeQuery(CompiledQuery.raw(setting));
}

async function inTransaction<T>(db: Kysely<Schema>, work: () => Promise<T>): Promise<T> {
  await db.executeQuery(CompiledQuery.raw('begin immediate'));
  try {
    const value = await work();
    await db.executeQuery(CompiledQuery.raw('commit'));
    return value;
  } catch (error) {
    await db.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
    throw error;
  }
}

function viewOf(db: Kysely<Schema>): StoreView {
  return {
    findCaller: (merchantNumber, username) => findCaller(db, merchantNumber, username),
    findMerchant: (merchantId) => findMerchant(db, merchantId),
    findTransaction: (merchantId, txnNumber) => findTransaction(db, merchantId, txnNumber),
    searchTransactions: (merchantId, query) => searchTransactions(db, merchantId, query),
    findAuthKey: (authKey) => findAuthKey(db, authKey),
    async findResult(merchantId, resultKey) {
      const found = await findResultKey(db, merchantId, resultKey);
      const transaction = found && (await findTransaction(db, merchantId, found.txnNumber));
      return transaction && { transaction, expiresAt: found.expiresAt };
    },
    readLedger: (merchantId, txnNumber) => readLedger(db, merchantId, txnNumber),
    findToken: (merchantId, dvToken) => findToken(db, merchantId, dvToken),
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
  };
}

function unitOf(db: Kysely<Schema>): StoreUnit {
  return {
    ...viewOf(db),
    nextTxnNumber: () => nextTxnNumber(db),
    addTransaction: (transaction) => addTransaction(db, transaction),
    addAuthKey: (key) => addAuthKey(db, key),
    claimAuthKey: (claim) => claimAuthKey(db, claim),
    expireAuthKeys: async (now) => (await expireAuthKeys(db, now)) + (await expireTokenKeys(db, now)),
    // SQLite has one writer at a time: what a unit reads, nobody changes before it ends.
    lockTransaction: (merchantId, txnNumber) => findTransaction(db, merchantId, txnNumber),
    nextTokenSerial: () => nextTokenSerial(db),
    addToken: (token, serial) => addToken(db, token, serial),
    lockToken: (merchantId, dvToken) => findToken(db, merchantId, dvToken),
    updateToken: (token) => updateToken(db, token),
    deleteToken: (merchantId, dvToken, deletedAt) => deleteToken(db, merchantId, dvToken, deletedAt),
    addTokenKey: (key) => addTokenKey(db, key),
    addMerchants: (seeds) => addMerchants(db, seeds),
    saveMerchant: (merchant) => saveMerchant(db, merchant),
    saveUser: (merchantId, user) => saveUser(db, merchantId, user),
    changeUser: (merchantId, user) => changeUser(db, merchantId, user),
    removeUser: (merchantId, username) => removeUser(db, merchantId, username),
    clearMerchant: (merchantId) => clearMerchant(db, merchantId),
    resendWebhook: (id, now) => resendWebhook(db, id, now),
    nextWebhookId: () => nextWebhookId(db),
    addWebhook: (webhook) => addWebhook(db, webhook),
    claimWebhook: (claim) => claimWebhook(db, claim),
    endAttempt: (end) => endAttempt(db, end),
    claimTokenKey: (claim) => claimTokenKey(db, claim),
    saveClockOffset: (milliseconds) => saveClockOffset(db, milliseconds),
  };
}

/**
 * Prepares the database (settings, tables, first merchants) and makes the store.
 *
 * @throws DatabaseRefused when the database is not one of this version
 */
export async function createSqliteStore(
  { writer, reader, defer }: SqliteConnections,
  seeds: readonly MerchantSeed[],
): Promise<Store> {
  await configure(writer);
  await inTransaction(writer, () => migrate(writer));
  const missing = await missingMerchants(writer, seeds);
  const hashed = await Promise.all(
    missing.map(async (seed) => ({
      ...seed,
      users: await Promise.all(seed.users.map(async (user) => ({ ...user, ...(await hashPassword(user.password)) }))),
    })),
  );
  if (hashed.length > 0) await inTransaction(writer, () => addMerchants(writer, hashed));
  const facts = await readFacts(writer);
  if (reader) await configure(reader);

  const group = new GroupCommit(writer, defer);
  const unit = unitOf(writer);
  const view = viewOf(reader ?? writer);
  return {
    ...facts,
    read: reader ? (work) => work(view) : (work) => group.run(() => work(view)),
    write: (work) => group.run(() => work(unit)),
    async close() {
      await group.settled();
      await reader?.destroy();
      // The driver leaves the log behind; emptied, the one file is the whole database and can be copied.
      await writer.executeQuery(CompiledQuery.raw('pragma wal_checkpoint(truncate)'));
      await writer.destroy();
    },
  };
}
