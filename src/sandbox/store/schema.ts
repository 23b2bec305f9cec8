/**
 * The tables (tables.ts) by the names of the code: with Kysely's `CamelCasePlugin`, the column
 * `merchant_id` is `merchantId` here. Booleans are 0 and 1, times are milliseconds since 1970, lists and records are JSON
 * text: the same on SQLite and PostgreSQL. No column can contain a card number or a CVN.
 */

import type { Generated } from 'kysely';
import type { CvnResultCode } from '../../wire/codes.js';
import type { StoredKey } from '../auth-key.js';
import type { BankAccountEntry } from '../bank-account.js';
import type { Batch, BatchSlice } from '../batch/batch.js';
import type { Challenge } from '../challenge.js';
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';
import type { FrameEntry, FrameNumber } from '../frame-entry.js';
import type { Merchant } from '../merchant.js';
import type { Token } from '../token.js';
import type { StoredCard, Transaction } from '../transaction.js';
import type { Webhook, WebhookAttempt } from '../webhooks/webhook.js';
import type { CaughtWebhook } from './caught-webhook-store.js';
import type { KeyedCall } from './keyed-call-store.js';
import type { HashedUser } from './merchant-store.js';
import type { LoggedCall } from './request-log-store.js';
import type { Session } from './session-store.js';

/** A record whose members `J` are JSON text. */
type WithJson<T, J extends keyof T> = { [K in keyof T]: K extends J ? string | Extract<T[K], null> : T[K] };

/** An auto-increment primary key. */
interface Counted {
  id: Generated<number>;
}

/** A merchant. Absent members of its settings have the defaults of merchant.ts. */
export type MerchantTable = Counted &
  WithJson<Omit<Merchant, 'id' | 'settings'>, 'currencies'> & { settings: Generated<string> };

type ApiUserTable = WithJson<Omit<HashedUser, 'isActive' | 'emailAddress'>, 'permissions'> & {
  merchantId: number;
  isActive: Generated<number>;
  emailAddress: Generated<string | null>;
};

export interface CardColumns {
  cardId: StoredCard['cardId'];
  cardType: StoredCard['type'];
  cardMasked: StoredCard['masked'];
  cardHolderName: StoredCard['holderName'];
  cardExpiry: StoredCard['expiry'];
  cardFingerprint: StoredCard['fingerprint'];
}

type TxnFlag = 'isTest' | 'storeCard' | 'cvnPresent';
type TxnJson = 'bankAccount' | 'statementDescriptor' | 'extras' | 'requestObjects';

/** A transaction. `originalTxnNumber` is from the request, in canonical digits; the original need not exist. */
export type TxnTable = CardColumns &
  Omit<Transaction, 'merchantNumber' | 'card' | TxnFlag | TxnJson> &
  Record<TxnFlag, number> &
  Record<TxnJson, string | null>;

/** The columns that both kinds of keys have. A used key has all of the last three and the column of its result. */
export type KeyTable = WithJson<Omit<StoredKey<object>, 'usedAt'>, 'terms'> & {
  usedAt: number | null;
  resultKey: string | null;
  resultExpiresAt: number | null;
};

/** Either the card columns or the account columns are null. */
export type TokenTable = CardColumns &
  BankAccountEntry &
  Omit<Token, 'card' | 'bankAccount'> & { deletedAt: number | null };

/** A frame's input. `numberIs` is null for a bank account. */
export type FrameEntryTable = BankAccountEntry &
  Pick<FrameEntry, 'authKey' | 'merchantId' | 'expiresAt'> & {
    numberIs: FrameNumber['is'] | null;
    cardId: string | null;
    holderName: string | null;
    expiry: string | null;
    cvnResult: CvnResultCode | null;
    acceptsTerms: number;
  };

/** A webhook and its lease, by the machine's clock. */
export type WebhookTable = Webhook & { leaseOwner: string | null; leaseUntil: number };

/** A batch and the end of its upload's lease, by the machine's clock. */
export type BatchTable = Batch & { leaseUntil: number };

/** A challenge. No member of the order is a card digit. */
export type ChallengeTable = Omit<Challenge, 'order' | 'end'> & { waitingOrder: string; endedAs: Challenge['end'] };

/** Table types for Kysely. */
export interface Schema {
  /** Constants of the database itself. */
  meta: { name: string; value: string };
  /** Ascending numbers. */
  counter: { name: string; value: number };
  merchant: MerchantTable;
  apiUser: ApiUserTable;
  session: Session;
  keyedCall: Counted & KeyedCall;
  caughtWebhook: Counted & WithJson<Omit<CaughtWebhook, 'id'>, 'headers'>;
  /** `storedAt` is by the machine's clock. */
  apiCall: Counted & LoggedCall & { storedAt: number };
  txn: TxnTable;
  authKey: KeyTable & { txnNumber: number | null };
  token: TokenTable;
  tokenKey: KeyTable & { dvToken: string | null };
  frameEntry: FrameEntryTable;
  webhook: WebhookTable;
  challenge: ChallengeTable;
  webhookAttempt: WebhookAttempt & { webhookId: number };
  batch: BatchTable;
  /** `results` is null until the slice has run. */
  batchSlice: WithJson<BatchSlice, 'records' | 'results'> & { merchantId: number };
  crnLookupFile: LookupFile;
  crnLookup: LookupEntry & { fileId: number; number: number; merchantId: number };
}
