/** An attempt to pay an order: it results in a transaction, and `onPaid` notifies the shop. */
import { readOutcome } from '../../core/outcome.js';
import { isResponseCode } from '../../wire/codes.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import { writeAgreed } from '../claims/compare-terms.js';
import { claimCard } from '../saved-cards/save-card.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import type { AttemptKind, Verification } from './attempt-kind.js';
import { findByCrn1, findByReference } from './find-payments.js';
import { isLate, LATE } from './late-answer.js';
import { listDifferences } from './verify-result.js';

export const PAYMENT: AttemptKind = {
  takesForeign: true,
  referenceMember: 'MerchantReference',
  findByResultKey: ({ log, service }, resultKey, options) =>
    askService(log, 'get_result', () => service.getResult(resultKey, options), undefined),
  findByReference,
  findByCrn1,
  verify,
  claimNext: claimCard,
  async count({ guard, telemetry }, claim, finding, entry) {
    await guard?.end(claim, finding);
    telemetry.count('payments', { 'florin.outcome': entry.kind });
  },
  callback: 'onPaid',
  async notify({ shop, store }, entry, claim, signal) {
    const agreed = writeAgreed(claim);
    if (store.notifyPaid) return store.notifyPaid(entry, agreed, signal);
    if (!shop.onPaid) throw new Error('the shop has no onPaid callback, so it was not notified of this payment');
    await shop.onPaid(entry.order, entry.txn, agreed, signal);
  },
};

/** Members without which a transaction is not the attempt's. */
const IDENTITY: readonly string[] = ['MerchantNumber', 'MerchantReference'];

function verify(
  context: SignerContext,
  claim: Claim,
  txn: TxnResp,
  seenAt: number | undefined,
): Verification | 'unreadable' | undefined {
  const { clock, log, rules } = context;
  const outcome = readOutcome({
    ResponseCode: txn.ResponseCode,
    BankResponseCode: txn.BankResponseCode,
    CVNResultCode: txn.CVNResult?.CVNResultCode,
  });
  const isOpen = isLate(txn, seenAt);
  const isUnknown = isOpen || (outcome.status === 'error' && outcome.finality === 'unknown');
  // The service itself may not know the outcome for longer than the key lives, for example during a
  // challenge. Records are final, so the signer waits until nothing can still decide it; then a
  // person has to look. The host's clock counts only if the service does not say its own.
  const isOverdue = (seenAt ?? clock.now()) >= (claim.expiresAt ?? 0) + rules.undecided + (isOpen ? LATE : 0);
  if (!txn.TxnNumber || (isUnknown && !isOverdue)) return undefined;
  // Not the service's last word: a record would keep the order in review after the service is well again.
  if (!isResponseCode(txn.ResponseCode ?? '')) return 'unreadable';
  const { TxnNumber: txnNumber } = txn;
  const differences = [...listDifferences(txn, claim, context), ...(isUnknown ? ['ResponseCode'] : [])];
  const verdict = outcome.status === 'error' ? 'failed' : outcome.status;
  if (differences.length === 0) return { txnNumber, verdict, differences };
  // The attempt's own transaction has moved no money, so nobody has to review it.
  if (verdict !== 'approved' && !isUnknown && !differences.some((member) => IDENTITY.includes(member))) {
    log({ level: 'warn', event: 'decline_differs', order: claim.order, txnNumber, members: differences.join(' ') });
    return { txnNumber, verdict, differences: [] };
  }
  return { txnNumber, verdict: 'mismatched', differences };
}
