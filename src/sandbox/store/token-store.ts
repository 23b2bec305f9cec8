/** The part of the store that is about tokens. */
import type { Token, TokenKey } from '../token.js';
import type { TokenQuery } from './token-query.js';

/** What a ResultKey of a token's key leads to. */
export interface StoredTokenResult {
  readonly token: Token;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Reads. A deleted token is found by none of them. */
export interface TokenView {
  findToken(merchantId: number, dvToken: string): Promise<Token | undefined>;
  /** Newest first, unless the query says otherwise. */
  searchTokens(merchantId: number, query: TokenQuery): Promise<readonly Token[]>;
  findTokenKey(authKey: string): Promise<TokenKey | undefined>;
  findTokenResult(merchantId: number, resultKey: string): Promise<StoredTokenResult | undefined>;
}

/** How a token's key is marked as used: all of it together, once. */
export interface TokenKeyClaim {
  readonly authKey: string;
  readonly usedAt: number;
  readonly dvToken: string;
  readonly resultKey: string;
  readonly resultExpiresAt: number;
}

/** Writes, within a unit of work. */
export interface TokenUnit {
  /** Grows from token to token, over all merchants. */
  nextTokenSerial(): Promise<number>;
  addToken(token: Token, serial: number): Promise<void>;
  /** A token to use or change. Until the unit ends nobody else can change it. */
  lockToken(merchantId: number, dvToken: string): Promise<Token | undefined>;
  /** Replaces what may change in a locked token. */
  updateToken(token: Token): Promise<void>;
  /** Marks a token as deleted; false when the merchant has none of that number. */
  deleteToken(merchantId: number, dvToken: string, deletedAt: number): Promise<boolean>;
  addTokenKey(key: TokenKey): Promise<void>;
  /** Marks an unused, unexpired key as used; false when it was neither. */
  claimTokenKey(claim: TokenKeyClaim): Promise<boolean>;
}
