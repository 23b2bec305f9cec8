/** Merchants and their API users. */
import { sql, type Kysely, type Selectable } from 'kysely';
import { DEFAULT_MERCHANT_SETTINGS, type Merchant, type MerchantSettings, type Permission } from '../merchant.js';
import { prepare } from './prepared.js';
import type { MerchantTable, Schema } from './schema.js';
import type { StoredCaller } from './store.js';

export function toMerchant(row: Selectable<MerchantTable>): Merchant {
  const { id, number, shortName, name, defaultCurrency } = row;
  const settings = { ...DEFAULT_MERCHANT_SETTINGS, ...(JSON.parse(row.settings) as Partial<MerchantSettings>) };
  return { id, number, shortName, name, defaultCurrency, currencies: JSON.parse(row.currencies) as string[], settings };
}

const MERCHANT_COLUMNS = [
  'merchant.id',
  'merchant.number',
  'merchant.shortName',
  'merchant.name',
  'merchant.defaultCurrency',
  'merchant.currencies',
  'merchant.settings',
] as const;

const CALLER_COLUMNS = [
  ...MERCHANT_COLUMNS,
  'apiUser.username',
  'apiUser.passwordSalt',
  'apiUser.passwordHash',
  'apiUser.permissions',
  'apiUser.isActive',
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
    .selectFrom('apiUser')
    .innerJoin('merchant', 'merchant.id', 'apiUser.merchantId')
    .where('merchant.number', '=', number)
    .where('apiUser.username', '=', username)
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
    isActive: row.isActive === 1,
    passwordSalt: row.passwordSalt,
    passwordHash: row.passwordHash,
  };
  if (knownCallers.size >= KNOWN_CALLERS) knownCallers.delete(knownCallers.keys().next().value ?? '');
  knownCallers.set(row.whole, caller);
  return caller;
}

const selectMerchant = prepare((db, { id }: { id: number }) =>
  db.selectFrom('merchant').select(MERCHANT_COLUMNS).where('id', '=', id),
);

/** Finds a merchant by its internal id. */
export async function findMerchant(db: Kysely<Schema>, id: number): Promise<Merchant | undefined> {
  const [row] = (await selectMerchant(db, { id })).rows;
  return row && toMerchant(row);
}
