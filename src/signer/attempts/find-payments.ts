/**
 * Searches for the transactions of an attempt to pay (T3), and fetches each again by its number
 * (T2). An answer that is not empty and does not have the attempt's reference is not "nothing":
 * references may be cut or missing, filters ignored, rows in another shape.
 */
import { isLateAnswer, outcomeOf } from '../../service/outcome-of.js';
import { searchAllTransactions } from '../../service/search-all.js';
import type { TxnSearchInput } from '../../service/token-req.js';
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import { findClaimOf } from '../claims/find-claim.js';
import { isSameReference } from '../claims/references.js';
import { payableUntil } from '../keys/next-step.js';
import { serviceUnreachable } from '../refusal.js';
import { timeCall } from '../service/answer-clock.js';
import { askSearch, askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import type { Found } from './attempt-kind.js';
import { recordIfLost } from './lost-claim.js';

/** Transactions that follow from a payment and may carry its reference; they are not attempts. */
const DEPENDENT_ACTIONS: ReadonlySet<string | undefined> = new Set([
  'refund',
  'reversal',
  'capture',
  'unmatched_refund',
]);

/**
 * How much the clocks may differ in a search by dates, and more than the hour that occurs twice a
 * year. Milliseconds.
 */
export const MARGIN = 7_200_000;

export async function findByReference(context: SignerContext, claim: Claim): Promise<Found> {
  const { log, service } = context;
  const input = { MerchantReference: claim.reference };
  const { answer: found, begunAt } = await timeCall((options) =>
    askSearch(log, 'search_transactions', () => service.searchTransactions(input, options)),
  );
  const own = found.filter((txn) => isAttempt(txn) && isSameReference(txn.MerchantReference, claim.reference));
  if (own.length === 0 && found.length > 0) return reportUnclear(context, claim, found.length);
  return fetchAll(context, claim, own, begunAt);
}

/**
 * All transactions with the attempt's Crn1 from the time in which its key could be paid. One that
 * may have moved this amount and belongs to no other attempt may be the attempt's.
 */
export async function findByCrn1(context: SignerContext, claim: Claim): Promise<Found> {
  const { keyLifetime, rules } = context;
  const { rows: found, seenAt } = await searchByDates(
    context,
    'search_transactions_by_crn1',
    { Crn1: claim.terms.crn1 },
    { from: (claim.expiresAt ?? 0) - keyLifetime, to: payableUntil(claim, rules) },
  );
  const own = found.filter((txn) => isAttempt(txn) && isSameReference(txn.MerchantReference, claim.reference));
  for (const row of own.length > 0 ? [] : found) {
    if (!mayHavePaid(row, claim) || (await findClaimOf(context, row.MerchantReference))) continue;
    const lost = await recordIfLost(context, row, seenAt, claim.order);
    if (lost === 'foreign' || lost === 'undecided') return reportUnclear(context, claim, found.length);
  }
  return fetchAll(context, claim, own, undefined);
}

/** The rows of a search by dates, and when it began: by the service's clock, or the host's if the service does not say it. */
interface Dated {
  readonly rows: readonly TxnResp[];
  readonly seenAt: number;
}

/**
 * All results of a search by dates, however many.
 * @param period milliseconds since 1970
 * @param margin added at both ends, in milliseconds; with less than {@link MARGIN} nothing is proven by what is not found
 * @throws Refusal `service_unreachable`
 */
export async function searchByDates(
  { clock, log, service }: SignerContext,
  call: string,
  input: TxnSearchInput,
  period: { readonly from: number; readonly to: number },
  margin = MARGIN,
): Promise<Dated> {
  const range = { FromDate: writeLocalTime(period.from - margin), ToDate: writeLocalTime(period.to + margin) };
  const { answer: rows, begunAt } = await timeCall((options) =>
    askSearch(log, call, async () => {
      const all: TxnResp[] = [];
      for await (const row of searchAllTransactions(service, { ...input, ...range }, options)) all.push(row);
      return all;
    }),
  );
  return { rows, seenAt: begunAt ?? clock.now() };
}

export function isAttempt({ Action }: TxnResp): boolean {
  return !DEPENDENT_ACTIONS.has(Action?.toLowerCase());
}

/** Members that are absent say nothing. */
function mayHavePaid(row: TxnResp, { terms }: Claim): boolean {
  if (!isAttempt(row) || (row.Amount ?? terms.amount.minor) !== terms.amount.minor) return false;
  if (isLateAnswer(row)) return true;
  const outcome = outcomeOf(row);
  return outcome.status === 'approved' || (outcome.status === 'error' && outcome.finality === 'unknown');
}

async function fetchAll(
  context: SignerContext,
  claim: Claim,
  own: readonly TxnResp[],
  begunAt: number | undefined,
): Promise<Found> {
  const { log, service } = context;
  const transactions: TxnResp[] = [];
  for (const [number, row] of new Map(own.map((txn) => [txn.TxnNumber, txn]))) {
    // The transaction exists but cannot be fetched.
    if (!number) throw serviceUnreachable();
    // The search has just found it, so "not found" is not a valid answer now.
    const txn = await askService(log, 'get_transaction', () => service.getTransaction(number));
    if (isContradicted(row, txn)) return reportUnclear(context, claim, own.length);
    transactions.push(txn);
  }
  return { transactions, begunAt };
}

/** Whether another transaction was fetched than the search has found, or one that the search says is approved is not. */
function isContradicted(row: TxnResp, txn: TxnResp): boolean {
  if (txn.TxnNumber?.trim() !== row.TxnNumber) return true;
  return outcomeOf(row).status === 'approved' && outcomeOf(txn).status !== 'approved';
}

/** Until a search is clear, the attempt stays open and its order gets no other key. */
export function reportUnclear({ log }: SignerContext, { order }: Claim, found: number): 'unclear' {
  log({ level: 'error', event: 'search_unclear', order, found });
  return 'unclear';
}
