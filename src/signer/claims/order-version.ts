/**
 * Orders whose version only rises, as with order tokens: a token with an older price must not
 * restore the old price, however late it arrives. The existing claims decide, so the rule holds
 * after a restart and in any number of processes: an attempt number is used once, and a request
 * reads all claims before it adds one.
 */
import type { ReferenceName } from '../../core/reference.js';
import { withoutSurcharge } from '../keys/surcharge.js';
import { refuseOrder } from '../refusal.js';
import type { Claim, Terms } from './claim.js';
import { isSameTerms } from './claim.js';

const VERSION = /^\d{1,15}$/;

/** @throws RangeError for a version that is not a whole number */
function readVersion(version: string): number {
  if (!VERSION.test(version)) throw new RangeError('version must be a whole number where orderVersions is "rising"');
  return Number(version);
}

/**
 * @throws Refusal `order_refused` when a claim of a later version exists, or one of the same
 * version with other terms
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

/**
 * The saved card that pays, and the owner of the card, are the shopper's choice and not part of the
 * price.
 */
function priceOf({ dvToken: _, owner: __, ...agreed }: Terms): Terms {
  return agreed;
}
