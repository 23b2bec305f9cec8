/**
 * What a test or a developer can do to a running sandbox, beside the wire: by this object in process, and by the
 * control API over HTTP (control/control-door.ts), which only translates.
 */
import type { MerchantChange, UserChange } from './control/read-merchant.js';
import type { FaultRequest, FaultRule } from './faults/fault-rules.js';
import type { Merchant, MerchantSeed } from './merchant.js';
import type { ListedUser } from './store/merchant-store.js';
import type { WebhookQuery } from './store/webhook-store.js';
import type { WebhookScenario } from './webhooks/scenario.js';
import type { Webhook, WebhookAttempt } from './webhooks/webhook.js';

/**
 * How the sandbox answers.
 *
 * - `normal`: as it should.
 * - `unavailable`: every call with API code 900, and nothing is done.
 * - `dropping`: not at all; the connection ends before anything is done.
 * - `answer_lost`: it does what it is asked and then drops the connection: money may have moved, nobody is told.
 */
export type Availability = 'normal' | 'unavailable' | 'dropping' | 'answer_lost';

/** A merchant with its API users. */
export type ListedMerchant = Omit<Merchant, 'id'> & { readonly users: readonly ListedUser[] };

/** Which webhooks to list: the newest 100, unless `limit` says otherwise. */
export interface WebhookFilter extends Partial<Omit<WebhookQuery, 'merchantId'>> {
  /** A merchant's number. */
  readonly merchant?: string;
}

/** A webhook with every attempt to deliver it. */
export interface TracedWebhook extends Webhook {
  readonly tries: readonly WebhookAttempt[];
}

/** The switches of a sandbox. What cannot be done is rejected with an Error in one line. */
export interface SandboxControl {
  /** Ends the life of every unused AuthKey; resolves with how many there were. */
  expireAuthKeys(): Promise<number>;
  setAvailability(availability: Availability): void;
  /** `unavailable` or `normal`. */
  setUnavailable(isUnavailable: boolean): void;
  /** How the webhooks of the payments to come are sent; what is absent is as usual: once, at once. */
  setWebhookScenario(scenario: Partial<WebhookScenario>): void;
  /** The sandbox's time, milliseconds since 1970. */
  now(): number;
  /**
   * Moves the sandbox's clock forward; expiries and delays go by it, and a restart does not turn it back. It stops at
   * each time at which a webhook is due and waits until that has been tried, so that 24 hours in one step are 24
   * retries.
   *
   * @throws RangeError when asked to go back
   */
  advanceClock(seconds: number): Promise<void>;
  /**
   * Deletes transactions, tokens, keys and webhooks: of one merchant by its number, or of all; then faults and
   * scenarios end as well. Merchants and users stay, numbers go on, and the clock is not turned back.
   */
  reset(merchant?: string): Promise<void>;
  /** Adds merchants with their users; one whose number is there already stays as it is. */
  addMerchants(seeds: readonly MerchantSeed[]): Promise<void>;
  listMerchants(): Promise<readonly ListedMerchant[]>;
  /** Changes what is given; settings are changed one by one. */
  changeMerchant(number: string, change: MerchantChange): Promise<void>;
  /** Adds a user, or changes it; without a password the old one stays. */
  saveUser(merchant: string, user: UserChange): Promise<void>;
  removeUser(merchant: string, username: string): Promise<void>;
  addFault(fault: FaultRequest): FaultRule;
  listFaults(): readonly FaultRule[];
  clearFaults(): void;
  /** Newest first. */
  listWebhooks(filter?: WebhookFilter): Promise<readonly Webhook[]>;
  getWebhook(id: number): Promise<TracedWebhook>;
  /** Makes a webhook due now, whatever became of it, and starts its 24 hours anew. */
  resendWebhook(id: number): Promise<void>;
  /** Resolves when every webhook that is due now has been tried. */
  webhooksSettled(): Promise<void>;
}
