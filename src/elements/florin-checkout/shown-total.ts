import type { CheckoutState } from '../../checkout/contract.js';
import { brandOfId, type CardBrandId } from '../../core/card/brand.js';
import type { Money } from '../../core/money/money.js';

/** What a shopper is shown of the price. */
export interface ShownTotal {
  /** In all, surcharge included. */
  readonly amount: Money;
  /** Part of `amount`, for the card that is typed; absent when there is none. */
  readonly surcharge?: Money;
  /** The brand that the surcharge is for. */
  readonly brand?: CardBrandId;
}

/** The service's type of a card; empty when it has none, or the brand is not known. */
export function cardTypeOf(brand: CardBrandId | undefined): string {
  return brandOfId(brand)?.cardType ?? '';
}

/** The price of this brand's card as the signer has said it, or else as the page has. */
export function totalOf(
  { amount, surcharge, surcharges }: CheckoutState,
  brand: CardBrandId | undefined,
  declared: Money | undefined,
): ShownTotal | undefined {
  if (!amount) return declared && { amount: declared };
  const { currency } = amount;
  const base = amount.minor - (surcharge?.minor ?? 0);
  const added = surcharges ? (surcharges[cardTypeOf(brand)] ?? 0) : 0;
  if (added === 0 || !brand) return { amount: { minor: base, currency } };
  return { amount: { minor: base + added, currency }, surcharge: { minor: added, currency }, brand };
}
