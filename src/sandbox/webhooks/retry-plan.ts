/** Retries of a webhook: every hour for 24 hours, until a 2xx. docs/wire/rest.md section 6. */

/** Retry rule, in seconds. */
export interface RetryRule {
  readonly retrySeconds: number;
  /** From the first attempt to the last. */
  readonly retryForSeconds: number;
}

/**
 * Returns the time of the next attempt in milliseconds since 1970, or undefined when the webhook is given up. The
 * attempts have a fixed interval from the first one, so a slow response does not shift them. An attempt that was due
 * while no sandbox ran is skipped.
 */
export function nextAttemptAt(firstDueAt: number, now: number, rule: RetryRule): number | undefined {
  const step = rule.retrySeconds * 1_000;
  const next = firstDueAt + (Math.floor((now - firstDueAt) / step) + 1) * step;
  return next <= firstDueAt + rule.retryForSeconds * 1_000 ? next : undefined;
}
