/** AuthKeys and their ResultKeys. */
import type { Kysely } from 'kysely';
import type { AuthKeyTerms } from '../auth-key.js';
import type { AuthKeyUnit, AuthKeyView } from './auth-key-store.js';
import { createKeyTable } from './key-table.js';
import type { Schema } from './schema.js';
import { TOKEN_KEYS } from './token-key-table.js';
import { findTransaction } from './transaction-table.js';

const KEYS = createKeyTable<AuthKeyTerms, 'txnNumber'>('txnNumber');

/** Read methods on a connection. */
export function authKeyViewOf(db: Kysely<Schema>): AuthKeyView {
  return {
    findAuthKey: (authKey) => KEYS.find(db, authKey),
    async findResult(merchantId, resultKey) {
      const found = await KEYS.findResult(db, merchantId, resultKey);
      const transaction = found && (await findTransaction(db, merchantId, found.made));
      return transaction && { transaction, expiresAt: found.expiresAt };
    },
  };
}

/** Write methods within a unit. */
export function authKeyUnitOf(db: Kysely<Schema>): AuthKeyUnit {
  return {
    addAuthKey: (key) => KEYS.add(db, key),
    claimAuthKey: (claim) => KEYS.claim(db, claim),
    expireAuthKeys: async (now, merchantId) =>
      (await KEYS.expire(db, now, merchantId)) + (await TOKEN_KEYS.expire(db, now, merchantId)),
  };
}
