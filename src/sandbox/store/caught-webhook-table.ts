/** Caught webhooks: add, list. */
import type { Kysely } from 'kysely';
import type { CaughtWebhook, CaughtWebhookUnit, CaughtWebhookView } from './caught-webhook-store.js';
import type { Schema } from './schema.js';

/** The read methods. */
export function caughtWebhookViewOf(db: Kysely<Schema>): CaughtWebhookView {
  return {
    async listCaughtWebhooks(merchantId) {
      const rows = await db
        .selectFrom('caughtWebhook')
        .selectAll()
        .where('merchantId', '=', merchantId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, headers: JSON.parse(row.headers) as CaughtWebhook['headers'] }));
    },
  };
}

/** The write methods. */
export function caughtWebhookUnitOf(db: Kysely<Schema>): CaughtWebhookUnit {
  return {
    async addCaughtWebhook(webhook, most) {
      const { merchantId } = webhook;
      const row = { ...webhook, headers: JSON.stringify(webhook.headers) };
      await db.insertInto('caughtWebhook').values(row).execute();
      const tooOld = await db
        .selectFrom('caughtWebhook')
        .select('id')
        .where('merchantId', '=', merchantId)
        .orderBy('id', 'desc')
        .offset(most)
        .limit(1)
        .executeTakeFirst();
      if (!tooOld) return;
      await db.deleteFrom('caughtWebhook').where('merchantId', '=', merchantId).where('id', '<=', tooOld.id).execute();
    },
  };
}
