/** From what the service knows of an attempt to what is recorded of it, and to the shop being told. */
import { isFlorinError } from '../core/errors.js';
import { readOutcome } from '../core/outcome.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { isFinished, type Claim } from './claim.js';
import { findByReference, findByResultKey } from './find-transaction.js';
import { isMoney, type Finding } from './ledger-entry.js';
import { claimCard, keepCard } from './keep-card.js';
import type { SignerContext } from './signer-context.js';
import { reportForeign, tellShop } from './tell-shop.js';
import { isTokenClaim } from './token-entry.js';
import { searchToken } from './token-search.js';
import { verifyResult } from './verify-result.js';

/**
 * - `recorded`: at least one transaction of the attempt is finished and stands in the store.
 * - `unfinished`: there is one, and the service itself does not know yet what becomes of it.
 * - `foreign`: the page's result key belongs to another attempt; there is no transaction of this one.
 * - `none`: the service was asked and knows of none.
 */
export type Search = 'recorded' | 'unfinished' | 'foreign' | 'none';

/**
 * Asks the service what became of an attempt: by the result key that the page has, then by the attempt's own reference.
 * @throws Refusal `service_unreachable` when it cannot be asked; then nothing is known
 */
export async function searchAttempt(context: SignerContext, claim: Claim, resultKey?: string): Promise<Search> {
  if (isTokenClaim(claim)) return searchToken(context, claim, resultKey);
  const byKey = resultKey === undefined ? undefined : await findByResultKey(context, resultKey);
  let isForeign = false;
  if (byKey) {
    const owner = await findOwner(context, claim, byKey);
    const answer = await settle(context, owner, byKey);
    if (owner.id === claim.id) return answer;
    isForeign = true;
    await reportForeign(context, owner, claim, byKey);
  }
  const found = await findByReference(context, claim.reference);
  let isUnfinished = false;
  for (const txn of found) isUnfinished = (await settle(context, claim, txn)) === 'unfinished' || isUnfinished;
  if (isUnfinished) return 'unfinished';
  if (found.length > 0) return 'recorded';
  return isForeign ? 'foreign' : 'none';
}

/** The claim that a transaction belongs to; this one when no other is known, so that it is held against it. */
async function findOwner({ store }: SignerContext, claim: Claim, txn: TxnResp): Promise<Claim> {
  if (!txn.MerchantReference || txn.MerchantReference === claim.reference) return claim;
  return (await store.readClaimByReference(txn.MerchantReference)) ?? claim;
}

/** Holds a transaction against its claim, records it, and tells the shop if there is something to tell. */
async function settle(context: SignerContext, claim: Claim, txn: TxnResp): Promise<'recorded' | 'unfinished'> {
  const { clock, log, store } = context;
  const outcome = readOutcome({
    ResponseCode: txn.ResponseCode,
    BankResponseCode: txn.BankResponseCode,
    CVNResultCode: txn.CVNResult?.CVNResultCode,
  });
  const isUnknown = outcome.status === 'error' && outcome.finality === 'unknown';
  // The service itself may not know for a while, longer than the key lives: a challenge under way is pending. What is
  // recorded is recorded for good, so this waits until nothing can still decide it; then a person has to look.
  const isOverdue = clock.now() >= (claim.expiresAt ?? 0) + context.rules.undecided;
  if (!txn.TxnNumber || (isUnknown && !isOverdue)) return 'unfinished';
  const differences = [...listDifferences(context, txn, claim), ...(isUnknown ? ['ResponseCode'] : [])];
  const verdict = differences.length > 0 ? 'mismatched' : outcome.status === 'error' ? 'failed' : outcome.status;
  const finding: Finding = {
    txnNumber: txn.TxnNumber,
    claimId: claim.id,
    verdict,
    differences,
    txn,
    at: clock.now(),
  };
  // Before it is recorded: what is recorded is not looked at again, and the card would be nobody's.
  const kept = verdict === 'approved' ? await claimCard(context, claim, txn) : undefined;
  const entry = await store.record(finding);
  // Whoever has found it first counts it.
  if (!isFinished(claim) && entry.recordedAt === finding.at) {
    await context.guard?.end(claim, finding);
    context.telemetry.count('payments', { 'florin.outcome': entry.kind });
  }
  if (entry.kind !== 'paid' && isMoney(entry.kind)) {
    log({ level: 'error', event: entry.kind, order: claim.order, txnNumber: entry.txnNumber });
  }
  await tellShop(context, entry);
  if (kept) await keepCard(context, kept);
  return 'recorded';
}

function listDifferences({ merchantCurrency }: SignerContext, txn: TxnResp, claim: Claim): readonly string[] {
  try {
    verifyResult(txn, claim, merchantCurrency);
    return [];
  } catch (error) {
    if (isFlorinError(error) && error.code === 'result_mismatch') return error.cause as readonly string[];
    throw error;
  }
}
