import type { Claim } from '../claims/claim.js';
import { payableUntil } from '../keys/next-step.js';
import type { SignerContext } from '../signer-context.js';
import { type Search, searchAgain } from './settle.js';

/** `open`: the key may still be paid. Otherwise what the second search found, if it found something. */
export type Ending = 'expired' | 'open' | Exclude<Search, 'none'>;

/**
 * Expires an attempt for which a search has found nothing, once its key can no longer be paid and a
 * second search agrees.
 * @param searchedAt when the first search began: a slow search does not see a payment that ends
 * during it
 * @throws Refusal `service_unreachable`
 */
export async function expireClaim(context: SignerContext, claim: Claim, searchedAt: number): Promise<Ending> {
  const isOpen = claim.state === 'live' || claim.state === 'superseded';
  if (!isOpen || searchedAt < payableUntil(claim, context.rules)) return 'open';
  const again = await searchAgain(context, claim);
  if (again !== 'none') return again;
  await context.store.expire(claim.id);
  return 'expired';
}
