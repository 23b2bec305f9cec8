/**
 * Control of a running sandbox for tests and developers. In process it is this object; over HTTP it is the control API
 * (`control/control-handler.ts`), which only translates.
 */
import type { ForMerchant } from './control/by-merchant.js';
import type { MerchantChange, UserChange } from './control/read-merchant.js';
import type { FaultRequest, FaultRule } from './faults/fault-rules.js';
import type { CallJournal } from './journal/call-journal.js';
import type { Merchant, MerchantSeed } from './merchant.js';
import type { ListedUser } from './store/merchant-store.js';
import type { WebhookQuery } from './store/webhook-store.js';
import type { WebhookScenario } from './webhooks/scenario.js';
import type { Webhook, WebhookAttempt } from './webhooks/webhook.js';

/**
 * How the sandbox answers.
 *
 * - `normal`: as usual.
 * - `unavailable`: every call gets API code 900, and nothing is done.
 * - `dropping`: the connection is dropped before anything is done.
 * - `answer_lost`: the call is done and then the connection is dropped. Money may have moved without an answer.
 */
export type Availability = 'normal' | 'unavailable' | 'dropping' | 'answer_lost';

/** A merchant with its API users. */
export type ListedMerchant = Omit<Merchant, 'id'> & { readonly users: readonly ListedUser[] };

/** Filter of webhooks. The default limit is the newest 100. */
export interface WebhookFilter extends Partial<Omit<WebhookQuery, 'merchantId'>> {
  /** A merchant's number. */
  readonly merchant?: string;
}

/** A webhook with all its delivery attempts. */
export interface TracedWebhook extends Webhook {
  readonly tries: readonly WebhookAttempt[];
}

/** Controls a sandbox. Invalid requests reject with an Error of one line. */
export interface SandboxControl {
  /** Expires the unused AuthKeys. Resolves with their number. */
  expireAuthKeys(whose?: ForMerchant): Promise<number>;
  /** Sets how calls are answered. What is set for all merchants comes before what is set for one. */
  setAvailability(availability: Availability, whose?: ForMerchant): void;
  /** How calls are answered, of a merchant or of callers in general. */
  availability(whose?: ForMerchant): Availability;
  /** Switches between `unavailable` and `normal`. */
  setUnavailable(isUnavailable: boolean, whose?: ForMerchant): void;
  /** Sets how the webhooks of later payments are sent. The default is once and at once. */
  setWebhookScenario(scenario: Partial<WebhookScenario>, whose?: ForMerchant): void;
  webhookScenario(whose?: ForMerchant): WebhookScenario;
  /** The sandbox's time, milliseconds since 1970. */
  now(): number;
  /**
   * Moves the sandbox's clock forward. Expiries and delays follow it, and a restart does not turn it back. It stops at
   * each time at which a webhook is due and waits for that attempt, so that 24 hours in one step are 24 retries.
   *
   * @throws RangeError for a negative number
   */
  advanceClock(seconds: number): Promise<void>;
  /** Lets the clock stand still: only {@link SandboxControl.advanceClock} moves it. A restart ends it. */
  freezeClock(): void;
  /** Lets a clock that stands run again, from the time that it would have without the stop. */
  runClock(): void;
  /**
   * Turns the clock back to the machine's, and lets it run. If the clock was moved ahead, this first resets all merchants
   * ({@link SandboxControl.reset}), because expired keys must not work again.
   */
  useRealClock(): Promise<void>;
  /**
   * Deletes the transactions, tokens, keys, webhooks and calls of one merchant (by number) or of all, and ends what was set for
   * it. Merchants and users stay, numbers continue, and the clock is not turned back.
   */
  reset(merchant?: string): Promise<void>;
  /** Adds merchants with their users. A merchant whose number exists stays unchanged. */
  addMerchants(seeds: readonly MerchantSeed[]): Promise<void>;
  listMerchants(): Promise<readonly ListedMerchant[]>;
  /** Changes the given members. Settings are merged one by one. */
  changeMerchant(number: string, change: MerchantChange): Promise<void>;
  /** Adds or changes a user. Without a password, the old one stays. */
  saveUser(merchant: string, user: UserChange): Promise<void>;
  removeUser(merchant: string, username: string): Promise<void>;
  /**
   * Gives the next browser payment the effect of a card holder's name, whatever is typed: a name of `NAME_SCENARIOS`
   * (docs/reference/test-cards.md), for one payment, in this process. Null ends it. Effects on webhooks are not included.
   *
   * @throws Error for an unknown name
   */
  setNextPayment(holderName: string | null, whose?: ForMerchant): void;
  /** The name that waits for a payment of a merchant, or of any merchant. */
  nextPayment(whose?: ForMerchant): string | null;
  addFault(fault: FaultRequest): FaultRule;
  listFaults(): readonly FaultRule[];
  /** Removes all faults, or those that were added for a merchant. */
  clearFaults(whose?: ForMerchant): void;
  /** Newest first. */
  listWebhooks(filter?: WebhookFilter): Promise<readonly Webhook[]>;
  getWebhook(id: number): Promise<TracedWebhook>;
  /** Makes a webhook due now, in any state, and restarts its 24 hours of retries. */
  resendWebhook(id: number): Promise<void>;
  /** Resolves when every webhook that is due now has been attempted. */
  webhooksSettled(): Promise<void>;
  /** The calls of REST and SOAP that this process has answered or dropped. */
  readonly calls: CallJournal;
}
