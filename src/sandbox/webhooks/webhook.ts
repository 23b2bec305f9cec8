/**
 * A webhook: notifies the merchant's server of a browser's payment or token until it is acknowledged. docs/wire/rest.md
 * section 6.
 */

/** Subject of a webhook. */
export type WebhookKind = 'transaction' | 'token';

/**
 * State of a webhook.
 *
 * - `waiting`: to be sent when it is due.
 * - `delivered`: acknowledged with a 2xx.
 * - `given_up`: not acknowledged within 24 hours.
 * - `blocked`: the sandbox may not connect to its address.
 * - `dropped`: never sent, because of a scenario.
 */
export type WebhookState = 'waiting' | 'delivered' | 'given_up' | 'blocked' | 'dropped';

/** A webhook in the outbox. Times are milliseconds since 1970 by the sandbox's clock. */
export interface Webhook {
  /** Ascending across all merchants. */
  readonly id: number;
  readonly merchantId: number;
  readonly kind: WebhookKind;
  /** TxnNumber, or the token. */
  readonly subject: string;
  readonly url: string;
  /** Origin of the URL. The limit of concurrent deliveries applies to each origin. */
  readonly target: string;
  /** JSON text, the same in each attempt. */
  readonly body: string;
  readonly state: WebhookState;
  readonly attempts: number;
  readonly createdAt: number;
  /** Start of the retry period. */
  readonly firstDueAt: number;
  readonly dueAt: number;
}

/**
 * Result of an attempt. `answered` is a response other than 2xx. `stopped` is an attempt that the closing sandbox
 * aborted; it does not count.
 */
export type AttemptOutcome = 'acknowledged' | 'answered' | 'timed_out' | 'unreachable' | 'blocked' | 'stopped';

/** One delivery attempt. */
export interface WebhookAttempt {
  /** Ascending from 1. */
  readonly number: number;
  readonly startedAt: number;
  readonly outcome: AttemptOutcome;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Duration by the machine's clock. */
  readonly milliseconds: number;
}
