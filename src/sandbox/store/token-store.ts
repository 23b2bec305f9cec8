/** Tokens in the store. */
import type { Token, TokenKey } from '../token.js';
import type { KeyClaim } from './key-table.js';
import type { TokenQuery } from './token-query.js';

/** Result of a token key's ResultKey. */
export interface StoredTokenResult {
  readonly token: Token;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Read methods. They never return deleted tokens. */
export interface TokenView {
  findToken(merchantId: number, dvToken: string): Promise<Token | undefined>;
  findTokenBySerial(merchantId: number, serial: number): Promise<Token | undefined>;
  /** Newest first by default. */
  searchTokens(merchantId: number, query: TokenQuery): Promise<readonly Token[]>;
}

/** Read methods of the keys. */
export interface TokenKeyView {
  findTokenKey(authKey: string): Promise<TokenKey | undefined>;
  findTokenResult(merchantId: number, resultKey: string): Promise<StoredTokenResult | undefined>;
}

/** Values that mark a token key as used. */
export type TokenKeyClaim = KeyClaim & { readonly dvToken: string };

/** Write methods within a unit of work. */
export interface TokenUnit {
  /** Next serial number, ascending across all merchants. */
  nextTokenSerial(): Promise<number>;
  addToken(token: Token): Promise<void>;
  /** Finds a token and locks it until the unit ends. */
  lockToken(merchantId: number, dvToken: string): Promise<Token | undefined>;
  /** Finds a deleted token of the merchant, for a receipt. */
  findDeletedToken(merchantId: number, dvToken: string): Promise<Token | undefined>;
  /** Updates a locked token. */
  updateToken(token: Token): Promise<void>;
  /** Marks a token as deleted; false when the merchant has no such token. */
  deleteToken(merchantId: number, dvToken: string, deletedAt: number): Promise<boolean>;
}

/** Write methods of the keys within a unit of work. */
export interface TokenKeyUnit {
  addTokenKey(key: TokenKey): Promise<void>;
  /** Marks a live key as used; false for any other key. */
  claimTokenKey(claim: TokenKeyClaim): Promise<boolean>;
}
