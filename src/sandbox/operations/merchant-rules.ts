/** Rules of a merchant's settings. Sandbox choices, see src/sandbox/merchant.ts. */
import type { Action } from '../../wire/codes.js';
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';

/** The members that the rules check. */
interface RuledTerms {
  readonly action: Action;
  readonly amount: number | null;
  readonly amountOriginal: number | null;
  readonly amountSurcharge: number | null;
}

/** True when the merchant's facility supports the action. */
export function isActionAllowed(action: Action, { settings: { allowedActions } }: Merchant): boolean {
  return allowedActions === null || allowedActions.includes(action);
}

/** As in recorded texts; those of other actions than payment and preauth are a sandbox choice. */
const PLURALS: Readonly<Record<Action, string>> = {
  payment: 'Payments',
  refund: 'Refunds',
  unmatched_refund: 'Unmatched refunds',
  preauth: 'Preauths',
  capture: 'Captures',
  reversal: 'Reversals',
  verify_only: 'Card verifications',
};

/** The platform's refusal of an action that the facility does not support. docs/wire/rest.md section 9. */
export function refusalByFacility(action: Action, merchant: Merchant) {
  if (isActionAllowed(action, merchant)) return undefined;
  return { responseCode: 'PT_V2', text: `${PLURALS[action]} are not supported by this merchant facility` };
}

/** A server's entry, whose direct debit needs no agreement of the payer unless the merchant requires it. */
export function withServersTerms<Entry extends { readonly acceptsTerms: boolean }>(
  entry: Entry,
  { settings }: Merchant,
): Entry {
  return settings.directDebitTerms === 'required' ? entry : { ...entry, acceptsTerms: true };
}

/** @throws SandboxFault 131 */
export function assertSurchargeAllowed(
  { amount, amountOriginal, amountSurcharge }: RuledTerms,
  { settings }: Merchant,
): void {
  if (!amountSurcharge || settings.surcharge === 'free') return;
  const sum = (amountOriginal ?? 0) + amountSurcharge;
  // If the browser still has to give the amount, it is checked then.
  if (settings.surcharge === 'none' || (amount !== null && sum !== amount)) throw new SandboxFault(131);
}
