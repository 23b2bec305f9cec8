/** The part of the store that is about webhooks. */
import type { Webhook, WebhookAttempt, WebhookState } from '../webhooks/webhook.js';

/** A search of the outbox. What is absent does not restrict. */
export interface WebhookQuery {
  readonly merchantId?: number;
  readonly state?: WebhookState;
  /** TxnNumber or token. */
  readonly subject?: string;
  readonly limit: number;
}

/** Reads of the outbox. */
export interface WebhookView {
  findWebhook(id: number): Promise<Webhook | undefined>;
  /** Newest first. */
  searchWebhooks(query: WebhookQuery): Promise<readonly Webhook[]>;
  /** In their order. */
  listAttempts(webhookId: number): Promise<readonly WebhookAttempt[]>;
  /** When the first webhook after this time is due; undefined when none is. */
  nextWebhookDue(after: number): Promise<number | undefined>;
}

/** How a sender asks for work. */
export interface WebhookClaim {
  /** By the sandbox's clock. */
  readonly now: number;
  /** By the machine's clock: a lease is about processes, and moving the sandbox's clock must not end one. */
  readonly machineNow: number;
  readonly leaseUntil: number;
  readonly owner: string;
  /** Most deliveries to one target that may be in flight at once, over all processes. */
  readonly perTarget: number;
}

/** What became of an attempt. */
export interface AttemptEnd {
  readonly id: number;
  readonly owner: string;
  /** Absent for an attempt that was broken off: it is as if it had never begun. */
  readonly attempt?: WebhookAttempt;
  readonly state: WebhookState;
  readonly dueAt: number;
}

/** Writes, within a unit of work. */
export interface WebhookUnit {
  nextWebhookId(): Promise<number>;
  addWebhook(webhook: Webhook): Promise<void>;
  /** Takes the webhook that is due first and nobody has; undefined when there is none. */
  claimWebhook(claim: WebhookClaim): Promise<Webhook | undefined>;
  /** Makes a webhook due now and starts its 24 hours anew; false when there is none. */
  resendWebhook(id: number, now: number): Promise<boolean>;
  /** Notes the end of an attempt and gives the webhook back; the state stays as it is when the lease was lost. */
  endAttempt(end: AttemptEnd): Promise<void>;
}
