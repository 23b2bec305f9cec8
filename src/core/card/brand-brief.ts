/**
 * Stands for brand.ts in the page half of frame isolation, where no number is typed: what cards are called, and by whom.
 * test/core/card/brand.test.ts holds it to the whole table. See vite.isolated.config.ts.
 */
import type { CardBrand } from './brand.js';

type BriefBrand = Pick<CardBrand, 'id' | 'name' | 'cardType'>;

const brand = (id: CardBrand['id'], name: string, cardType: CardBrand['cardType']): BriefBrand => ({
  id,
  name,
  cardType,
});

export const CARD_BRANDS: readonly BriefBrand[] = [
  brand('visa', 'Visa', 'VC'),
  brand('mastercard', 'Mastercard', 'MC'),
  brand('amex', 'American Express', 'AX'),
  brand('diners', 'Diners Club', 'DC'),
  brand('jcb', 'JCB', 'JC'),
  brand('discover', 'Discover', null),
  brand('unionpay', 'UnionPay', null),
];

export const brandOfCardType = (cardType: string): BriefBrand | undefined =>
  CARD_BRANDS.find((brand) => brand.cardType === cardType);
