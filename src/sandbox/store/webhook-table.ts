/** The outbox: insert, claim, end of an attempt, search. */
import type { Kysely } from 'kysely';
import type { AttemptOutcome, Webhook, WebhookKind, WebhookState } from '../webhooks/webhook.js';
import type { DialectRules } from './dialect-rules.js';
import type { Schema, WebhookTable } from './schema.js';
import type { WebhookClaim, WebhookUnit, WebhookView } from './webhook-store.js';

function toWebhook(row: WebhookTable): Webhook {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    kind: row.kind as WebhookKind,
    subject: row.subject,
    url: row.url,
    target: row.target,
    body: row.body,
    state: row.state as WebhookState,
    attempts: row.attempts,
    createdAt: row.created_at,
    firstDueAt: row.first_due_at,
    dueAt: row.due_at,
  };
}

/** Targets with the maximum number of concurrent deliveries, across all processes. */
async function busyTargets(db: Kysely<Schema>, { machineNow, perTarget }: WebhookClaim): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('webhook')
    .select('target')
    .where('lease_until', '>', machineNow)
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
    .where('due_at', '<=', claim.now)
    .where('lease_until', '<=', claim.machineNow);
  if (busy.length > 0) due = due.where('target', 'not in', busy);
  const row = await db
    .updateTable('webhook')
    .set({ lease_owner: claim.owner, lease_until: claim.leaseUntil })
    .where('id', '=', due.orderBy('due_at').orderBy('id').limit(1))
    .where('lease_until', '<=', claim.machineNow)
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
      if (query.merchantId !== undefined) select = select.where('merchant_id', '=', query.merchantId);
      if (query.state !== undefined) select = select.where('state', '=', query.state);
      if (query.subject !== undefined) select = select.where('subject', '=', query.subject);
      return (await select.orderBy('id', 'desc').limit(query.limit).execute()).map(toWebhook);
    },
    async listAttempts(webhookId) {
      const rows = await db
        .selectFrom('webhook_attempt')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('number')
        .execute();
      return rows.map((row) => ({
        number: row.number,
        startedAt: row.started_at,
        outcome: row.outcome as AttemptOutcome,
        status: row.status,
        milliseconds: row.milliseconds,
      }));
    },
    async nextWebhookDue(after) {
      const row = await db
        .selectFrom('webhook')
        .select('due_at')
        .where('state', '=', 'waiting')
        .where('due_at', '>', after)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row?.due_at;
    },
  };
}

/** Write methods within a unit. */
export function webhookUnitOf(db: Kysely<Schema>, rules: DialectRules): WebhookUnit {
  return {
    async addWebhook(webhook) {
      await db
        .insertInto('webhook')
        .values({
          id: webhook.id,
          merchant_id: webhook.merchantId,
          kind: webhook.kind,
          subject: webhook.subject,
          url: webhook.url,
          target: webhook.target,
          body: webhook.body,
          state: webhook.state,
          attempts: webhook.attempts,
          created_at: webhook.createdAt,
          first_due_at: webhook.firstDueAt,
          due_at: webhook.dueAt,
          lease_owner: null,
          lease_until: 0,
        })
        .execute();
    },
    async resendWebhook(id, now) {
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        .set({ state: 'waiting', first_due_at: now, due_at: now })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async endAttempt({ id, owner, attempt, state, dueAt }) {
      const released = { lease_owner: null, lease_until: 0 };
      const changes = attempt ? { ...released, state, due_at: dueAt, attempts: attempt.number } : released;
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        .set(changes)
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .executeTakeFirst();
      // The lease expired and another process sends the webhook now: its state will be newer.
      if (!attempt || numUpdatedRows === 0n) return;
      await db
        .insertInto('webhook_attempt')
        .values({
          webhook_id: id,
          number: attempt.number,
          started_at: attempt.startedAt,
          outcome: attempt.outcome,
          status: attempt.status,
          milliseconds: attempt.milliseconds,
        })
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
