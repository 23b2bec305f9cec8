/** What the control has set, in memory only: a restart ends it, and each process has its own. */
import type { Availability } from '../control.js';
import { createFaultRules, type FaultRules } from '../faults/fault-rules.js';
import { USUAL_SCENARIO, type WebhookScenario } from '../webhooks/scenario.js';
import { createByMerchant, type ByMerchant } from './by-merchant.js';

export interface Switches {
  readonly availability: ByMerchant<Availability>;
  /** The availability that counts: what is set for all, and otherwise the merchant's own. */
  availabilityOf(merchant?: string): Availability;
  readonly scenario: ByMerchant<WebhookScenario>;
  /** Card holder's name whose effect the next browser payment gets. */
  readonly nextPayment: ByMerchant<string | null>;
  readonly faults: FaultRules;
  /** Address, by merchant, of the webhooks whose key has none. */
  readonly catchers: Map<number, string>;
  /** True when something of one merchant affects its calls. */
  readonly hasOwn: boolean;
  /** Ends what was set for one merchant, or everything, except catchers. */
  clear(merchant?: string): void;
}

/** Creates the state of a new sandbox. */
export function createSwitches(): Switches {
  const availability = createByMerchant<Availability>('normal');
  const scenario = createByMerchant<WebhookScenario>(USUAL_SCENARIO);
  const nextPayment = createByMerchant<string | null>(null);
  const faults = createFaultRules();
  const catchers = new Map<number, string>();
  return {
    availability,
    availabilityOf: (merchant) => (availability.get() === 'normal' ? availability.get(merchant) : availability.get()),
    scenario,
    nextPayment,
    faults,
    catchers,
    get hasOwn() {
      return availability.hasOwn || faults.list().some(({ merchant }) => merchant !== null);
    },
    clear(merchant) {
      for (const each of [availability, scenario, nextPayment, faults]) each.clear(merchant);
    },
  };
}
