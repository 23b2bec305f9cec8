/**
 * A webhook: what the merchant's server is told of a browser's payment or token, until it says that it has heard.
 * wire/rest.md section 6.
 */

/** What a webhook is about. */
export type WebhookKind = 'transaction' | 'token';

/**
 * Where a webhook stands.
 *
 * - `waiting`: to be sent when it is due.
 * - `delivered`: a 2xx came.
 * - `given_up`: no 2xx came in 24 hours.
 * - `blocked`: its address is none that this sandbox may call.
 * - `dropped`: never sent, because a scenario asked for that.
 */
export type WebhookState = 'waiting' | 'delivered' | 'given_up' | 'blocked' | 'dropped';

/** A webhook as the outbox keeps it. Times are milliseconds since 1970 by the sandbox's clock. */
export interface Webhook {
  /** Grows from webhook to webhook, over all merchants. */
  readonly id: number;
  readonly merchantId: number;
  readonly kind: WebhookKind;
  /** TxnNumber, or the token. */
  readonly subject: string;
  readonly url: string;
  /** Origin of the address: what the limit of deliveries in flight is counted by. */
  readonly target: string;
  /** JSON text, the same in each attempt. */
  readonly body: string;
  readonly state: WebhookState;
  readonly attempts: number;
  readonly createdAt: number;
  /** The retries are counted from here. */
  readonly firstDueAt: number;
  readonly dueAt: number;
}

/**
 * How an attempt ended. `answered` is an answer that is no 2xx; `stopped` is one that the sandbox broke off because it
 * was closing, and that is not counted.
 */
export type AttemptOutcome = 'acknowledged' | 'answered' | 'timed_out' | 'unreachable' | 'blocked' | 'stopped';

/** One attempt to deliver. */
export interface WebhookAttempt {
  /** From 1 on. */
  readonly number: number;
  readonly startedAt: number;
  readonly outcome: AttemptOutcome;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** By the machine's clock. */
  readonly milliseconds: number;
}
