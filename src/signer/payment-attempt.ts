/** An attempt to pay an order: what the service makes of it is a transaction, and the shop hears of it by `onPaid`. */
import { readOutcome } from '../core/outcome.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { askService } from './ask-service.js';
import type { AttemptKind, Judgement } from './attempt-kind.js';
import type { Claim } from './claim.js';
import { readAgreed } from './compare-terms.js';
import { claimCard } from './keep-card.js';
import { serviceUnreachable } from './refusal.js';
import type { SignerContext } from './signer-context.js';
import { listDifferences } from './verify-result.js';

/** Made from a payment, and may carry its reference; no attempt of ours. */
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
  judge,
  claimNext: claimCard,
  async count({ guard, telemetry }, claim, finding, entry) {
    await guard?.end(claim, finding);
    telemetry.count('payments', { 'florin.outcome': entry.kind });
  },
  callback: 'onPaid',
  async tell({ shop, store }, entry) {
    const agreed = await readAgreed(store, entry);
    if (store.tellPaid) return store.tellPaid(entry, agreed);
    if (!shop.onPaid) throw new Error('there is no onPaid: nobody was told of this payment');
    await shop.onPaid(entry.order, entry.txn, agreed);
  },
};

/** By T3, and each fetched again by its number (T2). */
async function findByReference({ log, service }: SignerContext, { reference }: Claim): Promise<readonly TxnResp[]> {
  const search = () => service.searchTransactions({ MerchantReference: reference });
  const found = await askService(log, 'search_transactions', search, []);
  const own = found.filter((txn) => txn.MerchantReference === reference && !DEPENDENT_ACTIONS.has(txn.Action));
  const transactions: TxnResp[] = [];
  for (const number of new Set(own.map((txn) => txn.TxnNumber))) {
    // Half an answer: there is a transaction, and it cannot be looked at.
    if (!number) throw serviceUnreachable();
    // It was there a moment ago: "not found" now is no answer.
    transactions.push(await askService(log, 'get_transaction', () => service.getTransaction(number)));
  }
  return transactions;
}

function judge({ clock, merchantCurrency, rules }: SignerContext, claim: Claim, txn: TxnResp): Judgement | undefined {
  const outcome = readOutcome({
    ResponseCode: txn.ResponseCode,
    BankResponseCode: txn.BankResponseCode,
    CVNResultCode: txn.CVNResult?.CVNResultCode,
  });
  const isUnknown = outcome.status === 'error' && outcome.finality === 'unknown';
  // The service itself may not know for a while, longer than the key lives: a challenge under way is pending. What is
  // recorded is recorded for good, so this waits until nothing can still decide it; then a person has to look.
  const isOverdue = clock.now() >= (claim.expiresAt ?? 0) + rules.undecided;
  if (!txn.TxnNumber || (isUnknown && !isOverdue)) return undefined;
  const differences = [...listDifferences(txn, claim, merchantCurrency), ...(isUnknown ? ['ResponseCode'] : [])];
  const verdict = differences.length > 0 ? 'mismatched' : outcome.status === 'error' ? 'failed' : outcome.status;
  return { txnNumber: txn.TxnNumber, verdict, differences };
}
