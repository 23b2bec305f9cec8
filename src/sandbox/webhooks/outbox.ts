/**
 * The outbox for the operations. `queue` runs in the unit of work that creates the payment or the token, so that both
 * are committed together. `announce` runs after the commit.
 *
 * ```ts
 * const queued = await store.write(async (unit) => {
 *   …
 *   return context.outbox.queue(unit, transactionEvent(transaction, key, context));
 * });
 * await context.outbox.announce(queued);
 * ```
 */
import type { StoreUnit, StoreView } from '../store/store.js';
import type { Clock } from '../clock.js';
import { scenarioOf, type WebhookScenario } from './scenario.js';
import type { Webhook, WebhookKind } from './webhook.js';

/** An event for the merchant's server. */
export interface WebhookEvent {
  readonly merchantId: number;
  readonly kind: WebhookKind;
  /** TxnNumber, or the token. */
  readonly subject: string;
  /** The key's WebHookUrl, or null. */
  readonly url: string | null;
  /** JSON text of the TxnResp or DVTokenResp; called only when the event is queued. */
  readonly body: () => string;
  /** The holder's name, which can select a scenario. */
  readonly holderName: string | null;
}

/** Webhooks that a unit queued, for `announce`. */
export interface Queued {
  readonly ids: readonly number[];
  readonly beforeAnswer: boolean;
}

export interface Outbox {
  queue(unit: StoreUnit, event: WebhookEvent): Promise<Queued>;
  /** Wakes the sender. Waits for the first attempts when the scenario requires them before the response. */
  announce(queued: Queued): Promise<void>;
}

export interface OutboxOptions {
  readonly clock: Clock;
  readonly scenario: (merchantId: number, view: StoreView) => Promise<WebhookScenario>;
  /** Address of a merchant's webhooks whose key has none; null queues nothing. */
  readonly fallback: (merchantId: number) => string | null;
  readonly wake: () => void;
  /** Resolves when none of these deliveries is due or running. */
  readonly attempted: (ids: readonly number[]) => Promise<void>;
}

const NOTHING: Queued = { ids: [], beforeAnswer: false };

export function createOutbox({ clock, scenario, fallback, wake, attempted }: OutboxOptions): Outbox {
  return {
    async queue(unit, event) {
      const url = event.url ?? fallback(event.merchantId);
      if (url === null) return NOTHING;
      const { copies, delaySeconds, beforeAnswer } = scenarioOf(
        await scenario(event.merchantId, unit),
        event.holderName,
      );
      const now = clock.now();
      const firstDueAt = now + delaySeconds * 1_000;
      const webhook: Omit<Webhook, 'id'> = {
        merchantId: event.merchantId,
        kind: event.kind,
        subject: event.subject,
        url,
        target: new URL(url).origin,
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
