/**
 * Reads the rules for references that the shopper may type from an order token. A token is flat, so
 * the rules are a text: `crn2:required:digits:8-12 crn3:20`. Regular expressions are not allowed,
 * so that the time of a check does not depend on the typed text.
 */
import { REFERENCE_LENGTH, REFERENCE_NAMES } from '../../core/reference.js';
import type { ShopperReference } from '../signer-options.js';

const RULE = new RegExp(`^(${REFERENCE_NAMES.join('|')})(:required)?(:digits)?(?::(?:(\\d{1,2})-)?(\\d{1,2}))?$`);

/** The rules, in the token's order; undefined if the text is invalid or names a reference twice. */
export function readReferenceRules(text: string): readonly ShopperReference[] | undefined {
  const rules = text.split(' ').map(readRule);
  const known = rules.filter((rule) => rule !== undefined);
  const names = new Set(known.map(({ name }) => name));
  return known.length === rules.length && names.size === rules.length ? known : undefined;
}

function readRule(text: string): ShopperReference | undefined {
  const [, word, required, digits, least = '1', most] = RULE.exec(text) ?? [];
  const name = REFERENCE_NAMES.find((each) => each === word);
  const [shortest, longest] = [Number(least), Number(most ?? REFERENCE_LENGTH)];
  if (!name || shortest < 1 || longest > REFERENCE_LENGTH || shortest > longest) return undefined;
  return {
    name,
    isRequired: required !== undefined,
    longest,
    pattern: new RegExp(`${digits ? '\\d' : '.'}{${shortest},${longest}}`),
  };
}
