/**
 * Compares the payments of the service with the store, payment by payment. It owes nothing to the store's own list of open
 * attempts, so it finds what that has lost: a restored backup, an expired attempt that was paid, a changed amount.
 */
import { FlorinError } from '../../core/errors.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { messageOf } from '../monitoring/message-of.js';
import { Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { auditEntries } from './audit-entries.js';
import { AUDIT_KINDS, isDifference, type AuditFinding, type AuditKind } from './audit-finding.js';
import { auditFollowUp, auditPayment, type FollowUps } from './audit-payment.js';
import { isAttempt, MARGIN, searchByDates } from './find-payments.js';
import { processedAtOf } from './processed-at.js';

/** The period of an audit, by the service's clock. */
export interface AuditPeriod {
  readonly from: Date;
  /** Default: now. The future is not searched. */
  readonly to?: Date;
}

/** The findings, and how many there are of each kind. */
export interface Audit extends Readonly<Record<AuditKind, number>> {
  /** Transactions that the service has in the period, also refunds and those of others. */
  readonly read: number;
  /** Transactions that this signer did not make. */
  readonly foreign: number;
  readonly findings: readonly AuditFinding[];
}

/** The part of a period that is searched and compared before the next one. Milliseconds. */
const PART = 86_400_000;

/** Called after each transaction, with the number read so far and the time before which all is done. */
export type WatchAudit = (read: number, doneTo: Date) => void;

/**
 * @throws RangeError when the period is none, or in the future
 * @throws FlorinError `service_unreachable`, also when the store has failed: the message says from when to go on
 */
export async function auditPayments(
  context: SignerContext,
  { from, to }: AuditPeriod,
  watch?: WatchAudit,
): Promise<Audit> {
  const now = context.clock.now();
  const [begin, end] = [from.getTime(), Math.min(to?.getTime() ?? now, now + PART)];
  if (!(begin < end && begin < now)) throw new RangeError('an audit needs from in the past and to after from');
  const audit: Auditing = { read: 0, foreign: 0, findings: new Map(), followUps: new Map() };
  for (let at = begin; at < end; at += PART) {
    try {
      const to = Math.min(at + PART, end);
      await auditPart(context, { from: at, to, isFirst: at === begin, isLast: to === end }, audit, watch);
    } catch (error) {
      throw incomplete(error, at);
    }
  }
  const findings = [...audit.findings.values()];
  const count = Object.fromEntries(
    AUDIT_KINDS.map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  ) as Record<AuditKind, number>;
  return { read: audit.read, foreign: audit.foreign, ...count, findings };
}

/** The error of an audit that the service or the store has ended. @param at everything before it is done */
export function incomplete(error: unknown, at: number): FlorinError {
  const who = error instanceof Refusal ? 'the service did not answer' : `the store failed (${messageOf(error)})`;
  const message = `${who}: go on from ${new Date(at).toISOString()}`;
  return new FlorinError('service_unreachable', message, { cause: error });
}

/** What an audit has so far. */
export interface Auditing {
  read: number;
  foreign: number;
  /** By kind and TxnNumber. */
  readonly findings: Map<string, AuditFinding>;
  readonly followUps: FollowUps;
}

/** A part of a period, in milliseconds since 1970. */
export interface AuditPart {
  readonly from: number;
  readonly to: number;
  /** Then it has also what a clock that differs puts before or after the period. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** @throws Refusal `service_unreachable`, or what the store throws */
export async function auditPart(
  context: SignerContext,
  part: AuditPart,
  audit: Auditing,
  watch?: WatchAudit,
): Promise<void> {
  // Lost payments come first: a slow callback must not delay the search for them.
  const searching = { ...context, foundBy: 'audit', notifiesLater: true } as const;
  const { rows, seenAt } = await searchByDates(searching, 'audit', {}, part);
  const add = (finding: AuditFinding): void => {
    const { kind, order, txnNumber, members } = finding;
    if (audit.findings.has(`${kind} ${txnNumber}`)) return;
    audit.findings.set(`${kind} ${txnNumber}`, finding);
    const level = isDifference(finding) ? 'error' : 'info';
    context.log({ level, event: 'audit_finding', kind, order, txnNumber, members: members.join() });
  };
  const byNumber = new Map(rows.map((row) => [row.TxnNumber, row]));
  // Oldest first: of two payments of an order, the later one is the second. The service answers newest first, also in one second.
  for (const row of rows.toReversed().toSorted((one, other) => timeOf(one) - timeOf(other))) {
    if (!isIn(part, row)) continue;
    const { kind, ...found } = isAttempt(row)
      ? await auditPayment(searching, row, seenAt)
      : await auditFollowUp(searching, row, byNumber, audit.followUps);
    if (kind === 'foreign') audit.foreign += 1;
    else if (kind !== 'fine') add({ kind, order: null, members: [], ...nameOf(row), ...found });
    audit.read += 1;
    watch?.(audit.read, new Date(part.from));
  }
  for await (const finding of auditEntries(searching, part, byNumber)) add(finding);
}

const timeOf = (row: TxnResp) => processedAtOf(row) ?? 0;

/** The searches of two parts overlap, and a service may answer more than it was asked for. */
function isIn({ from, isFirst, isLast, to }: AuditPart, row: TxnResp): boolean {
  const at = processedAtOf(row);
  return at === undefined || (at >= from - (isFirst ? MARGIN : 0) && at < to + (isLast ? MARGIN : 0));
}

function nameOf({ MerchantReference, TxnNumber }: TxnResp): Pick<AuditFinding, 'txnNumber' | 'reference'> {
  return { txnNumber: TxnNumber ?? '', reference: MerchantReference ?? '' };
}
