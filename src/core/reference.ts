/**
 * References of a payment (Crn1 to Crn3) that a shopper may type, such as the number of a bill or of a customer. The
 * allowed characters are a choice of Florin: the signer compares the service's answer with what was agreed, so a
 * character that a system between them could trim, fold or escape is refused.
 */
import { passesLuhn } from './card/luhn.js';

/** The names of the references, in the order of the service. */
export const REFERENCE_NAMES = ['crn1', 'crn2', 'crn3'] as const;
/** The name of a reference: `crn1` is Crn1 of the service. */
export type ReferenceName = (typeof REFERENCE_NAMES)[number];

/** References by name; empty ones are left out. */
export type References = Partial<Readonly<Record<ReferenceName, string>>>;

/** The longest reference that the service stores. docs/wire/rest-interface.md, "Limits". */
export const REFERENCE_LENGTH = 50;

/** Why a reference is refused. `card`: it could be a card number. `format`: it does not match the shop's pattern. */
export type ReferenceProblem = 'empty' | 'too_long' | 'characters' | 'card' | 'format';

/** The format of a reference that a shopper may type. */
export interface ReferenceRule {
  /** Refuses an empty reference. Default false. */
  readonly isRequired?: boolean | undefined;
  /** Characters; at most 50, which is the default. */
  readonly longest?: number | undefined;
  /** The whole text has to match it. Default: any text of the allowed characters. */
  readonly pattern?: RegExp | undefined;
}

/** What is wrong with a trimmed reference; undefined when it can be sent. */
export function checkReference(
  text: string,
  { isRequired, longest, pattern }: ReferenceRule,
): ReferenceProblem | undefined {
  if (text === '') return isRequired ? 'empty' : undefined;
  if (isCardLike(text)) return 'card';
  if (text.length > Math.min(longest ?? REFERENCE_LENGTH, REFERENCE_LENGTH)) return 'too_long';
  if (!/^[A-Za-z0-9 _./#:,()+@-]+$/.test(text)) return 'characters';
  const match = pattern && new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).exec(text);
  return !pattern || match?.[0] === text ? undefined : 'format';
}

const LONGEST_CARD = 19;

/** Whether 13 to 19 digits of the text, in whatever groups, pass the Luhn check. */
export function isCardLike(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  return groups.some((_, start) => {
    let digits = '';
    // More groups have more digits: a text of any length is read once.
    return groups.slice(start, start + LONGEST_CARD).some((group) => {
      digits += group.slice(0, LONGEST_CARD + 1);
      return digits.length >= 13 && digits.length <= LONGEST_CARD && passesLuhn(digits);
    });
  });
}
