/**
 * The store interface of the operations. No other folder contains SQL, so the same operations run on SQLite and
 * PostgreSQL.
 */
import type { FrameEntry } from '../frame-entry.js';
import type { Caller, Merchant } from '../merchant.js';
import type { AuthKeyUnit, AuthKeyView } from './auth-key-store.js';
import type { BatchUnit, BatchView } from './batch-store.js';
import type { CrnLookupUnit, CrnLookupView } from './crn-lookup-store.js';
import type { ChallengeUnit, ChallengeView } from './challenge-store.js';
import type { MerchantUnit, MerchantView } from './merchant-store.js';
import type { KeyedCallUnit, KeyedCallView } from './keyed-call-store.js';
import type { CaughtWebhookUnit, CaughtWebhookView } from './caught-webhook-store.js';
import type { SessionUnit, SessionView } from './session-store.js';
import type { RequestLogUnit, RequestLogView } from './request-log-store.js';
import type { TokenKeyUnit, TokenKeyView, TokenUnit, TokenView } from './token-store.js';
import type { TransactionUnit, TransactionView } from './transaction-store.js';
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
    TransactionView,
    AuthKeyView,
    ChallengeView,
    MerchantView,
    TokenView,
    TokenKeyView,
    WebhookView,
    BatchView,
    CrnLookupView,
    SessionView,
    CaughtWebhookView,
    KeyedCallView,
    RequestLogView {
  findCaller(merchantNumber: string, username: string): Promise<StoredCaller | undefined>;
  findMerchant(merchantId: number): Promise<Merchant | undefined>;
  /** The stored input of the service's frame for a key of either kind. */
  findFrameEntry(authKey: string): Promise<FrameEntry | undefined>;
}

/**
 * One atomic, isolated unit of work. It may await nothing except its own methods, because other units wait for it. It
 * can run again after a rollback by the database, so its only effect outside must be its result.
 */
export interface StoreUnit
  extends
    StoreView,
    TransactionUnit,
    AuthKeyUnit,
    ChallengeUnit,
    MerchantUnit,
    TokenUnit,
    TokenKeyUnit,
    WebhookUnit,
    BatchUnit,
    CrnLookupUnit,
    SessionUnit,
    CaughtWebhookUnit,
    KeyedCallUnit,
    RequestLogUnit {
  /** Replaces the input of a key. Using the key deletes it, and `now` deletes the inputs of expired keys. */
  saveFrameEntry(entry: FrameEntry, now: number): Promise<void>;
  /** Stores the clock's offset, so that a restart does not turn the clock back. */
  saveClockOffset(milliseconds: number): Promise<void>;
  /** Forgets the clock's offset. */
  restartClock(): Promise<void>;
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
