/** The answer for the page about an attempt to save or change a card or a bank account. */
import type { TokenResult } from '../../core/pay-api.js';
import type { Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { writeCard } from '../saved-cards/saved-cards.js';
import type { SignerContext } from '../signer-context.js';
import { type AttemptStatus, attemptStatusOf } from './attempt-status.js';

export async function writeTokenResult(
  context: SignerContext,
  claim: Claim,
  [stored]: readonly LedgerEntry[],
): Promise<TokenResult> {
  const { owner } = claim.terms;
  if (claim.state === 'approved' && stored && owner) {
    const card = await writeCard(context, stored.txn, owner);
    return { status: 'stored', claim: await context.tokens.write(claim.id), card };
  }
  return writeTokenStatus(context, claim, attemptStatusOf(context, claim));
}

export async function writeTokenStatus(
  { tokens }: Pick<SignerContext, 'tokens'>,
  { id }: Claim,
  attemptStatus: AttemptStatus,
): Promise<TokenResult> {
  const claim = await tokens.write(id);
  if (attemptStatus.status !== 'pending') return { status: attemptStatus.status, claim };
  return { status: 'pending', claim, retryAfterSeconds: attemptStatus.retryAfterSeconds };
}
