/** What became of an attempt: from the store when it is finished, else from the service. Asking again does no harm. */
import type { PaymentResult } from '../core/pay-api.js';
import { noteClaim } from './note-claim.js';
import { writePending, writeResult } from './payment-result.js';
import { refuseClaim } from './refusal.js';
import { searchAttempt } from './settle.js';
import type { SignerContext } from './signer-context.js';
import { tellShop } from './tell-shop.js';
import { isTokenClaim } from './token-entry.js';
import { isFinished, type Claim } from './claim.js';

/** How soon a page may ask again while the service itself does not know, in milliseconds. */
const UNFINISHED_PAUSE = 5_000;

/**
 * @param resultKey as the page has it from the service, if it has one
 * @throws Refusal `claim_refused`, or `service_unreachable` when the service has to be asked and does not answer
 */
export async function askResult(context: SignerContext, claimId: string, resultKey?: string): Promise<PaymentResult> {
  const { clock, rules, store } = context;
  const claim = await store.readClaim(claimId);
  if (!claim || isTokenClaim(claim)) throw refuseClaim();
  noteClaim(context, claim);
  if (isFinished(claim)) return answerFinished(context, claim);
  // From here on the card may have been sent, so the price can no longer be changed by just making another key.
  await store.markAsked(claim.id, clock.now());
  const search = await searchAttempt(context, claim, resultKey);
  const { claims, entries } = await store.readOrder(claim.order);
  const current = claims.find((each) => each.id === claim.id) ?? claim;
  if (isFinished(current)) return writeResult(context, current, entries);
  const deadAt = (current.expiresAt ?? 0) + rules.grace;
  if (search === 'unfinished') return writePending(context, current, clock.now() + UNFINISHED_PAUSE);
  if (search === 'foreign') {
    return { status: 'review', order: current.order, claim: await context.tokens.write(current.id) };
  }
  if (isOpen(current) && clock.now() >= deadAt && (await store.expire(current.id))) {
    return writeResult(context, { ...current, state: 'expired' }, entries);
  }
  return writeResult(context, current, entries);
}

/** A finished attempt needs no service; but the shop may not have been told yet. */
async function answerFinished(context: SignerContext, claim: Claim): Promise<PaymentResult> {
  const { entries } = await context.store.readOrder(claim.order);
  for (const entry of entries) if (entry.claimId === claim.id) await tellShop(context, entry);
  return writeResult(context, claim, entries);
}

function isOpen({ state }: Claim): boolean {
  return state === 'live' || state === 'superseded';
}
