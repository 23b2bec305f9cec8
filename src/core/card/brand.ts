/**
 * Card brands by the first digits of the number (ISO/IEC 7812-1). The table is frozen: what a shop accepts is an
 * argument, never module state.
 *
 * Left out on purpose: eftpos. Nearly all eftpos cards in Australia carry a Visa or Mastercard number and are found as
 * such; the ranges of the others are kept behind a login and change from week to week, so no list here could be right.
 */

/** Names a brand in attributes (`accepted-brands`) and in code. */
export type CardBrandId = 'visa' | 'mastercard' | 'amex' | 'diners' | 'jcb' | 'discover' | 'unionpay';

/** What is printed on the cards of one brand. */
export interface CardBrand {
  readonly id: CardBrandId;
  /** As the shopper knows it. */
  readonly name: string;
  /** The service's CardType; `null` where it has none. REST manual, "Enumerations". */
  readonly cardType: 'VC' | 'MC' | 'AX' | 'DC' | 'JC' | null;
  /** First digits: one prefix, or the first and the last of a range of the same length. */
  readonly prefixes: readonly (string | readonly [first: string, last: string])[];
  /** Numbers of digits that occur; the usual one first. */
  readonly lengths: readonly [usual: number, ...others: number[]];
  /** How many digits stand before each gap, at the usual length. */
  readonly gaps: readonly number[];
  /** Digits of the security code. */
  readonly cvnLength: 3 | 4;
}

const FOURS = [4, 8, 12, 16];

/** Every brand that can be told apart, in the order in which a form shows them. */
export const CARD_BRANDS: readonly CardBrand[] = /* @__PURE__ */ Object.freeze<CardBrand[]>([
  brand('visa', 'Visa', 'VC', ['4'], [16, 18, 19]),
  brand(
    'mastercard',
    'Mastercard',
    'MC',
    [
      ['51', '55'],
      ['2221', '2720'],
    ],
    [16],
  ),
  brand('amex', 'American Express', 'AX', ['34', '37'], [15], [4, 10], 4),
  brand('diners', 'Diners Club', 'DC', [['300', '305'], '3095', '36', ['38', '39']], [14, 15, 16, 17, 18, 19], [4, 10]),
  brand('jcb', 'JCB', 'JC', [['3528', '3589']], [16, 17, 18, 19]),
  brand('discover', 'Discover', null, ['6011', ['644', '649'], '65'], [16, 17, 18, 19]),
  brand('unionpay', 'UnionPay', null, ['62', ['810', '817']], [16, 17, 18, 19]),
]);

/**
 * Every brand that a number beginning with `digits` can still be, of those in `accepted` (ids; all when absent).
 * No digits: all of them. Several brands only in the first digits, never in a whole number.
 */
export function detectBrands(digits: string, accepted?: readonly string[]): readonly CardBrand[] {
  return CARD_BRANDS.filter((brand) => (!accepted || accepted.includes(brand.id)) && canBe(brand, digits));
}

/** The one brand that a number beginning with `digits` must be; `undefined` while there are several, or none. */
export function detectBrand(digits: string, accepted?: readonly string[]): CardBrand | undefined {
  const brands = digits === '' ? [] : detectBrands(digits, accepted);
  return brands.length === 1 ? brands[0] : undefined;
}

/** The brand of a receipt's CardType (`VC`, `MC`, `AX`, `DC`, `JC`). */
export function brandOfCardType(cardType: string): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand.cardType === cardType);
}

/** How many digits stand before each gap of a number of `length` digits. Longer than usual: groups of four. */
export function gapsOf(brand: CardBrand | undefined, length: number): readonly number[] {
  return brand && (length <= brand.lengths[0] || brand.lengths.length === 1) ? brand.gaps : FOURS;
}

function canBe(brand: CardBrand, digits: string): boolean {
  return brand.prefixes.some((prefix) => {
    const [first, last] = typeof prefix === 'string' ? [prefix, prefix] : prefix;
    const start = digits.slice(0, first.length);
    return start >= first.slice(0, start.length) && start <= last.slice(0, start.length);
  });
}

/* @__NO_SIDE_EFFECTS__ */
function brand(
  id: CardBrandId,
  name: string,
  cardType: CardBrand['cardType'],
  prefixes: CardBrand['prefixes'],
  lengths: CardBrand['lengths'],
  gaps: readonly number[] = FOURS,
  cvnLength: 3 | 4 = 3,
): CardBrand {
  return Object.freeze({ id, name, cardType, prefixes, lengths, gaps, cvnLength });
}
