/** The pure parts of the flow (attempt-flow.ts): which event an answer is, and which members a state keeps. */
import type { FlorinError } from '../core/errors.js';
import type { Result } from './attempt-kind.js';
import type { AttemptState } from './contract.js';
import { canPay, type CheckoutEvent, type CheckoutStatus } from './transitions.js';

/** The event of the signer's result. `isKeyHeld`: the current key is that of the result's attempt. */
export function eventOf({ status }: Result, isKeyHeld: boolean): CheckoutEvent {
  if (status === 'stored') return 'result_approved';
  return status === 'open' && !isKeyHeld ? 'result_open_keyless' : `result_${status}`;
}

/** The event of a failed request for a key. */
export function keyEventOf({ audience }: FlorinError): CheckoutEvent {
  return audience !== 'network' && audience !== 'shopper' ? 'key_refused' : 'key_unavailable';
}

/** The members that the next state keeps. `wasSettled`: the approval was known before this page was loaded. */
export function keptOf(
  { submittedAt, challenge, keyWasUsed }: AttemptState,
  { from, to, wasSettled }: { from: CheckoutStatus; to: CheckoutStatus; wasSettled: boolean },
): Pick<AttemptState, 'submittedAt' | 'challenge' | 'keyWasUsed'> {
  const keepsTime = submittedAt !== undefined && (to === 'approved' ? !wasSettled : !canPay(to));
  return {
    ...(keepsTime && { submittedAt }),
    ...(challenge && to === 'unknown' && { challenge }),
    ...(keyWasUsed && from === 'unknown' && { keyWasUsed }),
  };
}
