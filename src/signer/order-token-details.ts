/**
 * Details of a payment in an order token. A token is flat, so a member's name is its path: `customer.address.city`,
 * `orderDetails.items.0.sku`.
 */
import type { Member } from './order-token-members.js';
import type { PaymentDetails } from './payment-details.js';
import { findDetail } from './write-details.js';

type Claims = ReadonlyMap<string, Member>;
interface Node {
  [step: string]: Node | Member;
}

/** Whether a token may have a member of this name. The address for mail is `email` there, as in a token of a shopper. */
export function isDetail(name: string): boolean {
  return name !== 'customerEmail' && findDetail(name) !== undefined;
}

/** The first detail whose value is wrong. */
export function findWrongDetail(claims: Claims): string | undefined {
  return [...claims].find(([name, value]) => isDetail(name) && !findDetail(name)?.isRight(value))?.[0];
}

/** The details, as a priced order has them. */
export function readDetails(claims: Claims): PaymentDetails {
  const details: Node = {};
  for (const [path, value] of claims) if (isDetail(path)) put(details, path.split('.'), value);
  return details;
}

/** The steps are names of the table or numbers, so nothing else than a member can be reached by them. */
function put(node: Node, [step = '', ...others]: readonly string[], value: Member): void {
  const [next] = others;
  if (next === undefined) node[step] = value;
  else put((node[step] ??= (/^\d/.test(next) ? [] : {}) as Node) as Node, others, value);
}
