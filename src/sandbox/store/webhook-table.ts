/** The outbox: insert, claim, end of an attempt, search. */
import { sql, type Kysely } from 'kysely';
import type { Webhook } from '../webhooks/webhook.js';
import type { DialectRules } from './dialect-rules.js';
import { pick, prepare, type SqlValues } from './prepared.js';
import type { Schema, WebhookTable } from './schema.js';
import type { WebhookClaim, WebhookUnit, WebhookView } from './webhook-store.js';

/** A webhook without a lease. */
const RELEASED = { leaseOwner: null, leaseUntil: 0 };

function toWebhook({ leaseOwner: _owner, leaseUntil: _until, ...webhook }: WebhookTable): Webhook {
  return webhook;
}

const WEBHOOK = [
  'id',
  'merchantId',
  'kind',
  'subject',
  'url',
  'target',
  'body',
  'state',
  'attempts',
  'createdAt',
  'firstDueAt',
  'dueAt',
  'leaseOwner',
  'leaseUntil',
] as const;

const insertWebhook = prepare(
  (db, row: WebhookTable & SqlValues) => db.insertInto('webhook').values(pick(row, WEBHOOK)),
  { isUnread: true },
);

/** Targets with the maximum number of concurrent deliveries, across all processes. */
async function busyTargets(db: Kysely<Schema>, { machineNow, perTarget }: WebhookClaim): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook')
    .select('target')
    .where('leaseUntil', '>', machineNow)
    .groupBy('target')
    .having(({ fn }) => fn.countAll(), '>=', perTarget)
    .execute();
  return rows.map(({ target }) => target);
}

/** Claims the first due webhook by one conditional update. */
async function claimWebhook(db: Kysely<Schema>, claim: WebhookClaim): Promise<Webhook | undefined> {
  const busy = await busyTargets(db, claim);
  let due = db
    .selectFrom('webhook')
    .select('id')
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', claim.now)
    .where('leaseUntil', '<=', claim.machineNow);
  if (busy.length > 0) due = due.where('target', 'not in', busy);
  const row = await db
    .updateTable('webhook')
    .set({ leaseOwner: claim.owner, leaseUntil: claim.leaseUntil })
    .where('id', '=', due.orderBy('dueAt').orderBy('id').limit(1))
    .where('leaseUntil', '<=', claim.machineNow)
    .returningAll()
    .executeTakeFirst();
  return row && toWebhook(row);
}

/** Read methods on a connection. */
export function webhookViewOf(db: Kysely<Schema>): WebhookView {
  return {
    async findWebhook(id) {
      const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toWebhook(row);
    },
    async searchWebhooks(query) {
      let select = db.selectFrom('webhook').selectAll();
      if (query.merchantId !== undefined) select = select.where('merchantId', '=', query.merchantId);
      if (query.state !== undefined) select = select.where('state', '=', query.state);
      if (query.subject !== undefined) select = select.where('subject', '=', query.subject);
      return (await select.orderBy('id', 'desc').limit(query.limit).execute()).map(toWebhook);
    },
    async listAttempts(webhookId) {
      const rows = await db
        .selectFrom('webhookAttempt')
        .selectAll()
        .where('webhookId', '=', webhookId)
        .orderBy('number')
        .execute();
      return rows.map(({ webhookId: _, ...attempt }) => attempt);
    },
    async nextWebhookDue(after) {
      const row = await db
        .selectFrom('webhook')
        .select('dueAt')
        .where('state', '=', 'waiting')
        .where('dueAt', '>', after)
        .orderBy('dueAt')
        .limit(1)
        .executeTakeFirst();
      return row?.dueAt;
    },
  };
}

/** Write methods within a unit. */
export function webhookUnitOf(db: Kysely<Schema>, rules: DialectRules): WebhookUnit {
  return {
    async addWebhook(webhook) {
      await insertWebhook(db, { ...webhook, ...RELEASED });
    },
    async resendWebhook(id, now) {
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        // Always another time than before: the end of an attempt that is running must not replace it.
        .set({
          state: 'waiting',
          firstDueAt: now,
          dueAt: sql<number>`case due_at when ${now} then due_at - 1 else ${now} end`,
        })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async endAttempt({ id, owner, attempt, state, dueAt, claimedDueAt }) {
      const changes = attempt ? { ...RELEASED, attempts: attempt.number } : RELEASED;
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        .set(changes)
        .where('id', '=', id)
        .where('leaseOwner', '=', owner)
        .executeTakeFirst();
      // The lease expired and another process sends the webhook now: its state will be newer.
      if (!attempt || numUpdatedRows === 0n) return;
      await db
        .updateTable('webhook')
        .set({ state, dueAt })
        .where('id', '=', id)
        .where('dueAt', '=', claimedDueAt)
        .execute();
      await db
        .insertInto('webhookAttempt')
        .values({ ...attempt, webhookId: id })
        .execute();
    },
    nextWebhookId: () => rules.nextNumber(db, 'webhook'),
    async claimWebhook(claim) {
      // The number of concurrent webhooks to a target is not in one row.
      await rules.lockName(db, 'claim of a webhook');
      return claimWebhook(db, claim);
    },
  };
}
