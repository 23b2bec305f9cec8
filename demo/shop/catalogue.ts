/** The products of the shop: six kinds of roasted coffee. Prices are whole dollars, so that every total ends in 00 cents. */

/** The shop's one currency (ISO 4217); all its prices are minor units of it. */
export const CURRENCY = 'AUD';

/** The shop's name, as on its pages and receipts. */
export const SHOP_NAME = 'Wattlebird Coffee';

/** How a shopper reaches the shop, on its own pages and in the checkout. */
export const SUPPORT = { email: 'hello@wattlebird.example', phone: '+61 2 5550 0142' };

/** The grinds of a bag; the key is used in forms and stored with the cart line. */
export const GRINDS = {
  whole: 'Whole beans',
  espresso: 'Ground for espresso',
  filter: 'Ground for filter',
  plunger: 'Ground for plunger',
} as const;
export type Grind = keyof typeof GRINDS;

/** Sizes of bag, with their texts. */
export const SIZES = { small: '250 g', large: '1 kg' } as const;
export type Size = keyof typeof SIZES;

/** One kind of coffee. Prices in minor units of {@link CURRENCY}. */
export interface Product {
  /** Name of the product in URLs and picture files. */
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  readonly price: Readonly<Record<Size, number>>;
  readonly notes: readonly string[];
  /** One sentence for the list. */
  readonly summary: string;
  readonly story: string;
  /** From 1 (light) to 5 (dark). */
  readonly roast: 1 | 2 | 3 | 4 | 5;
  readonly origin: string;
  readonly process: string;
  readonly goodFor: string;
}

export const PRODUCTS: readonly Product[] = [
  {
    slug: 'daybreak',
    name: 'Daybreak',
    kind: 'House blend',
    price: { small: 2200, large: 7600 },
    notes: ['milk chocolate', 'orange', 'almond'],
    summary: 'The one we drink ourselves before the roaster is warm.',
    story:
      'A sweet and even blend of Colombian and Brazilian coffees. It is round with milk and bright enough without, forgives a hurried morning, and tastes the same in March as it does in September.',
    roast: 3,
    origin: 'Huila, Colombia and Cerrado, Brazil',
    process: 'Washed and natural',
    goodFor: 'Espresso, plunger, stovetop',
  },
  {
    slug: 'meadow',
    name: 'Meadow',
    kind: 'Single origin',
    price: { small: 2600, large: 9000 },
    notes: ['jasmine', 'white peach', 'lemon'],
    summary: 'Light, floral and clear: a filter coffee that smells of tea.',
    story:
      'Grown in small gardens around Yirgacheffe, at over two thousand metres, and roasted as lightly as we dare. Brew it a little cooler than usual and let it stand for a minute; the peach comes out as it cools.',
    roast: 1,
    origin: 'Yirgacheffe, Ethiopia',
    process: 'Washed',
    goodFor: 'Pour-over, filter, cold brew',
  },
  {
    slug: 'volcan',
    name: 'Volcán',
    kind: 'Single origin',
    price: { small: 2500, large: 8600 },
    notes: ['cocoa', 'red apple', 'caramel'],
    summary: 'Volcanic soil, cold nights, and a long caramel finish.',
    story:
      'From three neighbouring farms on the slopes above Antigua, where the days are hot and the nights nearly freeze. Slow cherries make dense beans, and dense beans make a cup with a clear start and a long end.',
    roast: 3,
    origin: 'Antigua, Guatemala',
    process: 'Washed',
    goodFor: 'Filter, espresso, AeroPress',
  },
  {
    slug: 'highland-fog',
    name: 'Highland Fog',
    kind: 'Single origin',
    price: { small: 2400, large: 8200 },
    notes: ['black tea', 'plum', 'brown sugar'],
    summary: 'Soft and deep, for slow afternoons and rain on the roof.',
    story:
      'Small growers in the Eastern Highlands carry their cherries down to one shared mill. The cup is gentle and dark-fruited with very little acidity: the coffee to give to somebody who says that they do not like light roasts.',
    roast: 2,
    origin: 'Eastern Highlands, Papua New Guinea',
    process: 'Washed, sun dried',
    goodFor: 'Filter, plunger, batch brew',
  },
  {
    slug: 'night-ferry',
    name: 'Night Ferry',
    kind: 'Espresso blend',
    price: { small: 2100, large: 7200 },
    notes: ['dark chocolate', 'molasses', 'hazelnut'],
    summary: 'Dark, heavy and steady. Stands up to any amount of milk.',
    story:
      'Our darkest roast, named after the last boat home. Brazilian and Indian coffees give it weight and a thick crema; we stop the roast just before smoke, so it stays sweet.',
    roast: 5,
    origin: 'Cerrado, Brazil and Chikmagalur, India',
    process: 'Natural and monsooned',
    goodFor: 'Espresso, flat white, moka pot',
  },
  {
    slug: 'quiet-hour',
    name: 'Quiet Hour',
    kind: 'Decaf',
    price: { small: 2300, large: 7900 },
    notes: ['malt', 'dried fig', 'honey'],
    summary: 'All of the evening and none of the lying awake.',
    story:
      'Decaffeinated at origin with cane sugar and spring water, then roasted like any coffee that we care about. Put it in front of a friend and say nothing.',
    roast: 3,
    origin: 'Tolima, Colombia',
    process: 'Sugar cane decaf',
    goodFor: 'Anything, at any hour',
  },
];

/** Finds a product by its slug. */
export function findProduct(slug: string): Product | undefined {
  return PRODUCTS.find((product) => product.slug === slug);
}

/** Delivery in minor units: flat, and free from sixty dollars on. */
export function deliveryFee(subtotal: number): number {
  return subtotal >= 6000 ? 0 : 800;
}
