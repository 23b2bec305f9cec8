/**
 * Orders whose version only ever rises, as those of order tokens do: a token with an older price must not bring the old
 * price back, however late it is presented. What was claimed before decides, so it holds after a restart and in any number
 * of processes: a claim's attempt number is taken once, and who adds it has looked at all claims before it.
 */
import type { ReferenceName } from '../core/reference.js';
import type { Claim, Terms } from './claim.js';
import { isSameTerms } from './claim.js';
import { refuseOrder } from './refusal.js';
import { withoutSurcharge } from './surcharge.js';

const VERSION = /^\d{1,15}$/;

/** @throws RangeError for a version that is no whole number */
function readVersion(version: string): number {
  if (!VERSION.test(version)) throw new RangeError('version must be a whole number where orderVersions is "rising"');
  return Number(version);
}

/**
 * @throws Refusal `order_refused` when a claim of a later version is there, or one of the same version with other terms
 */
export function assertNotOutdated(
  claims: readonly Claim[],
  terms: Terms,
  shopperReferences: readonly ReferenceName[] = [],
): void {
  const version = readVersion(terms.version);
  const typed = Object.fromEntries(shopperReferences.map((name) => [name, '']));
  const agreedIn = (one: Terms): Terms => ({ ...priceOf(withoutSurcharge(one)), ...typed });
  const agreed = agreedIn(terms);
  for (const claim of claims) {
    const claimed = VERSION.test(claim.terms.version) ? Number(claim.terms.version) : -1;
    if (claimed > version || (claimed === version && !isSameTerms(agreedIn(claim.terms), agreed))) throw refuseOrder();
  }
}

/** Which card pays, and whose the card will be, is the shopper's choice and no part of the price. */
function priceOf({ dvToken: _, owner: __, ...agreed }: Terms): Terms {
  return agreed;
}
