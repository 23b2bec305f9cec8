/** `florin/core`: card rules, money, outcomes and errors. It needs no DOM, no Node and no package. */
export {
  type CardBrand,
  type CardBrandId,
  CARD_BRANDS,
  brandOfCardType,
  detectBrand,
  detectBrands,
  gapsOf,
} from './card/brand.js';
export { type CardNumberRules, checkCardNumber } from './card/card-number.js';
export { checkCvn, longestCvn } from './card/cvn.js';
export { readDigits } from './card/digits.js';
export { type EditState, applyInput, smallestReplacement } from './card/edit.js';
export { editCardNumber, editCvn, formatCardNumber } from './card/edit-card-number.js';
export { editExpiry } from './card/edit-expiry.js';
export { type CardExpiry, type ExpiryRules, type Today, checkExpiry, readExpiry } from './card/expiry.js';
export type { CardFieldReason, CardFieldState } from './card/field-state.js';
export { HOLDER_NAME_LENGTH, checkHolderName } from './card/holder-name.js';
export { passesLuhn } from './card/luhn.js';
export { collapseBlanks } from './collapse-blanks.js';
export {
  FlorinError,
  type FlorinErrorAudience,
  type FlorinErrorCode,
  type FlorinErrorOptions,
  audienceOf,
  isFlorinError,
} from './errors.js';
export { currencyExponent, isCurrency } from './money/currency.js';
export { type Money, addMoney, createMoney, formatMoney, readMoney, writeMoney } from './money/money.js';
export {
  type ReferenceName,
  type ReferenceProblem,
  type ReferenceRule,
  type References,
  REFERENCE_LENGTH,
  REFERENCE_NAMES,
  checkReference,
  isCardLike,
} from './reference.js';
export type { ReceiptTransaction } from './receipt-transaction.js';
export type { RefusalCode } from './refusals.js';
export { type Advice, type Outcome, type OutcomeCodes, readOutcome } from './outcome.js';
export type {
  AuthKeyAnswer,
  AuthKeyGrant,
  AuthKeyRequest,
  CardsAnswer,
  OrderAction,
  OrderAnswer,
  OrderRequest,
  PageScheme,
  PaymentResult,
  PriceAnswer,
  PriceBeforeKey,
  ShopContact,
  Support,
  Wait,
  ProcessAnswer,
  ProcessRequest,
  Receipt,
  ReferencesRequest,
  RemoveCardRequest,
  ResultRequest,
  SavedCard,
  SignerRefusal,
  TokenKeyGrant,
  TokenKeyRequest,
  TokenResult,
} from './pay-api.js';
