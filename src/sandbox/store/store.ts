/**
 * The store interface of the operations. No other folder contains SQL, so the same operations run on SQLite and
 * PostgreSQL.
 */
import type { AuthKey } from '../auth-key.js';
import type { FrameEntry } from '../frame-entry.js';
import type { Caller, Merchant } from '../merchant.js';
import type { RequestObjects } from '../request-objects.js';
import type { Ledger, Transaction } from '../transaction.js';
import type { BatchUnit, BatchView } from './batch-store.js';
import type { CrnLookupUnit, CrnLookupView } from './crn-lookup-store.js';
import type { ChallengeUnit, ChallengeView } from './challenge-store.js';
import type { MerchantUnit, MerchantView } from './merchant-store.js';
import type { CaughtWebhookUnit, CaughtWebhookView } from './caught-webhook-store.js';
import type { RequestLogUnit, RequestLogView } from './request-log-store.js';
import type { SessionUnit, SessionView } from './session-store.js';
import type { TokenUnit, TokenView } from './token-store.js';
import type { TransactionQuery, TransactionSum } from './transaction-query.js';
import type { WebhookUnit, WebhookView } from './webhook-store.js';

/** A stored API user with its password hash. */
export interface StoredCaller extends Caller {
  /** False for a deactivated user. */
  readonly isActive: boolean;
  /** Hexadecimal. */
  readonly passwordSalt: string;
  /** Hexadecimal. */
  readonly passwordHash: string;
}

/** Read methods, which see committed data only. Every look-up of a merchant's object names the merchant. */
export interface StoreView
  extends
    ChallengeView,
    MerchantView,
    TokenView,
    WebhookView,
    BatchView,
    CrnLookupView,
    CaughtWebhookView,
    RequestLogView,
    SessionView {
  findCaller(merchantNumber: string, username: string): Promise<StoredCaller | undefined>;
  findMerchant(merchantId: number): Promise<Merchant | undefined>;
  findTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
  /** Request objects (customer, order, screening) of a transaction; undefined when there are none. */
  findRequestObjects(merchantId: number, txnNumber: number): Promise<RequestObjects | undefined>;
  /** Newest first by default. */
  searchTransactions(merchantId: number, query: TransactionQuery): Promise<readonly Transaction[]>;
  /** Number of transactions that a search finds without its limit. */
  countTransactions(merchantId: number, query: TransactionQuery): Promise<number>;
  /** Counts and adds up the transactions of a period. The end is exclusive. */
  sumTransactions(merchantId: number, from: number, before: number): Promise<readonly TransactionSum[]>;
  /** Highest transaction number of a merchant; 0 without transactions. */
  latestTxnNumber(merchantId: number): Promise<number>;
  /** Refunds, captures and reversals that name a transaction, approved or not, in the order of their numbers. */
  listFollowUps(merchantId: number, txnNumber: number): Promise<readonly Transaction[]>;
  /** The key itself is the credential, so no merchant is given. */
  findAuthKey(authKey: string): Promise<AuthKey | undefined>;
  /** The stored input of the service's frame for a key of either kind. */
  findFrameEntry(authKey: string): Promise<FrameEntry | undefined>;
  /** Approved transactions of a SettlementDate in the order of their numbers, after the given number. */
  listSettled(
    merchantId: number,
    settlementDate: string,
    after: number,
    limit: number,
  ): Promise<readonly Transaction[]>;
  findResult(merchantId: number, resultKey: string): Promise<StoredResult | undefined>;
  /** Follow-ups of a transaction. To decide by them, read them in the unit that locks the transaction. */
  readLedger(merchantId: number, txnNumber: number): Promise<Ledger>;
}

/** Result of a ResultKey. */
export interface StoredResult {
  readonly transaction: Transaction;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Values that mark a key as used, all at once. */
export interface AuthKeyClaim {
  readonly authKey: string;
  readonly usedAt: number;
  readonly txnNumber: number;
  readonly resultKey: string;
  readonly resultExpiresAt: number;
}

/**
 * One atomic, isolated unit of work. It may await nothing except its own methods, because other units wait for it. It
 * can run again after a rollback by the database, so its only effect outside must be its result.
 */
export interface StoreUnit
  extends
    StoreView,
    ChallengeUnit,
    MerchantUnit,
    TokenUnit,
    WebhookUnit,
    BatchUnit,
    CrnLookupUnit,
    CaughtWebhookUnit,
    RequestLogUnit,
    SessionUnit {
  nextTxnNumber(): Promise<number>;
  addTransaction(transaction: Transaction): Promise<void>;
  addAuthKey(key: AuthKey): Promise<void>;
  /** Replaces the input of a key. Using the key deletes it, and `now` deletes the inputs of expired keys. */
  saveFrameEntry(entry: FrameEntry, now: number): Promise<void>;
  /** Marks a live key as used; false for any other key. The only way to use a key. */
  claimAuthKey(claim: AuthKeyClaim): Promise<boolean>;
  /** Expires all unused keys. Returns their number. */
  expireAuthKeys(now: number): Promise<number>;
  /** Finds a transaction and locks it until the unit ends. */
  lockTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
  /** Stores the clock's offset, so that a restart does not turn the clock back. */
  saveClockOffset(milliseconds: number): Promise<void>;
}

/** The database of a sandbox. */
export interface Store {
  /** Key of the card fingerprints, hexadecimal, created with the database. */
  readonly fingerprintKey: string;
  /** Stored offset of the clock when the store was opened, in milliseconds. */
  readonly clockOffset: number;
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>;
  /** Runs a unit. Resolves when it is on the disk; rejects with the work's error after a rollback. */
  write<T>(work: (unit: StoreUnit) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
