/**
 * Scenarios of irregular webhooks: sent twice, late, before the browser has its response, or never. All are sandbox
 * choices.
 */
import { flag, number, whole } from '../../wire/read-input.js';
import { NAME_SCENARIOS, findNameScenario } from '../bank/scenarios.js';

/** Delivery of later webhooks. */
export interface WebhookScenario {
  /** Number of times that the body is sent, 0 to 10. With 0, the webhook is stored as `dropped` and never sent. */
  readonly copies: number;
  /** Delay of the first attempt by the sandbox's clock. Later webhooks can overtake it. */
  readonly delaySeconds: number;
  /** True when the browser's response waits for the first attempt. */
  readonly beforeAnswer: boolean;
}

/** The default: once, without delay, independent of the browser's response. */
export const USUAL_SCENARIO: WebhookScenario = { copies: 1, delaySeconds: 0, beforeAnswer: false };

const MOST_COPIES = 10;
const LONGEST_DELAY_SECONDS = 86_400;

export const SCENARIO_SHAPE = {
  copies: whole(0, MOST_COPIES),
  delaySeconds: number(0, LONGEST_DELAY_SECONDS),
  beforeAnswer: flag(),
};

/** Card holder names that replace the sandbox's own scenario. */
export const HOLDER_SCENARIOS: Readonly<Record<string, Partial<WebhookScenario>>> = Object.fromEntries(
  NAME_SCENARIOS.flatMap(({ holderName, webhook }) => (webhook ? [[holderName, webhook]] : [])),
);

/** The scenario of one event. */
export function scenarioOf(set: WebhookScenario, holderName: string | null): WebhookScenario {
  return { ...set, ...findNameScenario(holderName)?.webhook };
}
