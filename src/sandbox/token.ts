/**
 * A stored card or bank account, and the number that stands for it. wire/rest.md section 3, "DVTokenReq", "DVTokenResp",
 * "DVToken".
 */
import type { Source } from '../wire/codes.js';
import type { BankAccount } from './bank-account.js';
import type { PageTerms } from './page-terms.js';
import type { StoredCard } from './transaction.js';

/** What the merchant knows the token's owner by, kept and answered as it came. */
export interface TokenReferences {
  readonly crn1: string | null;
  readonly crn2: string | null;
  readonly crn3: string | null;
  readonly billerCode: string | null;
  readonly emailAddress: string | null;
}

/** What a token stands for: one of the two. */
export type Instrument =
  | { readonly card: StoredCard; readonly bankAccount: null }
  | { readonly card: null; readonly bankAccount: BankAccount };

/** A stored token. */
export type Token = TokenReferences &
  Instrument & {
    /** 16 digits that start with 599999. */
    readonly dvToken: string;
    readonly merchantId: number;
    readonly source: Source;
    /** API user; null when nobody's name is known. */
    readonly userCreated: string | null;
    readonly userUpdated: string | null;
    /** Milliseconds since 1970, as all times. */
    readonly createdAt: number;
    readonly updatedAt: number;
  };

/** What a browser may do with a token's key. */
export type TokenKeyTask = 'add' | 'update';

/** What the server fixed when it made a token's key. A null member is the browser's to give. */
export interface TokenKeyTerms extends TokenReferences {
  readonly task: TokenKeyTask;
  /** The token to update; null for a new one. */
  readonly dvToken: string | null;
  /** API user who made the key: who made the token, too. */
  readonly username: string;
  /** Version of the interface that the key was asked for in; the webhook speaks it. */
  readonly version: 'v2' | 'v3';
  /** Absent for a key that was made without a word about pages. */
  readonly page?: PageTerms;
  /** The one address that may open the key's page; absent when any may. Made by SOAP's CreateSession. */
  readonly ipAddress?: string;
}

/** An AuthKey for a token (D7, D8): lets one browser add or update one token. */
export interface TokenKey {
  readonly authKey: string;
  readonly merchantId: number;
  readonly terms: TokenKeyTerms;
  readonly redirectionUrl: string | null;
  readonly webHookUrl: string | null;
  readonly createdAt: number;
  /** The first instant at which the key is dead. */
  readonly expiresAt: number;
  readonly usedAt: number | null;
}
