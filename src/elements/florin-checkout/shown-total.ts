import type { ReactiveElement } from 'lit';
import type { CheckoutState } from '../../checkout/contract.js';
import { brandOfId, type CardBrandId } from '../../core/card/brand.js';
import type { Money } from '../../core/money/money.js';

/** The price as shown to a shopper. */
export interface ShownTotal {
  /** In total, including the surcharge. */
  readonly amount: Money;
  /** Part of `amount`, for the typed card; absent if there is none. */
  readonly surcharge?: Money;
  /** The brand that the surcharge is for. */
  readonly brand?: CardBrandId;
}

/** A checkout, for elements that show its price. */
export interface PricedElement extends ReactiveElement {
  readonly price: ShownTotal | undefined;
}

/** The service's name of a card type; empty if it has none, or if the brand is unknown. */
export function cardTypeOf(brand: CardBrandId | undefined): string {
  return brandOfId(brand)?.cardType ?? '';
}

/** The price for a card of this brand, from the signer, or from the page if the signer has not reported it. */
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
