/** The words of the receipt. See field-words.ts. */
import { receipt } from '../../languages/generated/english/receipt.js';
import { wordsOf } from '../locale.js';

/** The table of one language. */
export type ReceiptWords = Readonly<typeof receipt>;

/** The words for a BCP 47 locale. */
export function receiptWords(locale: string): ReceiptWords {
  return wordsOf('receipt', receipt, locale);
}
