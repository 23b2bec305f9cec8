/** An attempt to pay an order: it results in a transaction, and `onPaid` notifies the shop. */
import { readOutcome } from '../../core/outcome.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import { readAgreed } from '../claims/compare-terms.js';
import { serviceUnreachable } from '../refusal.js';
import { claimCard } from '../saved-cards/save-card.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import type { AttemptKind, Verification } from './attempt-kind.js';
import { listDifferences } from './verify-result.js';

/** Transactions that follow from a payment and may carry its reference; they are not attempts. */
const DEPENDENT_ACTIONS: ReadonlySet<string | undefined> = new Set([
  'refund',
  'reversal',
  'capture',
  'unmatched_refund',
]);

export const PAYMENT: AttemptKind = {
  takesForeign: true,
  referenceMember: 'MerchantReference',
  findByResultKey: ({ log, service }, resultKey) =>
    askService(log, 'get_result', () => service.getResult(resultKey), undefined),
  findByReference,
  verify,
  claimNext: claimCard,
  async count({ guard, telemetry }, claim, finding, entry) {
    await guard?.end(claim, finding);
    telemetry.count('payments', { 'florin.outcome': entry.kind });
  },
  callback: 'onPaid',
  async notify({ shop, store }, entry) {
    const agreed = await readAgreed(store, entry);
    if (store.notifyPaid) return store.notifyPaid(entry, agreed);
    if (!shop.onPaid) throw new Error('the shop has no onPaid callback, so it was not notified of this payment');
    await shop.onPaid(entry.order, entry.txn, agreed);
  },
};

/** Searches by T3, and fetches each result again by its number (T2). */
async function findByReference({ log, service }: SignerContext, { reference }: Claim): Promise<readonly TxnResp[]> {
  const search = () => service.searchTransactions({ MerchantReference: reference });
  const found = await askService(log, 'search_transactions', search, []);
  const own = found.filter((txn) => txn.MerchantReference === reference && !DEPENDENT_ACTIONS.has(txn.Action));
  const transactions: TxnResp[] = [];
  for (const number of new Set(own.map((txn) => txn.TxnNumber))) {
    // The transaction exists but cannot be fetched.
    if (!number) throw serviceUnreachable();
    // The search has just found it, so "not found" is not a valid answer now.
    transactions.push(await askService(log, 'get_transaction', () => service.getTransaction(number)));
  }
  return transactions;
}

function verify(
  { clock, merchantCurrency, rules }: SignerContext,
  claim: Claim,
  txn: TxnResp,
): Verification | undefined {
  const outcome = readOutcome({
    ResponseCode: txn.ResponseCode,
    BankResponseCode: txn.BankResponseCode,
    CVNResultCode: txn.CVNResult?.CVNResultCode,
  });
  const isUnknown = outcome.status === 'error' && outcome.finality === 'unknown';
  // The service itself may not know the outcome for longer than the key lives, for example during a
  // challenge. Records are final, so the signer waits until nothing can still decide it; then a
  // person has to look.
  const isOverdue = clock.now() >= (claim.expiresAt ?? 0) + rules.undecided;
  if (!txn.TxnNumber || (isUnknown && !isOverdue)) return undefined;
  const differences = [...listDifferences(txn, claim, merchantCurrency), ...(isUnknown ? ['ResponseCode'] : [])];
  const verdict = differences.length > 0 ? 'mismatched' : outcome.status === 'error' ? 'failed' : outcome.status;
  return { txnNumber: txn.TxnNumber, verdict, differences };
}
