/**
 * Webhooks that misbehave as the real ones may: twice, late, before the browser has its answer, or never. Sandbox
 * choices, all of them.
 */
import { NAME_SCENARIOS, findNameScenario } from '../bank/scenarios.js';

/** How the webhooks of the payments to come are sent. */
export interface WebhookScenario {
  /** How many times the same body is sent, 0 to 10. With 0 it is kept as `dropped` and never sent. */
  readonly copies: number;
  /** How late the first attempt is, by the sandbox's clock. Later payments' webhooks then overtake it. */
  readonly delaySeconds: number;
  /** True when the browser's answer waits until the first attempt is over. */
  readonly beforeAnswer: boolean;
}

/** Once, at once, beside the browser's answer. */
export const USUAL_SCENARIO: WebhookScenario = { copies: 1, delaySeconds: 0, beforeAnswer: false };

/** The card holders' names that ask for a scenario in place of the sandbox's own. */
export const HOLDER_SCENARIOS: Readonly<Record<string, Partial<WebhookScenario>>> = Object.fromEntries(
  NAME_SCENARIOS.flatMap(({ holderName, webhook }) => (webhook ? [[holderName, webhook]] : [])),
);

/** The scenario of one event. */
export function scenarioOf(set: WebhookScenario, holderName: string | null): WebhookScenario {
  return { ...set, ...findNameScenario(holderName)?.webhook };
}
