/** The words of the receipt. See field-words.ts. */
import { wordsOf } from '../locale.js';

const english = {
  outcomes: { approved: 'Approved', declined: 'Declined', failed: 'Not paid' },
  testNote: 'Test payment: no money moved',
  paidTo: 'Paid to',
  /** In its place where nothing was paid. */
  shop: 'Shop',
  date: 'Date',
  card: 'Card',
  cardText: (brand: string, digits: string) => `${brand} •••• ${digits}`,
  spokenCard: (brand: string, digits: string) => `${brand} ending in ${digits}`,
  anyCard: 'Card',
  expires: (expiry: string) => `expires ${expiry}`,
  number: 'Receipt number',
  references: 'Reference',
  surcharge: 'Includes surcharge',
  more: 'Details for support',
  authorisation: 'Authorisation',
  transaction: 'Transaction',
  answer: 'Answer',
  copy: 'Copy',
  copied: 'Copied',
  print: 'Print',
  looking: 'Looking up your receipt…',
  missing: 'There is no receipt to show here. The shop can send you one.',
  notPaid: 'This order has not been paid.',
};

/** The table of one language. */
export type ReceiptWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function receiptWords(locale: string): ReceiptWords {
  return wordsOf('receipt', english, locale);
}
