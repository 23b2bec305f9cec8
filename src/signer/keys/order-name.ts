/**
 * Whether a shop's name of an order can be used: it is part of URLs, the store and signed tokens.
 * `.` and `..` are path segments and lead elsewhere; no store can keep a NUL or half a surrogate
 * pair unchanged.
 */
export function isOrderName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[\0\p{Surrogate}]/u.test(text);
}

/** For messages. */
export const ORDER_RULE = 'must be text without NUL and without half a surrogate pair, and neither . nor ..';
