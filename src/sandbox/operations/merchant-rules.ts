/** What a merchant's own settings forbid. Sandbox choices: src/sandbox/merchant.ts says which. */
import type { Action } from '../../wire/codes.js';
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';

/** The members that the settings look at. */
interface RuledTerms {
  readonly action: Action;
  readonly amount: number | null;
  readonly amountOriginal: number | null;
  readonly amountSurcharge: number | null;
}

/** @throws SandboxFault 101 */
export function assertActionAllowed(action: Action, { settings }: Merchant): void {
  if (settings.allowedActions !== null && !settings.allowedActions.includes(action)) throw new SandboxFault(101);
}

/** @throws SandboxFault 131 */
export function assertSurchargeAllowed(
  { amount, amountOriginal, amountSurcharge }: RuledTerms,
  { settings }: Merchant,
): void {
  if (!amountSurcharge || settings.surcharge === 'free') return;
  const sum = (amountOriginal ?? 0) + amountSurcharge;
  // An amount that the browser is still to give is looked at when it has given it.
  if (settings.surcharge === 'none' || (amount !== null && sum !== amount)) throw new SandboxFault(131);
}
