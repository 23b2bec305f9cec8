/**
 * A token: a stored card or bank account and its number. docs/wire/rest.md section 3, "DVTokenReq", "DVTokenResp",
 * "DVToken".
 */
import type { Source } from '../wire/codes.js';
import type { StoredKey, Version } from './auth-key.js';
import type { BankAccount } from './bank-account.js';
import type { PageTerms } from './page-terms.js';
import type { TokenReferences } from './references.js';
import type { StoredCard } from './transaction.js';

/** The stored card or bank account of a token. */
export type Instrument =
  | { readonly card: StoredCard; readonly bankAccount: null }
  | { readonly card: null; readonly bankAccount: BankAccount };

export type Token = TokenReferences &
  Instrument & {
    /** 16 digits that start with 599999. */
    readonly dvToken: string;
    /** Order of creation across all merchants. It stands for the number where that must not be. */
    readonly serial: number;
    readonly merchantId: number;
    readonly source: Source;
    /** API user; null when unknown. */
    readonly userCreated: string | null;
    readonly userUpdated: string | null;
    /** Milliseconds since 1970, as all times. */
    readonly createdAt: number;
    readonly updatedAt: number;
  };

export type TokenKeyTask = 'add' | 'update';

/** The terms that the server fixed when it created a token key. The browser may give each member that is null. */
export interface TokenKeyTerms extends TokenReferences {
  readonly task: TokenKeyTask;
  /** The token to update; null for a new one. */
  readonly dvToken: string | null;
  /** API user who created the key, and so the token. */
  readonly username: string;
  /** API version of the request for the key; the webhook has the same version. */
  readonly version: Version;
  /** Absent when the request for the key had no page parameters. */
  readonly page?: PageTerms;
  /** The only IP address that may open the key's page; absent for any. Set by SOAP's CreateSession. */
  readonly ipAddress?: string;
}

/** An AuthKey for a token (D7, D8): one browser can add or update one token with it. */
export type TokenKey = StoredKey<TokenKeyTerms>;
