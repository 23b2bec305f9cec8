/**
 * What the operations know of the database. Nothing else in the sandbox sees SQL, so that the same operations run on
 * SQLite and on PostgreSQL.
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
import type { SettlementView } from './settlement-store.js';
import type { TokenUnit, TokenView } from './token-store.js';
import type { TransactionQuery } from './transaction-query.js';
import type { WebhookUnit, WebhookView } from './webhook-store.js';

/** An API user as it is stored, to be checked against a password. */
export interface StoredCaller extends Caller {
  /** False for a user that was switched off. */
  readonly isActive: boolean;
  /** Hexadecimal. */
  readonly passwordSalt: string;
  /** Hexadecimal. */
  readonly passwordHash: string;
}

/** Reads that see committed data only. Every look-up of a merchant's object names the merchant. */
export interface StoreView
  extends ChallengeView, MerchantView, TokenView, WebhookView, BatchView, CrnLookupView, SettlementView {
  findCaller(merchantNumber: string, username: string): Promise<StoredCaller | undefined>;
  findMerchant(merchantId: number): Promise<Merchant | undefined>;
  findTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
  /** What its request said of customer, order and screening; undefined when nothing. */
  findRequestObjects(merchantId: number, txnNumber: number): Promise<RequestObjects | undefined>;
  /** Newest first, unless the query says otherwise. */
  searchTransactions(merchantId: number, query: TransactionQuery): Promise<readonly Transaction[]>;
  /** The key itself is the credential, so there is no merchant to name. */
  findAuthKey(authKey: string): Promise<AuthKey | undefined>;
  /** What was typed into the service's frame under a key of either kind, and waits to be processed. */
  findFrameEntry(authKey: string): Promise<FrameEntry | undefined>;
  findResult(merchantId: number, resultKey: string): Promise<StoredResult | undefined>;
  /** What has happened to a transaction since. To decide by it, read it in the unit that locks the transaction. */
  readLedger(merchantId: number, txnNumber: number): Promise<Ledger>;
}

/** What a ResultKey leads to. */
export interface StoredResult {
  readonly transaction: Transaction;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How a key is marked as used: all of it together, once. */
export interface AuthKeyClaim {
  readonly authKey: string;
  readonly usedAt: number;
  readonly txnNumber: number;
  readonly resultKey: string;
  readonly resultExpiresAt: number;
}

/**
 * One atomic unit of work, as if it were alone. Nothing but the unit itself may be awaited in it: others wait behind. The
 * work can be called again when the database broke the unit off, so it keeps nothing outside but what it answers.
 */
export interface StoreUnit
  extends StoreView, ChallengeUnit, MerchantUnit, TokenUnit, WebhookUnit, BatchUnit, CrnLookupUnit {
  nextTxnNumber(): Promise<number>;
  addTransaction(transaction: Transaction): Promise<void>;
  addAuthKey(key: AuthKey): Promise<void>;
  /** Keeps an entry in place of the one before. Using the key drops it; `now` drops those of dead keys. */
  keepFrameEntry(entry: FrameEntry, now: number): Promise<void>;
  /** Marks an unused, unexpired key as used; false when it was neither. The only way to use a key. */
  claimAuthKey(claim: AuthKeyClaim): Promise<boolean>;
  /** Ends the life of all unused keys; answers how many. */
  expireAuthKeys(now: number): Promise<number>;
  /** A transaction to act on. Until the unit ends nobody else can act on it. */
  lockTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
  /** Remembers how far the clock was moved, so that a restart does not turn it back. */
  saveClockOffset(milliseconds: number): Promise<void>;
}

/** The sandbox's memory. */
export interface Store {
  /** Key of the card fingerprints, hexadecimal, made when the database was. */
  readonly fingerprintKey: string;
  /** How far the clock had been moved ahead when the store was opened, in milliseconds. */
  readonly clockOffset: number;
  read<T>(work: (view: StoreView) => Promise<T>): Promise<T>;
  /** Runs a unit; resolves when it is on the disk, rejects with what the work threw when nothing of it is. */
  write<T>(work: (unit: StoreUnit) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
