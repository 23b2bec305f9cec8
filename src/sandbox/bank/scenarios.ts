/**
 * Outcomes that a tester asks for by the card holder's name, so that they collide with no rule of the service's test
 * mode; they apply in live mode too. wire/rest.md section 10 [choice]. 3-D Secure and fraud screening are not here yet.
 */
import type { SandboxSettings } from '../settings.js';

/** What a name does to the outcome. What is absent stays as the other rules have it. */
export interface NameScenario {
  /** As typed, in capitals. */
  readonly holderName: string;
  /** For people. */
  readonly then: string;
  /** Transaction response code in place of a bank's answer. */
  readonly platformCode?: string;
  /** Bank code in place of the rules'. */
  readonly bankCode?: string;
  readonly delaySeconds?: (settings: SandboxSettings) => number;
}

/** The names, for code and for the documentation. */
export const NAME_SCENARIOS: readonly NameScenario[] = [
  { holderName: 'BANK DOWN', then: 'response 6: the bank cannot be reached; no bank code', platformCode: '6' },
  { holderName: 'SLOW', then: 'the answer comes 8 seconds late', delaySeconds: (settings) => settings.slowSeconds },
  { holderName: 'DO NOT HONOR', then: 'declined, bank code 05', bankCode: '05' },
  { holderName: 'NO FUNDS', then: 'declined, bank code 51', bankCode: '51' },
];

const BY_NAME = new Map(NAME_SCENARIOS.map((scenario) => [scenario.holderName, scenario]));

/** The scenario of a card holder's name, in any case. */
export function findNameScenario(holderName: string | null): NameScenario | undefined {
  return BY_NAME.get((holderName ?? '').trim().toUpperCase());
}

/** Every way to choose an outcome, for the documentation; the rules themselves are in test-mode.ts. */
export const SCENARIOS: readonly { readonly when: string; readonly then: string }[] = [
  { when: 'TestMode, amount ends in two digits', then: 'they are the bank code: 12000 approves, 10005 gives 05' },
  { when: 'TestMode, amount 11199', then: 'the answer comes about 50 seconds late: response 3, bank code 68' },
  { when: 'expiry month 99', then: 'the year is the bank code, in test mode or not: 9900 approves, 9951 gives 51' },
  { when: 'TestMode, CVN 987', then: 'CVN does not match: declined, bank code 05, whatever the amount' },
  { when: 'TestMode, CVN 876, 765', then: 'CVN result P (not processed), U (not registered)' },
  { when: 'TestMode, another card number', then: 'declined, bank code 14; nothing of the number is kept' },
  { when: 'live mode, another card number', then: 'field error 112' },
  { when: 'expiry in the past', then: 'declined, bank code 54; in a browser field error 114' },
  ...NAME_SCENARIOS.map(({ holderName, then }) => ({ when: `card holder ${holderName}`, then })),
];
