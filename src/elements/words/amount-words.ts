/** The words of the amount and its surcharge. See field-words.ts. */

const english = {
  order: 'Order',
  surcharge: (brand: string) => `${brand} surcharge`,
  total: 'Total',
};

/** The table of one language. */
export type AmountWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function amountWords(_locale: string): AmountWords {
  return english;
}
