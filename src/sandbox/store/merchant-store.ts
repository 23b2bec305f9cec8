/** Merchants and API users in the store. */
import type { Merchant, MerchantSeed, Permission } from '../merchant.js';

/** An API user without its password. */
export interface ListedUser {
  readonly username: string;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
  /** Null when none was given. */
  readonly emailAddress?: string | null;
}

export interface HashedUser extends ListedUser {
  readonly passwordSalt: string;
  readonly passwordHash: string;
}

export interface HashedSeed extends Omit<MerchantSeed, 'users'> {
  readonly users: readonly Omit<HashedUser, 'isActive' | 'emailAddress'>[];
}

/** Read methods for the operator, across all merchants. */
export interface MerchantView {
  /** Merchants in the order of their creation. */
  listMerchants(): Promise<readonly Merchant[]>;
  findMerchantByNumber(number: string): Promise<Merchant | undefined>;
  listUsers(merchantId: number): Promise<readonly ListedUser[]>;
}

/** Write methods within a unit of work. */
export interface MerchantUnit {
  /** Until the unit ends, no other unit that calls this runs: what it reads of the merchants stays true. */
  lockMerchants(): Promise<void>;
  /** Adds merchants. An existing one stays unchanged. */
  addMerchants(seeds: readonly HashedSeed[]): Promise<void>;
  /** Replaces everything except the number and the users. */
  saveMerchant(merchant: Merchant): Promise<void>;
  /** Adds a user; false when the name is taken. */
  addUser(merchantId: number, user: HashedUser): Promise<boolean>;
  /** Adds or replaces a user. */
  saveUser(merchantId: number, user: HashedUser): Promise<void>;
  /** Changes a user's permissions and state, not the password; false when there is no such user. */
  changeUser(merchantId: number, user: ListedUser): Promise<boolean>;
  /** Deletes a user; false when there is no such user. */
  removeUser(merchantId: number, username: string): Promise<boolean>;
  /** Deletes the data of a merchant's calls. The merchant, its users and the counters stay. */
  clearMerchant(merchantId: number): Promise<void>;
}
