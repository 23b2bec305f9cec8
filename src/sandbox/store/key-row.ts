/** Keys of both kinds as rows. */
import type { StoredKey } from '../auth-key.js';
import { pick } from './prepared.js';
import type { KeyTable } from './schema.js';

const NEW_KEY = [
  'auth_key',
  'merchant_id',
  'terms',
  'redirection_url',
  'web_hook_url',
  'created_at',
  'expires_at',
] as const;

/** The columns of a new key. */
export type NewKeyRow = Pick<KeyTable, (typeof NEW_KEY)[number]>;

/** For a prepared insert. */
export const newKeyValues = (row: NewKeyRow): NewKeyRow => pick(row, NEW_KEY);

export function toKeyRow(key: StoredKey<unknown>): NewKeyRow {
  return {
    auth_key: key.authKey,
    merchant_id: key.merchantId,
    terms: JSON.stringify(key.terms),
    redirection_url: key.redirectionUrl,
    web_hook_url: key.webHookUrl,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  };
}

export function toKey<Terms>(row: KeyTable): StoredKey<Terms> {
  return {
    authKey: row.auth_key,
    merchantId: row.merchant_id,
    terms: JSON.parse(row.terms) as Terms,
    redirectionUrl: row.redirection_url,
    webHookUrl: row.web_hook_url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}
