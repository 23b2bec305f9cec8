/**
 * The outbox as the operations see it. `queue` is called in the unit of work that makes the payment or the token, so
 * that there is never one without the other; `announce` after that unit's commit.
 *
 * ```ts
 * const queued = await store.write(async (unit) => {
 *   …
 *   return context.outbox.queue(unit, transactionEvent(transaction, key, context));
 * });
 * await context.outbox.announce(queued);
 * ```
 */
import type { StoreUnit } from '../store/store.js';
import type { Clock } from '../clock.js';
import { scenarioOf, type WebhookScenario } from './scenario.js';
import type { Webhook, WebhookKind } from './webhook.js';

/** Something that the merchant's server asked to be told of. */
export interface WebhookEvent {
  readonly merchantId: number;
  readonly kind: WebhookKind;
  /** TxnNumber, or the token. */
  readonly subject: string;
  /** The key's WebHookUrl; null when none was given, and then nothing is queued. */
  readonly url: string | null;
  /** JSON text of the bare TxnResp or DVTokenResp; not asked for when nothing is queued. */
  readonly body: () => string;
  /** Asks for a scenario. */
  readonly holderName: string | null;
}

/** What was queued in a unit, to be announced after it. */
export interface Queued {
  readonly ids: readonly number[];
  readonly beforeAnswer: boolean;
}

/** The outbox. */
export interface Outbox {
  queue(unit: StoreUnit, event: WebhookEvent): Promise<Queued>;
  /** Wakes the sender. Waits for the first attempts when the scenario wants them before the answer. */
  announce(queued: Queued): Promise<void>;
}

/** What an outbox is made from. */
export interface OutboxOptions {
  readonly clock: Clock;
  readonly scenario: () => WebhookScenario;
  readonly wake: () => void;
  /** Resolves when no delivery of these is due or running any more. */
  readonly attempted: (ids: readonly number[]) => Promise<void>;
}

const NOTHING: Queued = { ids: [], beforeAnswer: false };

/** Makes the outbox. */
export function createOutbox({ clock, scenario, wake, attempted }: OutboxOptions): Outbox {
  return {
    async queue(unit, event) {
      if (event.url === null) return NOTHING;
      const { copies, delaySeconds, beforeAnswer } = scenarioOf(scenario(), event.holderName);
      const now = clock.now();
      const firstDueAt = now + delaySeconds * 1_000;
      const webhook: Omit<Webhook, 'id'> = {
        merchantId: event.merchantId,
        kind: event.kind,
        subject: event.subject,
        url: event.url,
        target: new URL(event.url).origin,
        body: event.body(),
        state: copies === 0 ? 'dropped' : 'waiting',
        attempts: 0,
        createdAt: now,
        firstDueAt,
        dueAt: firstDueAt,
      };
      const ids: number[] = [];
      for (let copy = 0; copy < Math.max(1, copies); copy += 1) {
        const id = await unit.nextWebhookId();
        await unit.addWebhook({ ...webhook, id });
        ids.push(id);
      }
      return { ids, beforeAnswer: beforeAnswer && delaySeconds === 0 && copies > 0 };
    },
    async announce({ ids, beforeAnswer }) {
      if (ids.length === 0) return;
      wake();
      if (beforeAnswer) await attempted(ids);
    },
  };
}
