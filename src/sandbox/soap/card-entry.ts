/** What a card and its references look like in this interface. wire/soap.md section 3. */
import { SandboxFault } from '../fault.js';
import type { CardEntry } from '../operations/card-entry.js';

/** Longest reference, as in REST. Sandbox choice. */
const REFERENCE_LENGTH = 50;

const REFERENCES = [
  ['BillerCode', 105],
  ['CRN1', 106],
  ['CRN2', 107],
  ['CRN3', 108],
  ['MerchantReference', 111],
] as const;

/** The members of requests that are references. */
export type SentReferences = { readonly [M in (typeof REFERENCES)[number][0]]?: string | undefined };

/** The members of requests that are about a card. */
export interface SentCard {
  readonly CardNumber?: string | undefined;
  /** `MMYY`. */
  readonly ExpiryDate?: string | undefined;
  readonly CVC?: string | undefined;
}

/** A text that was sent; an empty one is none. */
export function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** @throws SandboxFault 105 to 108, 111 for a reference that is too long */
export function checkReferences(sent: SentReferences): void {
  for (const [member, code] of REFERENCES) {
    if ([...(sent[member] ?? '')].length > REFERENCE_LENGTH) throw new SandboxFault(code);
  }
}

/** Reads a card, for the one set of rules to check. */
export function readCardEntry({ CardNumber, ExpiryDate, CVC }: SentCard): CardEntry {
  const expiry = (ExpiryDate ?? '').replace(/[ -]/g, '');
  // What is no MMYY is passed on as a month that is none, so that the one rule for expiries refuses it.
  const [month, year] = /^\d{4}$/.test(expiry) ? [expiry.slice(0, 2), expiry.slice(2)] : [expiry && 'none', expiry];
  return {
    number: textOf(CardNumber),
    holderName: null,
    expiryMonth: textOf(month),
    expiryYear: textOf(year),
    cvn: textOf(CVC),
  };
}
