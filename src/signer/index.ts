/**
 * `florin-server/signer`: the shop's server side of a payment, for every runtime with `Request` and
 * `Response`.
 */
export type { FormFragment } from './forms/form-fragment.js';
export type { FormOf, TokenFormOf } from './forms/token-form.js';
export { createSigner, type RequestOrigin, type Signer } from './signer.js';
export type {
  CspReport,
  PricedOrder,
  Shopper,
  ShopperReference,
  SignerLogEntry,
  SignerOptions,
  StoredToken,
} from './signer-options.js';
export type {
  ContactDetails,
  CustomerDetails,
  FraudScreening,
  HostedPage,
  OrderAddress,
  OrderDetails,
  OrderItem,
  OrderRecipient,
  PaymentDetails,
  PersonalDetails,
  PostalAddress,
  StatementDescriptor,
} from './keys/payment-details.js';
export type { OpenTelemetry } from './monitoring/open-telemetry.js';
export type { PaymentService } from './service/payment-service.js';
export type { ServiceAccount, ServiceConnection } from './service/service-account.js';
export type { AuditFinding, AuditKind } from './attempts/audit-finding.js';
export type { Audit, AuditPeriod, WatchAudit } from './attempts/audit.js';
export type { Forgotten } from './claims/retention.js';
export type { Reconciliation } from './attempts/reconcile.js';
export type { Health, HealthReason } from './monitoring/health.js';
export type { ClockDifferences } from './monitoring/clocks.js';
export type { AgreedTerms, CurrentTerms } from './claims/agreed-terms.js';
export {
  CALL_LIMITS,
  type CallCounter,
  type CallLimit,
  type CallLimits,
  type TryCounter,
} from './guards/call-limits.js';
export type { Claim, ClaimState, NewClaim, Terms } from './claims/claim.js';
export type {
  Backlog,
  ClaimStore,
  EntryName,
  EntryPlace,
  LeaseHolder,
  Mark,
  Need,
  WantedClaims,
} from './claims/claim-store.js';
export {
  createEntry,
  stateAfter,
  type EntryKind,
  type Finding,
  type LedgerEntry,
  type NoticeState,
  type NoticeTry,
  type OrderRecord,
  type RecordedFinding,
} from './claims/ledger-entry.js';
export { createFramePage, type FramePage, type FramePageOptions } from './frame/frame-page.js';
export type { FrameColours, FrameTheme } from './frame/frame-theme.js';
export { generateFrameKeys } from './frame/frame-keys.js';
export type { ShortClaims } from './claims/short-claims.js';
export type { StoreClock } from './claims/store-clock.js';
export { createMemoryStore } from './claims/memory-store.js';
export { Refusal, type RefusalLimit, type RefusalOptions } from './refusal.js';
export { receiptOf } from './attempts/receipt-of.js';
export type { MerchantDefaults, TransactionType } from './option-rules.js';
export type { OrderAction } from '../core/pay-api.js';
export type { ReceiptTransaction } from '../core/receipt-transaction.js';
export type { RefusalCode } from '../core/refusals.js';
export {
  createOrderTokens,
  type OrderAlgorithm,
  type OrderKey,
  type OrderTokenOptions,
  type OrderTokens,
  type ShopperReading,
  type TokenProblem,
  type TokenReading,
} from './order-tokens/order-token.js';
export type { TokenOrder } from './order-tokens/order-token-claims.js';
export type { CardBrandId, CardType } from '../core/card/brand.js';
export type { Surcharges } from './keys/surcharge.js';
export type { MismatchReport } from './notices/mismatch-report.js';
