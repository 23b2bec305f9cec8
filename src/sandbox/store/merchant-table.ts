/** Merchants and their API users. */
import { sql, type Kysely } from 'kysely';
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

/** Converts a row to a merchant. */
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

const CALLER_COLUMNS = [
  'merchant.id',
  'merchant.number',
  'merchant.short_name',
  'merchant.name',
  'merchant.default_currency',
  'merchant.currencies',
  'merchant.settings',
  'api_user.username',
  'api_user.password_salt',
  'api_user.password_hash',
  'api_user.permissions',
  'api_user.is_active',
] as const;

/** All columns of a caller as one string, each with its length, so that equal strings mean equal columns. */
const WHOLE = sql<string>`${sql.join(
  CALLER_COLUMNS.map((column) => {
    const text = sql`cast(${sql.ref(column)} as text)`;
    return sql`cast(length(${text}) as text) || ':' || ${text}`;
  }),
  sql` || `,
)}`.as('whole');

interface CallerName {
  readonly number: string;
  readonly username: string;
}

function selectFromCallers(db: Kysely<Schema>, { number, username }: CallerName) {
  return db
    .selectFrom('api_user')
    .innerJoin('merchant', 'merchant.id', 'api_user.merchant_id')
    .where('merchant.number', '=', number)
    .where('api_user.username', '=', username)
    .select(WHOLE);
}

const selectWhole = prepare((db, name: { number: string; username: string }) => selectFromCallers(db, name));
const selectCaller = prepare((db, name: { number: string; username: string }) =>
  selectFromCallers(db, name).select(CALLER_COLUMNS),
);

/** Parsed callers by that string. Every call reads its caller; one cached string takes a third of the time. */
const knownCallers = new Map<string, StoredCaller>();
/** Maximum size of the cache. Further callers are parsed each time. */
const KNOWN_CALLERS = 500;

/** Finds an API user of a merchant. */
export async function findCaller(
  db: Kysely<Schema>,
  number: string,
  username: string,
): Promise<StoredCaller | undefined> {
  const [found] = (await selectWhole(db, { number, username })).rows;
  if (!found) return undefined;
  return knownCallers.get(found.whole) ?? readCaller(db, number, username);
}

async function readCaller(db: Kysely<Schema>, number: string, username: string): Promise<StoredCaller | undefined> {
  const [row] = (await selectCaller(db, { number, username })).rows;
  if (!row) return undefined;
  const caller = {
    merchant: toMerchant(row),
    username: row.username,
    permissions: JSON.parse(row.permissions) as Permission[],
    isActive: row.is_active === 1,
    passwordSalt: row.password_salt,
    passwordHash: row.password_hash,
  };
  if (knownCallers.size >= KNOWN_CALLERS) knownCallers.delete(knownCallers.keys().next().value ?? '');
  knownCallers.set(row.whole, caller);
  return caller;
}

const selectMerchant = prepare((db, { id }: { id: number }) =>
  db.selectFrom('merchant').selectAll().where('id', '=', id),
);

/** Finds a merchant by its internal id. */
export async function findMerchant(db: Kysely<Schema>, id: number): Promise<Merchant | undefined> {
  const [row] = (await selectMerchant(db, { id })).rows;
  return row && toMerchant(row);
}
