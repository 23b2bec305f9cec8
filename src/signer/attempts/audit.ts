/**
 * Compares the payments of the service with the store: the way back after the store has lost something, for example
 * because it was restored from a backup. It owes nothing to the store's own list of open attempts.
 */
import { FlorinError } from '../../core/errors.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { isFinished, type Claim } from '../claims/claim.js';
import { findClaimOf } from '../claims/find-claim.js';
import { Refusal } from '../refusal.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import { isAttempt, searchByDates } from './find-payments.js';
import { recordAsLost, recordIfLost, type Lost } from './lost-claim.js';
import { processedAtOf } from './processed-at.js';
import { isUndecided, searchAttempt } from './settle.js';

/** The period of an audit, by the service's clock. */
export interface AuditPeriod {
  readonly from: Date;
  /** Default: now. */
  readonly to?: Date;
}

export interface Audit {
  /** Payments that the service has in the period, also those of others. */
  readonly read: number;
  /** Attempts whose outcome the store did not have. */
  readonly found: number;
  /**
   * Payments of this signer whose claim is lost. Their orders are held, and `onMismatch` is called with `claim_lost` by the
   * next reconciliation.
   */
  readonly lost: number;
  /** Payments whose outcome the service does not know yet: repeat the audit. */
  readonly undecided: number;
  /** Payments that this signer did not make. */
  readonly foreign: number;
}

const DAY = 86_400_000;

/** What became of one payment. */
type Audited = Lost | 'known' | 'found';

/**
 * @param watch called after each payment with the number of payments read so far
 * @throws RangeError when the period is none, or in the future
 * @throws FlorinError `service_unreachable`, which says from when to go on
 */
export async function auditPayments(
  context: SignerContext,
  { from, to }: AuditPeriod,
  watch?: (read: number) => void,
): Promise<Audit> {
  const now = context.clock.now();
  const [begin, end] = [from.getTime(), to?.getTime() ?? now];
  if (!(begin < end && begin < now)) throw new RangeError('an audit needs from in the past and to after from');
  // Lost payments come first: a slow callback must not delay the search for them.
  const searching = { ...context, notifiesLater: true } as const;
  const count: Record<Audited, number> = { foreign: 0, known: 0, undecided: 0, nothing: 0, lost: 0, found: 0 };
  let read = 0;
  // The searches overlap.
  let before: ReadonlySet<string | undefined> = new Set();
  for (let day = begin; day < end; day += DAY) {
    try {
      const period = { from: day, to: Math.min(day + DAY, end) };
      const { rows, seenAt } = await searchByDates(searching, 'audit', {}, period);
      // Oldest first: of two payments of an order, the later one is the second.
      const timeOf = (row: TxnResp) => processedAtOf(row) ?? 0;
      for (const row of rows.toSorted((one, other) => timeOf(one) - timeOf(other))) {
        if (!isAttempt(row) || before.has(row.TxnNumber)) continue;
        count[await auditPayment(searching, row, seenAt)] += 1;
        read += 1;
        watch?.(read);
      }
      before = new Set(rows.map(({ TxnNumber }) => TxnNumber));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const message = `the service did not answer: go on from ${new Date(day).toISOString()}`;
      throw new FlorinError('service_unreachable', message, { cause: error });
    }
  }
  const { foreign, found, lost, undecided } = count;
  return { read, found, lost, undecided, foreign };
}

/** @throws Refusal `service_unreachable` */
async function auditPayment(context: SignerContext, row: TxnResp, seenAt: number): Promise<Audited> {
  const claim = await findClaimOf(context, row.MerchantReference);
  if (!claim) return recordIfLost(context, row, seenAt);
  if (isFinished(claim)) return auditFinished(context, claim, row);
  const search = await searchAttempt(context, claim);
  return search === 'recorded' ? 'found' : isUndecided(search) ? 'undecided' : 'nothing';
}

/** Of a finished attempt the store has one payment; another one of it, nobody has agreed to. */
async function auditFinished(context: SignerContext, claim: Claim, row: TxnResp): Promise<Audited> {
  const { log, service, store } = context;
  const { ResponseCode, TxnNumber: txnNumber } = row;
  const { entries } = await store.readOrder(claim.scope, claim.order);
  if (!txnNumber || ResponseCode !== '0' || entries.some((entry) => entry.txnNumber === txnNumber)) return 'known';
  const txn = await askService(log, 'get_transaction', () => service.getTransaction(txnNumber));
  await recordAsLost(context, claim, txn, txnNumber);
  return 'lost';
}
