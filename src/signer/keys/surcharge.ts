/**
 * Surcharges by card type. Before a payment only the scheme is known, from the number's first
 * digits, not whether a card is debit or credit. A key is priced for all card types with one
 * surcharge. A payment with a card of another type on it is a mismatch, so that a changed script
 * cannot avoid a surcharge.
 */
import { CARD_TYPES, type CardType } from '../../core/card/brand.js';
import { addMoney, type Money } from '../../core/money/money.js';
import type { Terms } from '../claims/claim.js';
import type { PricedOrder, SignerOptions } from '../signer-options.js';

/** All other types that the service may report: they never have a surcharge. */
const OTHER = 'other';

/** The surcharge of each card type, in minor units, zeros included. */
export type Surcharges = Readonly<Record<CardType, number>>;

/** Asks the shop about every card type. Rejects when its function throws. */
export function askSurcharges(surcharge: NonNullable<SignerOptions['surcharge']>, order: PricedOrder) {
  return Promise.all(CARD_TYPES.map(async (type) => surcharge(order, type)));
}

/** @throws RangeError when an answer of the shop is not an amount in the order's currency */
export function readSurcharges(amounts: readonly (Money | null | undefined)[], price: Money): Surcharges {
  return Object.fromEntries(
    CARD_TYPES.map((type, index) => [type, readSurcharge(amounts[index], price)]),
  ) as Surcharges;
}

/** The terms with the surcharge of a card type; without a surcharge if the text is not a card type. */
export function withSurcharge(terms: Terms, surcharges: Surcharges | undefined, cardType: unknown): Terms {
  if (!surcharges) return terms;
  const minor = isCardType(cardType) ? surcharges[cardType] : 0;
  const alike = CARD_TYPES.filter((type) => surcharges[type] === minor);
  return {
    ...terms,
    amount: addMoney(terms.amount, { ...terms.amount, minor }),
    cardTypes: minor === 0 ? [...alike, OTHER] : alike,
    ...(minor > 0 && { surcharge: minor }),
  };
}

/** The agreed terms before any surcharge. */
export function withoutSurcharge({ cardTypes: _, surcharge = 0, ...terms }: Terms): Terms {
  return { ...terms, amount: { ...terms.amount, minor: terms.amount.minor - surcharge } };
}

/** Whether a card of this type may pay at these terms. */
export function isPricedFor({ cardTypes }: Terms, cardType: string | null | undefined): boolean {
  return cardTypes === undefined || cardTypes.includes(isCardType(cardType) ? cardType : OTHER);
}

function isCardType(value: unknown): value is CardType {
  return (CARD_TYPES as readonly unknown[]).includes(value);
}

function readSurcharge(amount: Money | null | undefined, { currency }: Money): number {
  if (!amount) return 0;
  if (!Number.isSafeInteger(amount.minor) || amount.minor < 0) {
    throw new RangeError('surcharge must be a whole number of minor units, 0 or above');
  }
  if (amount.currency !== currency) throw new RangeError("surcharge must be in the order's currency");
  return amount.minor;
}
