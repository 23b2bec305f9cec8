/** Reads cards and references of SOAP requests. docs/wire/soap.md section 3. */
import { splitSentExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import type { CardEntry } from '../operations/card-entry.js';
import { dropGaps, textOrNull } from '../sent-text.js';
import type { References } from '../references.js';

/** Maximum length of a reference, as in REST. Sandbox choice. */
const REFERENCE_LENGTH = 50;

const REFERENCES = [
  ['BillerCode', 105],
  ['CRN1', 106],
  ['CRN2', 107],
  ['CRN3', 108],
  ['MerchantReference', 111],
] as const;

/** Reference members of a request. */
export type SentReferences = { readonly [M in (typeof REFERENCES)[number][0]]?: string | undefined };

/** Card members of a request. */
export interface SentCard {
  readonly CardNumber?: string | undefined;
  /** `MMYY`. */
  readonly ExpiryDate?: string | undefined;
  readonly CVC?: string | undefined;
}

/** Reads references. SOAP has no e-mail address. @throws SandboxFault 105 to 108, 111 for a reference that is too long */
export function readReferences(sent: SentReferences): References {
  for (const [member, code] of REFERENCES) {
    if ([...(sent[member] ?? '')].length > REFERENCE_LENGTH) throw new SandboxFault(code);
  }
  return {
    billerCode: textOrNull(sent.BillerCode),
    crn1: textOrNull(sent.CRN1),
    crn2: textOrNull(sent.CRN2),
    crn3: textOrNull(sent.CRN3),
    merchantReference: textOrNull(sent.MerchantReference),
    emailAddress: null,
  };
}

/** Reads a card. The common rules check it later. */
export function readCardEntry({ CardNumber, ExpiryDate, CVC }: SentCard): CardEntry {
  return {
    number: textOrNull(CardNumber),
    holderName: null,
    ...splitSentExpiry(dropGaps(ExpiryDate)),
    cvn: textOrNull(CVC),
  };
}
