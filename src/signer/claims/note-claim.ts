import type { SignerContext } from '../signer-context.js';
import type { Claim } from './claim.js';
import { isTokenClaim } from './token-entry.js';

/**
 * Names the attempt on the current span. An attempt to store a card has no order, only the claim's
 * id.
 */
export function noteClaim({ telemetry }: Pick<SignerContext, 'telemetry'>, claim: Claim): void {
  telemetry.note({ 'florin.attempt': claim.attempt, ...(!isTokenClaim(claim) && { 'florin.order': claim.order }) });
}
