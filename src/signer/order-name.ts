/**
 * Whether a shop's name of an order can be used: it stands in addresses, in the store and in signed tokens. `.` and `..` are
 * steps in an address and lead elsewhere; no store can keep a NUL or half a pair of surrogates as they are.
 */
export function isOrderName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[\0\p{Surrogate}]/u.test(text);
}

/** For messages. */
export const ORDER_RULE = 'must be text without NUL and without half a surrogate pair, and neither . nor ..';
