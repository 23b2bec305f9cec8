/** The expiry of a card: on the wire and in the store it is `MMYY`. */

/** An expiry as two pairs of digits. Month `99` exists only in test rules. */
export interface Expiry {
  /** `01` to `12`, or `99`. */
  readonly month: string;
  readonly year: string;
}

/** Splits a stored expiry. */
export function splitExpiry(expiry: string): Expiry {
  return { month: expiry.slice(0, 2), year: expiry.slice(2) };
}

/** Writes an expiry as it is stored. */
export function writeExpiry({ month, year }: Expiry): string {
  return month + year;
}

/**
 * Splits an expiry as a caller sent it; empty for none. A value that is not MMYY becomes an invalid month, so that the one
 * rule for expiries refuses it.
 */
export function splitSentExpiry(text: string): {
  readonly expiryMonth: string | null;
  readonly expiryYear: string | null;
} {
  if (text === '') return { expiryMonth: null, expiryYear: null };
  const { month, year } = /^[0-9]{4}$/.test(text) ? splitExpiry(text) : { month: 'none', year: text };
  return { expiryMonth: month, expiryYear: year };
}
