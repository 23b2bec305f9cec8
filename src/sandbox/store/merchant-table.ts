/** Merchants and their API users. */
import type { Kysely } from 'kysely';
import { DEFAULT_MERCHANT_SETTINGS, type Merchant, type MerchantSettings, type Permission } from '../merchant.js';
import { prepare } from './prepared.js';
import type { Schema } from './schema.js';
import type { StoredCaller } from './store.js';

/** A merchant's row. */
export interface MerchantRow {
  readonly id: number;
  readonly number: string;
  readonly short_name: string;
  readonly name: string;
  readonly default_currency: string;
  readonly currencies: string;
  readonly settings: string;
}

/** From a row to a merchant. */
export function toMerchant(row: MerchantRow): Merchant {
  return {
    id: row.id,
    number: row.number,
    shortName: row.short_name,
    name: row.name,
    defaultCurrency: row.default_currency,
    currencies: JSON.parse(row.currencies) as string[],
    settings: { ...DEFAULT_MERCHANT_SETTINGS, ...(JSON.parse(row.settings) as Partial<MerchantSettings>) },
  };
}

const selectCaller = prepare((db, { number, username }: { number: string; username: string }) =>
  db
    .selectFrom('api_user')
    .innerJoin('merchant', 'merchant.id', 'api_user.merchant_id')
    .selectAll('merchant')
    .select(['api_user.username', 'api_user.password_salt', 'api_user.password_hash', 'api_user.permissions'])
    .select('api_user.is_active')
    .where('merchant.number', '=', number)
    .where('api_user.username', '=', username),
);

/** Finds an API user of a merchant. */
export async function findCaller(
  db: Kysely<Schema>,
  number: string,
  username: string,
): Promise<StoredCaller | undefined> {
  const [row] = (await selectCaller(db, { number, username })).rows;
  if (!row) return undefined;
  return {
    merchant: toMerchant(row),
    username: row.username,
    permissions: JSON.parse(row.permissions) as Permission[],
    isActive: row.is_active === 1,
    passwordSalt: row.password_salt,
    passwordHash: row.password_hash,
  };
}

const selectMerchant = prepare((db, { id }: { id: number }) =>
  db.selectFrom('merchant').selectAll().where('id', '=', id),
);

/** Finds a merchant by the sandbox's own number for it. */
export async function findMerchant(db: Kysely<Schema>, id: number): Promise<Merchant | undefined> {
  const [row] = (await selectMerchant(db, { id })).rows;
  return row && toMerchant(row);
}
