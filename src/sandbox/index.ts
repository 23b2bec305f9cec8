/** `florin-server/sandbox`: the simulated payment service as a fetch handler, for any runtime with a store. */
export { createClock, type Clock, type ClockSource } from './clock.js';
export type { Expiry } from './expiry.js';
export { readConfig, type SandboxConfig } from './control/read-config.js';
export type { MerchantChange, UserChange } from './control/read-merchant.js';
export { SetupError } from './control/read-setup.js';
export type { Availability, ListedMerchant, SandboxControl, TracedWebhook, WebhookFilter } from './control.js';
export type { FaultKind, FaultRequest, FaultRule } from './faults/fault-rules.js';
export type { ForMerchant } from './control/by-merchant.js';
export type { Hmac } from './hmac.js';
export type { CallJournal } from './journal/call-journal.js';
export type { CallMatch, CallWait } from './journal/call-match.js';
export type { RecordedCall } from './journal/recorded-call.js';
export type { Log, LogEntry } from './log.js';
export { DEMO_MERCHANT, type MerchantSeed, type MerchantSettings, type Permission } from './merchant.js';
export type { Random } from './random.js';
export type { ControlApiOptions } from './handlers.js';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { ListedUser } from './store/merchant-store.js';
export { DEFAULT_SETTINGS, type SandboxSettings } from './settings.js';
export { deliverByFetch, type Deliver, type Delivery, type DeliveryEnd } from './webhooks/delivery.js';
export { USUAL_SCENARIO, type WebhookScenario } from './webhooks/scenario.js';
export type { AttemptOutcome, Webhook, WebhookAttempt, WebhookKind, WebhookState } from './webhooks/webhook.js';
export type { Store } from './store/store.js';
export type { Bank, BankAnswer, BankRequest, Verdict } from './bank/bank.js';
export {
  NAME_SCENARIOS,
  type NameScenario,
  type ScreeningVerdictName,
  type ThreeDSPathName,
} from './bank/scenarios.js';
export { TEST_CARDS, type TestCard } from './bank/test-cards.js';
