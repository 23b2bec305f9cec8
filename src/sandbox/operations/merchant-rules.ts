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

/** True when the merchant may use the action. */
export function isActionAllowed(action: Action, { settings: { allowedActions } }: Merchant): boolean {
  return allowedActions === null || allowedActions.includes(action);
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
