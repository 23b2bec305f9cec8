/**
 * References of a payment (Crn1 to Crn3) as a shopper may type them: the number of a bill, of a customer. The source
 * document gives their length; the characters are a choice: what comes back from the service is compared with what was
 * agreed, so nothing is let through that a service on the way could trim, fold or escape.
 */
import { passesLuhn } from './card/luhn.js';

export const REFERENCE_NAMES = ['crn1', 'crn2', 'crn3'] as const;
export type ReferenceName = (typeof REFERENCE_NAMES)[number];

/** References by name; empty ones are left out. */
export type References = Partial<Readonly<Record<ReferenceName, string>>>;

/** Characters that the service keeps of each. Source document, "Limits". */
export const REFERENCE_LENGTH = 50;

/** Why a reference is not taken. `card`: it could be the number of a card. `format`: not as the shop's own look. */
export type ReferenceProblem = 'empty' | 'too_long' | 'characters' | 'card' | 'format';

export interface ReferenceRule {
  readonly isRequired?: boolean | undefined;
  /** Characters; at most 50, which is the default. */
  readonly longest?: number | undefined;
  /** What the whole text has to match. */
  readonly pattern?: RegExp | undefined;
}

/** Without blanks at its ends, and never two in a row. */
export function trimReference(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
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

/** Whether 13 to 19 digits of it, however they are spaced, pass the check of card numbers. */
export function isCardLike(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  return groups.some((_, start) => {
    let digits = '';
    return groups.slice(start).some((group) => {
      digits += group;
      return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
    });
  });
}
