/**
 * Combines the terms that the server fixed with those of the browser. The fixed value always wins. A browser that sends
 * another value is refused, because it showed the shopper other terms. docs/wire/rest.md section 3, "Amount in the
 * browser request".
 */
import { currencyExponent } from '../../core/money/currency.js';
import { readMoney } from '../../core/money/money.js';
import type { ApiCode } from '../../wire/codes.js';
import type { AuthKeyTerms, CompleteTerms } from '../auth-key.js';
import { SandboxFault, TOO_LARGE } from '../fault.js';
import type { Merchant } from '../merchant.js';
import { filledOf, referencesOf, type References, type TokenReferences } from '../references.js';
import type { RequestObjects } from '../request-objects.js';
import { assertSurchargeAllowed } from './merchant-rules.js';
import { checkCurrency, checkEmailAddress, fitsAction, isAmount } from './terms.js';

/** An amount from a browser: a number is in the lowest denomination, a string in major units. */
export type BrowserAmount = number | string | null;

/** The terms in a browser's request. A null member was not sent. */
export interface BrowserTerms extends References {
  readonly amount: BrowserAmount;
  readonly amountOriginal: BrowserAmount;
  readonly amountSurcharge: BrowserAmount;
  readonly currency: string | null;
  /** Fingerprint of the shopper's device, for a screening that the server requested. */
  readonly deviceFingerprint?: string | null;
}

/** References that must be equal, with their codes. */
const REFERENCE_CODES = [
  ['billerCode', 105],
  ['crn1', 106],
  ['crn2', 107],
  ['crn3', 108],
] as const;

/** The server's fixed references win. Other ones are refused. @throws SandboxFault 105 to 108 */
export function combineReferences(fixed: TokenReferences, sent: TokenReferences): TokenReferences {
  for (const [member, code] of REFERENCE_CODES) assertEqual(fixed[member], sent[member], code);
  return referencesOf(fixed, sent);
}

function assertEqual(fixed: string | null, sent: string | null, code: ApiCode): void {
  if (fixed && sent && sent !== fixed) throw new SandboxFault(code);
}

function readAmount(amount: BrowserAmount, currency: string, code: ApiCode): number | null {
  if (amount === null || amount === '') return null;
  try {
    const minor = typeof amount === 'number' ? amount : readMoney(amount, currency).minor;
    if (isAmount(minor)) return minor;
  } catch {
    // Not an amount in this currency: the same code.
  }
  throw new SandboxFault(code, isTooLarge(amount, currency) ? TOO_LARGE : undefined);
}

/** Whether a text is an amount in major units above the sandbox's limit. */
function isTooLarge(amount: number | string, currency: string): boolean {
  if (typeof amount === 'number' || !/^[\d.,]+$/.test(amount)) return false;
  return Number(amount.replaceAll(',', '')) * 10 ** currencyExponent(currency) > Number.MAX_SAFE_INTEGER;
}

function combineAmount(fixed: number | null, sent: number | null, code: ApiCode): number | null {
  if (fixed !== null && sent !== null && sent !== fixed) throw new SandboxFault(code);
  return fixed ?? sent;
}

/** The browser names its device; only the server requests a screening. */
function withFingerprint(
  objects: RequestObjects | undefined,
  deviceFingerprint: string | null | undefined,
): { requestObjects?: RequestObjects } {
  if (!objects?.screening || !deviceFingerprint) return objects ? { requestObjects: objects } : {};
  return { requestObjects: { ...objects, screening: { ...objects.screening, deviceFingerprint } } };
}

/**
 * Combines the terms of the transaction.
 *
 * @throws SandboxFault with the code of the member that is invalid or differs
 */
export function combineTerms(fixed: AuthKeyTerms, sent: BrowserTerms, merchant: Merchant): CompleteTerms {
  const references = combineReferences(fixed, sent);
  assertEqual(fixed.currency, sent.currency, 109);
  assertEqual(fixed.merchantReference, sent.merchantReference, 111);
  const currency = fixed.currency ?? (sent.currency || null);
  checkCurrency(currency, merchant);
  const scale = currency ?? merchant.defaultCurrency;
  const amount =
    combineAmount(fixed.amount, readAmount(sent.amount, scale, 110), 110) ??
    (fixed.action === 'verify_only' ? 0 : null);
  if (amount === null || !fitsAction(amount, fixed.action)) throw new SandboxFault(110);
  checkEmailAddress(sent.emailAddress || null);
  const combined = {
    action: fixed.action,
    type: fixed.type,
    subType: fixed.subType,
    testMode: fixed.testMode,
    ...(fixed.bypassThreeDS && { bypassThreeDS: true }),
    ...withFingerprint(fixed.requestObjects, sent.deviceFingerprint),
    tokenisationMode: fixed.tokenisationMode,
    statementDescriptor: fixed.statementDescriptor,
    amount,
    currency,
    amountOriginal: combineAmount(fixed.amountOriginal, readAmount(sent.amountOriginal, scale, 130), 130),
    amountSurcharge: combineAmount(fixed.amountSurcharge, readAmount(sent.amountSurcharge, scale, 131), 131),
    ...references,
    merchantReference: filledOf(fixed.merchantReference, sent.merchantReference),
  };
  assertSurchargeAllowed(combined, merchant);
  return combined;
}
