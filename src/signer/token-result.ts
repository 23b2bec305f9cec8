/** What the page is told of an attempt to store a card. Asking again does no harm. */
import type { TokenResult } from '../core/pay-api.js';
import { isFinished } from './claim.js';
import { refuseClaim } from './refusal.js';
import { writeCard } from './saved-cards.js';
import type { SignerContext } from './signer-context.js';
import { tellShop } from './tell-shop.js';
import { isTokenClaim } from './token-entry.js';
import { searchToken } from './token-search.js';

/** Seconds after which a page may ask again. */
const PAUSE = 5;

/**
 * @param resultKey as the page has it from the service, if it has one
 * @throws Refusal `claim_refused`, or `service_unreachable` when the service has to be asked and does not answer
 */
export async function askTokenResult(
  context: SignerContext,
  claimId: string,
  resultKey?: string,
): Promise<TokenResult> {
  const { clock, rules, store } = context;
  const claim = await store.readClaim(claimId);
  if (!claim || !isTokenClaim(claim)) throw refuseClaim();
  if (!isFinished(claim)) await searchToken(context, claim, resultKey);
  const { claims, entries } = await store.readOrder(claim.order);
  const [current = claim] = claims;
  const token = await context.tokens.write(claim.id);
  if (isFinished(current)) {
    for (const entry of entries) await tellShop(context, entry);
    const [stored] = entries;
    const { owner } = current.terms;
    if (current.state !== 'approved' || !stored || !owner) return { status: 'review', claim: token };
    return { status: 'stored', claim: token, card: await writeCard(context, stored.txn, owner) };
  }
  const now = clock.now();
  const expiresAt = current.expiresAt ?? 0;
  if (current.state === 'live' && now < expiresAt) return { status: 'open', claim: token };
  if (current.state === 'expired') return { status: 'expired', claim: token };
  // Within the grace a submission that began in time may still store something.
  if (now < expiresAt + rules.grace) return { status: 'pending', claim: token, retryAfterSeconds: PAUSE };
  await store.expire(current.id);
  return { status: 'expired', claim: token };
}
