/** The words of the amount and its surcharge. See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  order: 'Order',
  surcharge: (brand: string) => `${brand} surcharge`,
  total: 'Total',
};

/** The table of one language. */
export type AmountWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function amountWords(locale: string): AmountWords {
  return wordsOf('amount', english, locale);
}
