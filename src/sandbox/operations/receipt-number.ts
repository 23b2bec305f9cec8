/** Receipt numbers: 11 digits, the last four are the transaction number's. docs/wire/rest.md section 3, "Numbers". */

const TAIL = 10_000;
const HEAD = 10_000_000;
/** Coprime to {@link HEAD}: a head repeats only after 10,000,000 others. */
const STEP = 7_919;
const START = 4_931_641;

/** The receipt number of a transaction number. Two numbers below 10^11 never share one. */
export function createReceiptNumber(txnNumber: number): string {
  const head = (START + (Math.floor(txnNumber / TAIL) % HEAD) * STEP) % HEAD;
  return String(head).padStart(7, '0') + String(txnNumber % TAIL).padStart(4, '0');
}
