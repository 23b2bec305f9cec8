/**
 * Once a day the payments of the last 48 hours are audited, a part with each reconciliation, by one of all processes. A
 * process that ends leaves its part to the next one.
 */
import { auditPart, type Auditing } from './audit.js';
import { isDifference } from './audit-finding.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PERIOD = 2 * DAY;
/** The part of one reconciliation. */
const PART = 6 * HOUR;
/** How long a process has for its part. */
const LEASE = 600_000;
const NAME = 'audit';

/** The mark that the processes share. Instants by the store's clock, in milliseconds since 1970. */
interface Progress {
  /** The audit's end; the next one begins a day later. */
  readonly end: number;
  /** Everything before this is done. */
  readonly at: number;
  readonly leaseUntil: number;
  /** Differences found so far. */
  readonly differences: number;
  /** The audit before. */
  readonly last: LastAudit | null;
}

/** The last complete audit. */
export interface LastAudit {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly differences: number;
}

/** Audits the next part, if one is due. Never rejects: a part that fails is tried again when its lease is over. */
export async function auditWhenDue(context: SignerContext): Promise<void> {
  if (!context.auditsDaily) return;
  try {
    await context.telemetry.task('audit', {}, () => auditNextPart(context));
  } catch (error) {
    context.log({ level: 'error', event: 'audit_failed', message: messageOf(error) });
  }
}

async function auditNextPart(context: SignerContext): Promise<void> {
  const { scopes, store } = context;
  const now = await store.now();
  const before = await store.readMark(scopes.live, NAME);
  const write = (progress: Progress, of: string | null) => {
    const text = JSON.stringify(progress);
    return store.setMark({ scope: scopes.live, name: NAME, before: of, text }).then((isSet) => isSet && text);
  };
  if (before === null) {
    // A store that begins now has nothing to compare.
    await write({ end: now, at: now, leaseUntil: 0, differences: 0, last: null }, null);
    return;
  }
  const read = JSON.parse(before) as Progress;
  const isDone = read.at >= read.end;
  if (read.leaseUntil > now || (isDone && now < read.end + DAY)) return;
  const progress: Progress = isDone
    ? { ...read, end: now, at: now - PERIOD, differences: 0, last: { at: read.end, differences: read.differences } }
    : read;
  const taken = await write({ ...progress, leaseUntil: now + LEASE }, before);
  if (taken === false) return;
  const audit: Auditing = { read: 0, foreign: 0, findings: new Map() };
  const to = Math.min(progress.at + PART, progress.end);
  const isFirst = progress.at === progress.end - PERIOD;
  await auditPart(context, { from: progress.at, to, isFirst, isLast: to === progress.end }, audit);
  const differences = progress.differences + [...audit.findings.values()].filter(isDifference).length;
  await write({ ...progress, at: to, leaseUntil: 0, differences }, taken);
  const { foreign, read: count } = audit;
  context.log({ level: 'info', event: 'audited', to: new Date(to).toISOString(), read: count, foreign, differences });
}

/** Null before the first one. */
export async function readLastAudit({ scopes, store }: SignerContext): Promise<LastAudit | null> {
  const mark = await store.readMark(scopes.live, NAME);
  if (mark === null) return null;
  const { at, differences, end, last } = JSON.parse(mark) as Progress;
  return at >= end ? { at: end, differences } : last;
}
