/**
 * `florin-server/signer`: the shop's server side of a payment, for every runtime with `Request` and
 * `Response`.
 */
export type { FormPart } from './form-part.js';
export type { TokenFormOf } from './token-form.js';
export { createSigner, type RequestOrigin, type Signer } from './signer.js';
export type {
  CspReport,
  MismatchReport,
  PricedOrder,
  ServiceAccount,
  ServiceConnection,
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
} from './payment-details.js';
export type { OpenTelemetry } from './open-telemetry.js';
export type { PaymentService } from './payment-service.js';
export type { Reconciliation } from './reconcile.js';
export type { Health } from './health.js';
export type { AgreedTerms, CurrentTerms } from './agreed-terms.js';
export { CALL_LIMITS, type CallCounter, type CallLimit, type CallLimits, type TryCounter } from './call-limits.js';
export type { Claim, ClaimState, Terms } from './claim.js';
export type { ClaimStore } from './claim-store.js';
export {
  createEntry,
  stateAfter,
  type EntryKind,
  type Finding,
  type LedgerEntry,
  type NoticeState,
  type OrderRecord,
  type RecordedFinding,
} from './ledger-entry.js';
export { createFramePage, type FramePage, type FramePageOptions } from './frame-page.js';
export { generateFrameKeys } from './frame-keys.js';
export { createMemoryStore } from './memory-store.js';
export { receiptOf } from './receipt-of.js';
export type { ReceiptTransaction } from '../core/receipt-transaction.js';
export {
  createOrderTokens,
  type OrderAlgorithm,
  type OrderKey,
  type OrderTokenOptions,
  type OrderTokens,
  type TokenProblem,
  type TokenReading,
} from './order-token.js';
export type { CardType } from '../core/card/brand.js';
export type { Surcharges } from './surcharge.js';
