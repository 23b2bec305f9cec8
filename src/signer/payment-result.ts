/** What the page is told of an attempt. */
import { readOutcome } from '../core/outcome.js';
import type { PaymentResult } from '../core/pay-api.js';
import type { Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';
import { writeReceipt } from './receipt.js';
import type { SignerContext } from './signer-context.js';

/** Seconds after which a page may ask again, at most and at least. */
const LONGEST_PAUSE = 15;
const SHORTEST_PAUSE = 2;

type ResultContext = Pick<SignerContext, 'tokens' | 'clock' | 'shop' | 'rules'>;

/** Of a finished claim its outcome; of all others where they stand by the clock, given that no transaction was found. */
export async function writeResult(
  context: ResultContext,
  claim: Claim,
  entries: readonly LedgerEntry[],
): Promise<PaymentResult> {
  const token = await context.tokens.write(claim.id);
  const subject = { order: claim.order, claim: token };
  const own = entries.filter((entry) => entry.claimId === claim.id);
  switch (claim.state) {
    case 'approved':
    case 'declined':
    case 'failed': {
      const kind = claim.state === 'approved' ? 'paid' : claim.state;
      const entry = own.findLast((each) => each.kind === kind);
      if (!entry) return { status: 'review', ...subject };
      const receipt = writeReceipt(entry, claim, context.shop.merchantName);
      if (kind === 'paid') return { status: 'approved', ...subject, receipt };
      return { status: kind, ...subject, advice: adviceOf(entry), receipt };
    }
    case 'review':
    case 'expired':
      return { status: claim.state, ...subject };
    case 'live':
      if (context.clock.now() < (claim.expiresAt ?? 0)) return { status: 'open', ...subject };
      return writePending(context, claim, (claim.expiresAt ?? 0) + context.rules.grace);
    case 'superseded':
    case 'issuing':
      return writePending(context, claim, (claim.expiresAt ?? 0) + context.rules.grace);
  }
}

/** Not known before `until` (milliseconds since 1970), though perhaps earlier. */
export async function writePending(
  { tokens, clock }: Pick<SignerContext, 'tokens' | 'clock'>,
  claim: Claim,
  until: number,
): Promise<PaymentResult> {
  const seconds = Math.ceil((until - clock.now()) / 1000);
  return {
    status: 'pending',
    order: claim.order,
    claim: await tokens.write(claim.id),
    retryAfterSeconds: Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, seconds)),
  };
}

function adviceOf({ txn }: LedgerEntry) {
  const outcome = readOutcome({
    ResponseCode: txn.ResponseCode,
    BankResponseCode: txn.BankResponseCode,
    CVNResultCode: txn.CVNResult?.CVNResultCode,
  });
  // A finished entry of another kind would be approved; the shop then knows more than a shopper's advice.
  return outcome.status === 'approved' ? 'contact_shop' : outcome.advice;
}
