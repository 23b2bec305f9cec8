/** Rules for each member of TxnReq and ProcessTxnData. docs/wire/rest.md sections 3 and 7. */
import { ACTIONS, SUB_TYPES, TYPES, type Action, type SubType, type TxnType } from '../../wire/codes.js';
import type { CheckedTerms } from '../auth-key.js';
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';
import { DEFAULT_SUB_TYPE, DEFAULT_TYPE } from '../settings.js';
import { assertSurchargeAllowed } from './merchant-rules.js';
import { isFollowUp } from './original-rules.js';
import { assertReferencesAllowed } from './reference-rules.js';

/** Terms of a server's request, not checked yet. A null member was not sent. */
export interface RequestedTerms extends Omit<CheckedTerms, 'action' | 'type' | 'subType' | 'tokenisationMode'> {
  readonly action: string | null;
  readonly type: string | null;
  readonly subType: string | null;
  readonly tokenisationMode: number | null;
}

/** The terms that batches and SOAP cannot set. */
export const UNSET_TERMS = {
  amountOriginal: null,
  amountSurcharge: null,
  currency: null,
  testMode: false,
  tokenisationMode: 0,
  statementDescriptor: null,
} as const;

const HIGHEST_TOKENISATION_MODE = 3;

/** True for what can be an e-mail address. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** True for a valid amount. */
export function isAmount(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount >= 0;
}

/** True when the amount fits the action: 0 for a card check, more for every other action. */
export function fitsAction(amount: number, action: Action): boolean {
  return isAmount(amount) && (action === 'verify_only') === (amount === 0);
}

/** @throws SandboxFault 109 */
export function checkCurrency(currency: string | null, merchant: Merchant): void {
  if (currency !== null && !merchant.currencies.includes(currency)) throw new SandboxFault(109);
}

/** @throws SandboxFault 127 */
export function checkEmailAddress(emailAddress: string | null): void {
  if (emailAddress !== null && !isEmailAddress(emailAddress)) throw new SandboxFault(127);
}

/**
 * Checks the terms in the order of their codes. Lengths were checked by the readers.
 *
 * @throws SandboxFault 100 to 103, 106 to 111, 127, 131; 998 for an invalid TokenisationMode
 */
export function checkTerms(terms: RequestedTerms, merchant: Merchant): CheckedTerms {
  const { action, type, subType, amount, tokenisationMode, ...others } = terms;
  const mode = tokenisationMode ?? 0;
  if (mode < 0 || mode > HIGHEST_TOKENISATION_MODE) throw new SandboxFault(998, 'invalid: TokenisationMode, 0 to 3');
  if (!isAmount(terms.amountOriginal ?? 0)) throw new SandboxFault(100);
  if (action === null || !isAction(action)) throw new SandboxFault(101);
  const txnType = type ?? DEFAULT_TYPE;
  if (!isType(txnType)) throw new SandboxFault(102);
  const txnSubType = subType ?? DEFAULT_SUB_TYPE;
  if (!isSubType(txnSubType)) throw new SandboxFault(103);
  // A browser may add one, and a refund has those of its original.
  if (!isFollowUp(action)) assertReferencesAllowed(terms, merchant, false);
  checkCurrency(terms.currency, merchant);
  if (amount !== null && !fitsAction(amount, action)) throw new SandboxFault(110);
  checkEmailAddress(terms.emailAddress);
  if (!isAmount(terms.amountSurcharge ?? 0)) throw new SandboxFault(131);
  assertSurchargeAllowed({ ...terms, action, amount }, merchant);
  return { ...others, action, type: txnType, subType: txnSubType, amount, tokenisationMode: mode };
}

function isAction(action: string): action is Action {
  return action in ACTIONS;
}

function isType(type: string): type is TxnType {
  return type in TYPES;
}

function isSubType(subType: string): subType is SubType {
  return subType in SUB_TYPES;
}
