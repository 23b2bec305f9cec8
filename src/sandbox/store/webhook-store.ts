/** Webhooks in the store. */
import type { Webhook, WebhookAttempt, WebhookState } from '../webhooks/webhook.js';

/** A search of the outbox. Absent members do not restrict it. */
export interface WebhookQuery {
  readonly merchantId?: number;
  readonly state?: WebhookState;
  /** TxnNumber or token. */
  readonly subject?: string;
  readonly limit: number;
}

/** Read methods of the outbox. */
export interface WebhookView {
  findWebhook(id: number): Promise<Webhook | undefined>;
  /** Newest first. */
  searchWebhooks(query: WebhookQuery): Promise<readonly Webhook[]>;
  /** Attempts in order. */
  listAttempts(webhookId: number): Promise<readonly WebhookAttempt[]>;
  /** Time of the next due webhook after the given time; undefined when there is none. */
  nextWebhookDue(after: number): Promise<number | undefined>;
}

/** Request of a sender for the next webhook. */
export interface WebhookClaim {
  /** By the sandbox's clock. */
  readonly now: number;
  /** The machine's clock, for leases: a lease belongs to a process, and moving the sandbox's clock must not end it. */
  readonly machineNow: number;
  readonly leaseUntil: number;
  readonly owner: string;
  /** Maximum number of concurrent deliveries to one target, across all processes. */
  readonly perTarget: number;
}

export interface AttemptEnd {
  readonly id: number;
  readonly owner: string;
  /** Absent for an aborted attempt, which does not count. */
  readonly attempt?: WebhookAttempt;
  readonly state: WebhookState;
  readonly dueAt: number;
  /** Due time of the claim. Another one means that the webhook is to be sent again: its state stays. */
  readonly claimedDueAt: number;
}

/** Write methods within a unit of work. */
export interface WebhookUnit {
  nextWebhookId(): Promise<number>;
  addWebhook(webhook: Webhook): Promise<void>;
  /** Claims the first due webhook without a lease; undefined when there is none. */
  claimWebhook(claim: WebhookClaim): Promise<Webhook | undefined>;
  /** Makes a webhook due now and restarts its 24 hours of retries; false when there is no such webhook. */
  resendWebhook(id: number, now: number): Promise<boolean>;
  /** Records the end of an attempt and releases the lease. The state stays unchanged when the lease was lost. */
  endAttempt(end: AttemptEnd): Promise<void>;
}
