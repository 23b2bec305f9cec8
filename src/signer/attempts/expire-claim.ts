import type { Claim } from '../claims/claim.js';
import { payableUntil } from '../keys/next-step.js';
import type { SignerContext } from '../signer-context.js';
import { isNothing, type Nothing, type Search, searchAgain } from './settle.js';

/** `open`: the key may still be paid. Otherwise what the second search found, if it found something. */
export type Ending = 'expired' | 'open' | Exclude<Search, Nothing>;

/** How much later the store's clock alone ends an attempt, if the service does not say its time. Milliseconds. */
const UNPROVEN = 86_400_000;

/**
 * Expires an attempt for which a search has found nothing, once its key can no longer be paid by the
 * service's clock and by the store's, and a second search agrees. One clock may be wrong.
 * @param searchedAt when the first search began, by the store's clock: a slow search does not see a
 * payment that ends during it
 * @throws Refusal `service_unreachable`
 */
export async function expireClaim(
  context: SignerContext,
  claim: Claim,
  { nothingAt, searchedAt }: Nothing & { readonly searchedAt: number },
): Promise<Ending> {
  if (claim.state !== 'live' && claim.state !== 'superseded') return 'open';
  const until = payableUntil(claim, context.rules);
  const isOver = searchedAt >= until && (nothingAt === undefined ? searchedAt >= until + UNPROVEN : nothingAt >= until);
  if (!isOver) return 'open';
  const again = await searchAgain(context, claim);
  if (!isNothing(again)) return again;
  await context.store.expire(claim.id);
  return 'expired';
}
