/** The initial merchants of a database. */
import type { Kysely } from 'kysely';
import type { MerchantSeed } from '../merchant.js';
import { hashPassword } from '../password.js';
import type { HashedSeed } from './merchant-store.js';
import type { Schema } from './schema.js';

/** Returns the merchants that the database does not have yet. */
export async function missingMerchants(
  db: Kysely<Schema>,
  seeds: readonly MerchantSeed[],
): Promise<readonly MerchantSeed[]> {
  const known = new Set((await db.selectFrom('merchant').select('number').execute()).map(({ number }) => number));
  return seeds.filter(({ number }) => !known.has(number));
}

/** Hashes the passwords. This is slow on purpose, so it runs outside of units of work. */
export function hashSeeds(seeds: readonly MerchantSeed[]): Promise<readonly HashedSeed[]> {
  return Promise.all(
    seeds.map(async ({ users, ...seed }) => {
      const hashed = users.map(async ({ password, ...user }) => ({ ...user, ...(await hashPassword(password)) }));
      return { ...seed, users: await Promise.all(hashed) };
    }),
  );
}

/** Adds merchants with their users. Existing merchants stay unchanged. */
export async function addMerchants(db: Kysely<Schema>, seeds: readonly HashedSeed[]): Promise<void> {
  for (const seed of seeds) {
    const added = await db
      .insertInto('merchant')
      .values({
        number: seed.number,
        shortName: seed.shortName,
        name: seed.name,
        defaultCurrency: seed.defaultCurrency,
        currencies: JSON.stringify(seed.currencies),
        settings: JSON.stringify(seed.settings ?? {}),
      })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) continue;
    const users = seed.users.map((user) => ({
      merchantId: added.id,
      username: user.username,
      passwordSalt: user.passwordSalt,
      passwordHash: user.passwordHash,
      permissions: JSON.stringify(user.permissions),
    }));
    if (users.length > 0) await db.insertInto('apiUser').values(users).execute();
  }
}
