import type { Claim } from './claim.js';
import type { SignerContext } from './signer-context.js';
import { isTokenClaim } from './token-entry.js';

/** Says on the span at hand which attempt it is about. A stored card's attempt has no order, only the claim's own name. */
export function noteClaim({ telemetry }: Pick<SignerContext, 'telemetry'>, claim: Claim): void {
  telemetry.note({ 'florin.attempt': claim.attempt, ...(!isTokenClaim(claim) && { 'florin.order': claim.order }) });
}
