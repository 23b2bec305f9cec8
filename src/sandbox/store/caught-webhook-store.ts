/** Webhooks that the back office's catcher has received, in the store. */

/** A received webhook. Nothing in it is a secret. */
export interface CaughtWebhook {
  readonly id: number;
  readonly merchantId: number;
  /** By the sandbox's clock, milliseconds since 1970. */
  readonly caughtAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Read methods. */
export interface CaughtWebhookView {
  /** Newest first. */
  listCaughtWebhooks(merchantId: number): Promise<readonly CaughtWebhook[]>;
}

/** Write methods within a unit of work. */
export interface CaughtWebhookUnit {
  /** Adds a webhook, and deletes the merchant's oldest ones beyond `most`. */
  addCaughtWebhook(webhook: Omit<CaughtWebhook, 'id'>, most: number): Promise<void>;
}
