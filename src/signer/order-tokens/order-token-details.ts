/**
 * Details of a payment in an order token. A token is flat, so a member's name is its path:
 * `customer.address.city`, `orderDetails.items.0.sku`.
 */
import type { PaymentDetails } from '../keys/payment-details.js';
import { findDetail } from '../keys/write-details.js';
import type { Member } from './order-token-members.js';

type Claims = ReadonlyMap<string, Member>;
interface Node {
  [step: string]: Node | Member;
}

/**
 * Whether a token may have a member of this name. The mail address is named `email` there, as in a
 * shopper token.
 */
export function isDetail(name: string): boolean {
  return name !== 'customerEmail' && findDetail(name) !== undefined;
}

/** The first detail with a wrong value. */
export function findWrongDetail(claims: Claims): string | undefined {
  return [...claims].find(([name, value]) => isDetail(name) && !findDetail(name)?.isRight(value))?.[0];
}

/** The details, in the form of a priced order. */
export function readDetails(claims: Claims): PaymentDetails {
  const details: Node = {};
  for (const [path, value] of claims) if (isDetail(path)) put(details, path.split('.'), value);
  return details;
}

/** Steps are names from the table or numbers, so prototype members cannot be reached. */
function put(node: Node, [step = '', ...others]: readonly string[], value: Member): void {
  const [next] = others;
  if (next === undefined) node[step] = value;
  else put((node[step] ??= (/^\d/.test(next) ? [] : {}) as Node) as Node, others, value);
}
