/**
 * What has followed a payment. A payment whose answer was lost may be found hours later, when somebody has already
 * refunded or reversed it: its goods must not be sent. So the signer looks before it tells the shop of a payment for the
 * first time. docs/invariants.md, invariant 15.
 */
import { outcomeOf } from '../../service/outcome-of.js';
import type { TxnSearchInput } from '../../service/token-req.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { isSameReference } from '../claims/references.js';
import { isTokenEntry } from '../claims/token-entry.js';
import { serviceUnreachable } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { searchByDates } from './find-payments.js';
import { isLate } from './late-answer.js';
import { processedAtOf } from './processed-at.js';

const DAY = 86_400_000;
/** How far behind a host's clock may be: follow-ups are searched for to that time after the payment. Milliseconds. */
const BEHIND = 366 * DAY;

const GONE_BACK: readonly string[] = ['refund', 'reversal', 'unmatched_refund'];

/**
 * The refunds and reversals of a payment, by its reference and by its number: those with its Crn1, and all of the
 * merchant's since the payment, because a follow-up may have no references. Empty for entries of other kinds.
 *
 * @throws Refusal `service_unreachable` when the service does not answer, when its searches do not find the payment
 * itself, or when the outcome of a follow-up is not known: the notice then waits
 */
export async function findFollowUps(
  context: SignerContext,
  entry: LedgerEntry,
  claim: Claim,
): Promise<readonly TxnResp[]> {
  const { clock, log } = context;
  const { kind, txn, txnNumber } = entry;
  const isPayment = (kind === 'paid' || kind === 'paid_reversed') && !isTokenEntry(entry) && txn.Amount !== 0;
  if (!isPayment || (context.isJustPaid && entry.noticeTries === 1)) return [];
  const madeAt = processedAtOf(txn) ?? claim.claimedAt;
  const period = { from: madeAt, to: Math.max(clock.now() + DAY, madeAt + BEHIND) };
  const searches: readonly TxnSearchInput[] = [
    { MerchantReference: claim.reference },
    { Crn1: claim.terms.crn1 },
    { Action: 'refund' },
    { Action: 'reversal' },
    ...(claim.terms.action === 'preauth' ? [{ Action: 'capture' } as const] : []),
  ];
  const search = (by: TxnSearchInput) => searchByDates(context, 'search_follow_ups', by, period);
  const found = await Promise.all(searches.map(search));
  const rows = found.flatMap((each) => each.rows);
  const seenAt = Math.min(...found.map((each) => each.seenAt));
  const isSeen = rows.some((row) => row.TxnNumber === txnNumber);
  const followUps = followUpsOf(rows, txnNumber, claim.reference);
  const isUndecided = followUps.some((row) => isUnknown(row) || isLate(row, seenAt));
  if (!isSeen || isUndecided) {
    log({ level: 'error', event: 'follow_ups_unclear', order: entry.order, txnNumber });
    throw serviceUnreachable();
  }
  return followUps.filter((row) => outcomeOf(row).status === 'approved');
}

/** Follow-ups of follow-ups too: the refund of a capture gives back what the preauth had reserved. */
function followUpsOf(rows: readonly TxnResp[], txnNumber: string, reference: string): readonly TxnResp[] {
  const numbers = new Set([txnNumber]);
  for (let before = 0; before < numbers.size;) {
    before = numbers.size;
    for (const { OriginalTxnNumber, TxnNumber } of rows) {
      if (TxnNumber && numbers.has(OriginalTxnNumber?.trim() ?? '')) numbers.add(TxnNumber);
    }
  }
  const found = rows.filter(
    ({ Action, MerchantReference, TxnNumber }) =>
      GONE_BACK.includes(Action?.toLowerCase() ?? '') &&
      (numbers.has(TxnNumber ?? '') || isSameReference(MerchantReference, reference)),
  );
  return [...new Map(found.map((row) => [row.TxnNumber, row])).values()];
}

function isUnknown(row: TxnResp): boolean {
  const outcome = outcomeOf(row);
  return outcome.status === 'error' && outcome.finality === 'unknown';
}
