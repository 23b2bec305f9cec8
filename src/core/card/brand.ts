/**
 * Card brands by the first digits of the number (ISO/IEC 7812-1). The table is frozen: the brands that a shop accepts are
 * an argument, never module state.
 *
 * Left out on purpose: eftpos, because nearly all eftpos cards in Australia carry a Visa or Mastercard number, and the
 * ranges of the others are not public and change every week; and JCB's 15-digit numbers (1800, 2131), because no card
 * uses them any more.
 */

/** Number and CVN rules of one brand. */
export interface CardBrand {
  /** Name in attributes and options: `visa`. */
  readonly id: CardBrandId;
  /** The name for shoppers. */
  readonly name: string;
  /** The service's CardType; `null` where it has none. docs/wire/rest.md section 7. */
  readonly cardType: CardType | null;
  /** First digits: a prefix, or the first and last prefix of a range. */
  readonly prefixes: readonly (string | readonly [first: string, last: string])[];
  /** Valid lengths in digits, the most common first. */
  readonly lengths: readonly [usual: number, ...others: number[]];
  /** The number of digits before each gap, at the most common length. */
  readonly gaps: readonly number[];
  /** Digits of the security code. */
  readonly cvnLength: 3 | 4;
}

const FOURS = [4, 8, 12, 16];

/**
 * The one table of brands, in the order in which a form shows them. Where ranges overlap, the narrowest decides, so a new
 * row needs no change of the others. Ids, card types and the reference page come from it; the icons, which load later, are
 * in src/elements/field/brand-icons.ts, one for each id.
 */
const ROWS = [
  {
    id: 'visa',
    name: 'Visa',
    cardType: 'VC',
    prefixes: ['4'],
    lengths: [16, 18, 19],
    gaps: FOURS,
    cvnLength: 3,
  },
  {
    id: 'mastercard',
    name: 'Mastercard',
    cardType: 'MC',
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: FOURS,
    cvnLength: 3,
  },
  {
    id: 'amex',
    name: 'American Express',
    cardType: 'AX',
    prefixes: ['34', '37'],
    lengths: [15],
    gaps: [4, 10],
    cvnLength: 4,
  },
  {
    id: 'diners',
    name: 'Diners Club',
    cardType: 'DC',
    prefixes: [['300', '305'], '3095', '36', ['38', '39']],
    lengths: [14, 15, 16, 17, 18, 19],
    gaps: [4, 10],
    cvnLength: 3,
  },
  {
    id: 'jcb',
    name: 'JCB',
    cardType: 'JC',
    prefixes: [['3528', '3589']],
    lengths: [16, 17, 18, 19],
    gaps: FOURS,
    cvnLength: 3,
  },
  {
    id: 'discover',
    name: 'Discover',
    cardType: null,
    prefixes: ['6011', ['644', '649'], '65'],
    lengths: [16, 17, 18, 19],
    gaps: FOURS,
    cvnLength: 3,
  },
  {
    id: 'unionpay',
    name: 'UnionPay',
    cardType: null,
    prefixes: ['62', ['8100', '8171']],
    lengths: [16, 17, 18, 19],
    gaps: FOURS,
    cvnLength: 3,
  },
] as const;

type Row = (typeof ROWS)[number];

/** Names a brand in attributes (`accepted-brands`) and in code. */
export type CardBrandId = Row['id'];

/** A brand as the service abbreviates it. docs/wire/rest.md section 7. */
export type CardType = NonNullable<Row['cardType']>;

/** All brands, in the order in which a form shows them. */
export const CARD_BRANDS: readonly CardBrand[] = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ ROWS.map((row: CardBrand) => Object.freeze(row)),
);

export const BRAND_IDS: readonly CardBrandId[] = /* @__PURE__ */ ROWS.map(({ id }) => id);

/** The service's card types. */
export const CARD_TYPES: readonly CardType[] = /* @__PURE__ */ ROWS.flatMap(({ cardType }) => cardType ?? []);

/**
 * Returns the brands whose numbers can start with `digits`: those in `accepted` (ids), or all. Without digits that is every
 * one of them; a complete number has at most one.
 */
export function detectBrands(digits: string, accepted?: readonly string[]): readonly CardBrand[] {
  return brandsAmong(CARD_BRANDS, digits).filter(({ id }) => !accepted || accepted.includes(id));
}

/** The brands of a table whose numbers can start with `digits`: where ranges overlap, the brand of the narrowest. */
export function brandsAmong(brands: readonly CardBrand[], digits: string): readonly CardBrand[] {
  let narrowest = 1;
  const widths = brands.map(({ prefixes }) =>
    Math.min(
      ...prefixes.map((prefix) => {
        const [first = '', last = first] = [prefix].flat();
        const start = digits.slice(0, first.length);
        // Wider than all numbers: not in this range.
        if (start < first.slice(0, start.length) || start > last) return 2;
        const width = (+last - +first + 1) / 10 ** first.length;
        if (start.length === first.length) narrowest = Math.min(narrowest, width);
        return width;
      }),
    ),
  );
  return brands.filter((_brand, index) => widths[index]! <= narrowest);
}

/** The only brand whose numbers can start with `digits`; `undefined` if there are several or none. */
export function detectBrand(digits: string, accepted?: readonly string[]): CardBrand | undefined {
  const brands = digits === '' ? [] : detectBrands(digits, accepted);
  return brands.length === 1 ? brands[0] : undefined;
}

/** The brand of an id; `undefined` for another text. */
export function brandOfId(id: string | undefined): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand.id === id);
}

/** The brand of a receipt's CardType (`VC`, `MC`, `AX`, `DC`, `JC`). */
export function brandOfCardType(cardType: string): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand.cardType === cardType);
}

/** The number of digits before each gap of a number of `length` digits. A number longer than usual has groups of four. */
export function gapsOf(brand: CardBrand | undefined, length: number): readonly number[] {
  return brand && (length <= brand.lengths[0] || brand.lengths.length === 1) ? brand.gaps : FOURS;
}
