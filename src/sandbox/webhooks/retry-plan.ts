/** When a webhook is tried again: every hour for 24 hours, until a 2xx. wire/rest.md section 6. */

/** The rule's numbers, in seconds. */
export interface RetryRule {
  readonly retrySeconds: number;
  /** From the first attempt to the last. */
  readonly retryForSeconds: number;
}

/**
 * The next time to try, milliseconds since 1970, or undefined when it is given up. Times lie on a grid that starts with
 * the first attempt, so that a slow answer does not shift them; one that passed while no sandbox ran is left out.
 */
export function nextAttemptAt(firstDueAt: number, now: number, rule: RetryRule): number | undefined {
  const step = rule.retrySeconds * 1_000;
  const next = firstDueAt + (Math.floor((now - firstDueAt) / step) + 1) * step;
  return next <= firstDueAt + rule.retryForSeconds * 1_000 ? next : undefined;
}
