/** Caught webhooks: add, list. */
import type { Kysely } from 'kysely';
import type { CaughtWebhook, CaughtWebhookUnit, CaughtWebhookView } from './caught-webhook-store.js';
import type { Schema } from './schema.js';

/** The read methods. */
export function caughtWebhookViewOf(db: Kysely<Schema>): CaughtWebhookView {
  return {
    async listCaughtWebhooks(merchantId) {
      const rows = await db
        .selectFrom('caught_webhook')
        .selectAll()
        .where('merchant_id', '=', merchantId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        merchantId,
        caughtAt: row.caught_at,
        headers: JSON.parse(row.headers) as CaughtWebhook['headers'],
        body: row.body,
      }));
    },
  };
}

/** The write methods. */
export function caughtWebhookUnitOf(db: Kysely<Schema>): CaughtWebhookUnit {
  return {
    async addCaughtWebhook({ merchantId, caughtAt, headers, body }, most) {
      await db
        .insertInto('caught_webhook')
        .values({ merchant_id: merchantId, caught_at: caughtAt, headers: JSON.stringify(headers), body })
        .execute();
      const tooOld = await db
        .selectFrom('caught_webhook')
        .select('id')
        .where('merchant_id', '=', merchantId)
        .orderBy('id', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      if (!tooOld) return;
      await db
        .deleteFrom('caught_webhook')
        .where('merchant_id', '=', merchantId)
        .where('id', '<=', tooOld.id)
        .execute();
    },
  };
}
