/** The answer for the page about an attempt to pay. */
import type { Advice } from '../../core/outcome.js';
import type { PaymentResult } from '../../core/pay-api.js';
import { outcomeOf } from '../../service/outcome-of.js';
import type { Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import type { SignerContext } from '../signer-context.js';
import type { SignerOptions } from '../signer-options.js';
import { type AttemptStatus, attemptStatusOf } from './attempt-status.js';
import { writeReceipt } from './receipt.js';
import { contactOf } from './shop-contact.js';

export async function writeResult(
  context: SignerContext,
  claim: Claim,
  entries: readonly LedgerEntry[],
): Promise<PaymentResult> {
  const { state } = claim;
  if (state === 'approved' || state === 'declined' || state === 'failed') {
    const kind = state === 'approved' ? 'paid' : state;
    const entry = entries.findLast((each) => each.claimId === claim.id && each.kind === kind);
    if (entry) {
      const subject = { order: claim.order, claim: await context.tokens.write(claim.id) };
      const receipt = writeReceipt(entry, claim, context.shop.merchantName);
      if (state === 'approved') return { status: state, ...subject, receipt };
      return { status: state, ...subject, advice: adviceOf(entry, context.shop), receipt };
    }
  }
  return writeStatus(context, claim, attemptStatusOf(context, claim));
}

export async function writeStatus(
  { shop, tokens }: Pick<SignerContext, 'shop' | 'tokens'>,
  { id, order }: Claim,
  attemptStatus: AttemptStatus,
): Promise<PaymentResult> {
  const subject = { order, claim: await tokens.write(id) };
  if (attemptStatus.status === 'pending') return { ...attemptStatus, ...subject, ...contactOf(shop) };
  if (attemptStatus.status === 'review') return { status: attemptStatus.status, ...subject, ...contactOf(shop) };
  return { status: attemptStatus.status, ...subject };
}

function adviceOf({ txn }: LedgerEntry, { tellsNoFunds = false }: Pick<SignerOptions, 'tellsNoFunds'>): Advice {
  const outcome = outcomeOf(txn);
  // The transaction is approved, but its entry is not `paid`: the shop has to review it.
  if (outcome.status === 'approved') return 'contact_shop';
  const hasNoFunds = txn.BankResponseCode === '51' && outcome.advice === 'another_card';
  return tellsNoFunds && hasNoFunds ? 'no_funds' : outcome.advice;
}
