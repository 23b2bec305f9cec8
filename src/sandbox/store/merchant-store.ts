/** The part of the store that sets up merchants and API users, and empties what they left. */
import type { Merchant, Permission } from '../merchant.js';
import type { HashedSeed } from './seed.js';

/** An API user as the operator sees it. */
export interface ListedUser {
  readonly username: string;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
}

/** An API user to be kept. */
export interface HashedUser extends ListedUser {
  readonly passwordSalt: string;
  readonly passwordHash: string;
}

/** Reads for the operator, over all merchants. */
export interface MerchantView {
  /** In the order of their creation. */
  listMerchants(): Promise<readonly Merchant[]>;
  findMerchantByNumber(number: string): Promise<Merchant | undefined>;
  listUsers(merchantId: number): Promise<readonly ListedUser[]>;
}

/** Writes, within a unit of work. */
export interface MerchantUnit {
  /** One that is there already stays as it is. */
  addMerchants(seeds: readonly HashedSeed[]): Promise<void>;
  /** Replaces all but the number and the users. */
  saveMerchant(merchant: Merchant): Promise<void>;
  /** Adds a user, or replaces the one of that name. */
  saveUser(merchantId: number, user: HashedUser): Promise<void>;
  /** Changes a user's permissions and state, not the password; false when there is none of that name. */
  changeUser(merchantId: number, user: ListedUser): Promise<boolean>;
  /** False when there is none of that name. */
  removeUser(merchantId: number, username: string): Promise<boolean>;
  /** Deletes all that a merchant's calls have left; the merchant, its users and the numbering stay. */
  clearMerchant(merchantId: number): Promise<void>;
}
