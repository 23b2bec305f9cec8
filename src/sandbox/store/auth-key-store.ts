/** AuthKeys and their ResultKeys in the store. */
import type { AuthKey } from '../auth-key.js';
import type { Transaction } from '../transaction.js';
import type { KeyClaim } from './key-table.js';

export interface StoredResult {
  readonly transaction: Transaction;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Read methods. */
export interface AuthKeyView {
  /** The key itself is the credential, so no merchant is given. */
  findAuthKey(authKey: string): Promise<AuthKey | undefined>;
  findResult(merchantId: number, resultKey: string): Promise<StoredResult | undefined>;
}

/** Values that mark a key as used. */
export type AuthKeyClaim = KeyClaim & { readonly txnNumber: number };

/** Write methods within a unit of work. */
export interface AuthKeyUnit {
  addAuthKey(key: AuthKey): Promise<void>;
  /** Marks a live key as used; false for any other key. The only way to use a key. */
  claimAuthKey(claim: AuthKeyClaim): Promise<boolean>;
  /** Expires all unused keys, also those of tokens, or those of one merchant. Returns their number. */
  expireAuthKeys(now: number, merchantId?: number): Promise<number>;
}
