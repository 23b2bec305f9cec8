/**
 * References that a shopper gives: only those that the shop's `priceOrder` has named for this order, within the service's
 * limits and the shop's own. They become terms of the claim like all others: fixed in the AuthKey and compared with the
 * result, and a changed one is another claim.
 */
import {
  checkReference,
  REFERENCE_LENGTH,
  REFERENCE_NAMES,
  type ReferenceName,
  type References,
  trimReference,
} from '../core/reference.js';
import { Refusal } from './refusal.js';
import type { PricedOrder, ShopperReference } from './signer-options.js';

/**
 * The references of a key request, trimmed.
 * @throws Refusal `reference_refused`, which names the reference and never says what stood in it; `bad_request`
 */
export function readReferences(allowed: readonly ShopperReference[], given: unknown): References {
  const members: unknown = given ?? {};
  if (typeof members !== 'object' || members === null || Array.isArray(members)) throw notReferences();
  const entries = Object.entries(members).map(([name, value]) => {
    if (typeof value !== 'string') throw notReferences();
    return [name, trimReference(value)] as const;
  });
  const texts = new Map(entries);
  for (const [name, text] of texts) {
    if (text !== '' && !allowed.some((rule) => rule.name === name)) {
      throw new Refusal('bad_request', 'A shopper may not give this reference: see shopperReferences of priceOrder');
    }
  }
  const read: Partial<Record<ReferenceName, string>> = {};
  for (const { name, ...rule } of allowed) {
    const text = texts.get(name) ?? '';
    const problem = checkReference(text, rule);
    if (problem) {
      throw new Refusal('reference_refused', `${name} is refused: ${problem}`, { reference: { name, problem } });
    }
    if (text !== '') read[name] = text;
  }
  return read;
}

/** The shop's own rules, checked. @throws RangeError naming what is wrong */
export function readRules({ shopperReferences = [] }: PricedOrder): readonly ShopperReference[] {
  const names = shopperReferences.map(({ name }) => name);
  for (const { name, longest = REFERENCE_LENGTH } of shopperReferences) {
    if (!REFERENCE_NAMES.includes(name)) throw new RangeError('shopperReferences takes crn1, crn2 and crn3');
    if (!Number.isSafeInteger(longest) || longest < 1 || longest > REFERENCE_LENGTH) {
      throw new RangeError(`shopperReferences: longest of ${name} must be 1 to ${REFERENCE_LENGTH}`);
    }
  }
  if (new Set(names).size < names.length) throw new RangeError('shopperReferences names a reference twice');
  return shopperReferences;
}

function notReferences(): Refusal {
  return new Refusal('bad_request', 'references must be an object of texts');
}
