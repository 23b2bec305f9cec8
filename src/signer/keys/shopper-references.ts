/**
 * References that a shopper types: only those that the shop's `priceOrder` allows for this order,
 * within the limits of the service and of the shop. They become terms of the claim: fixed in the
 * AuthKey and compared with the result. A changed reference needs another claim.
 */
import { collapseBlanks } from '../../core/collapse-blanks.js';
import {
  checkReference,
  REFERENCE_LENGTH,
  REFERENCE_NAMES,
  type ReferenceName,
  type References,
} from '../../core/reference.js';
import { Refusal } from '../refusal.js';
import type { PricedOrder, ShopperReference } from '../signer-options.js';

/**
 * The references of a key request, trimmed.
 * @throws Refusal `reference_refused`, which names the reference but never its value; `bad_request`
 */
export function readReferences(allowed: readonly ShopperReference[], given: unknown): References {
  const members: unknown = given ?? {};
  if (typeof members !== 'object' || members === null || Array.isArray(members)) throw notReferences();
  const entries = Object.entries(members).map(([name, value]) => {
    if (typeof value !== 'string') throw notReferences();
    return [name, collapseBlanks(value)] as const;
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

/** The shop's own rules, checked. @throws RangeError naming the wrong rule */
export function readRules({ shopperReferences = [] }: PricedOrder): readonly ShopperReference[] {
  const names = shopperReferences.map(({ name }) => name);
  for (const { name, longest = REFERENCE_LENGTH } of shopperReferences) {
    if (!REFERENCE_NAMES.includes(name)) throw new RangeError('shopperReferences must name crn1, crn2 or crn3');
    if (!Number.isSafeInteger(longest) || longest < 1 || longest > REFERENCE_LENGTH) {
      throw new RangeError(`shopperReferences: longest of ${name} must be 1 to ${REFERENCE_LENGTH}`);
    }
  }
  if (new Set(names).size < names.length) throw new RangeError('shopperReferences names a reference twice');
  return shopperReferences;
}

function notReferences(): Refusal {
  return new Refusal('bad_request', 'references must be an object whose values are text');
}
