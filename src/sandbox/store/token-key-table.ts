/** AuthKeys for tokens and their ResultKeys. */
import type { Kysely } from 'kysely';
import type { TokenKeyTerms } from '../token.js';
import { createKeyTable } from './key-table.js';
import type { Schema } from './schema.js';
import type { TokenKeyUnit, TokenKeyView } from './token-store.js';
import { findToken } from './token-table.js';

export const TOKEN_KEYS = createKeyTable<TokenKeyTerms, 'dvToken'>('dvToken');

/** Read methods on a connection. */
export function tokenKeyViewOf(db: Kysely<Schema>): TokenKeyView {
  return {
    findTokenKey: (authKey) => TOKEN_KEYS.find(db, authKey),
    async findTokenResult(merchantId, resultKey) {
      const found = await TOKEN_KEYS.findResult(db, merchantId, resultKey);
      const token = found && (await findToken(db, merchantId, found.made));
      return token && { token, expiresAt: found.expiresAt };
    },
  };
}

/** Write methods within a unit. */
export function tokenKeyUnitOf(db: Kysely<Schema>): TokenKeyUnit {
  return {
    addTokenKey: (key) => TOKEN_KEYS.add(db, key),
    claimTokenKey: (claim) => TOKEN_KEYS.claim(db, claim),
  };
}
