/**
 * Once a day the payments of the last 48 hours are audited, a part with each reconciliation, by one of all processes. A
 * process that ends leaves its part to the next one.
 */
import { auditPart, type Auditing } from './audit.js';
import { isDifference } from './audit-finding.js';
import { AUDIT_MARK, lastOf, type Progress } from './audit-progress.js';
import { MARGIN } from './find-payments.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PERIOD = 2 * DAY;
/** The part of one reconciliation. */
const PART = 6 * HOUR;
/** How long a process has for its part. */
const LEASE = 600_000;

/** Audits the next part, if one is due. Never rejects: a part that fails is tried again when its lease is over. */
export async function auditWhenDue(context: SignerContext): Promise<void> {
  if (!context.auditsDaily) return;
  try {
    // It leaves the service to the shoppers.
    const slow = { ...context, service: context.pace.slow(context.service) };
    await context.telemetry.task('audit', {}, () => auditNextPart(slow));
  } catch (error) {
    context.log({ level: 'error', event: 'audit_failed', message: messageOf(error) });
  }
}

async function auditNextPart(context: SignerContext): Promise<void> {
  const { scopes, store } = context;
  const now = await store.now();
  const before = await store.readMark(scopes.live, AUDIT_MARK);
  const write = (progress: Progress, of: string | null) => {
    const text = JSON.stringify(progress);
    return store.setMark({ scope: scopes.live, name: AUDIT_MARK, before: of, text }).then((isSet) => isSet && text);
  };
  if (before === null) {
    // A store that begins now has nothing to compare: the first audit is a day later.
    await write({ since: now, end: now, at: null, leaseUntil: 0, differences: 0, last: null }, null);
    return;
  }
  const read = JSON.parse(before) as Progress;
  // A store whose clock was ahead: otherwise no audit would begin until that time.
  const wasAhead = read.end > now + DAY;
  const isDue = wasAhead || now >= read.end + DAY;
  if (!wasAhead && read.leaseUntil > now) return;
  if (!isDue && (read.at === null || read.at >= read.end)) return;
  const since = Math.min(read.since, now);
  const begin = Math.max(now - PERIOD, since);
  const progress = isDue ? { ...read, since, end: now, at: begin, differences: 0, last: lastOf(read) } : read;
  const from = progress.at ?? 0;
  const taken = await write({ ...progress, leaseUntil: now + LEASE }, before);
  if (taken === false) return;
  const audit: Auditing = { read: 0, foreign: 0, findings: new Map(), followUps: new Map() };
  const to = Math.min(from + PART, progress.end);
  const isFirst = from === progress.end - PERIOD && from - MARGIN >= since;
  await auditPart(context, { from, to, isFirst, isLast: to === progress.end }, audit);
  const differences = progress.differences + [...audit.findings.values()].filter(isDifference).length;
  await write({ ...progress, at: to, leaseUntil: 0, differences }, taken);
  const { foreign, read: count } = audit;
  context.log({ level: 'info', event: 'audited', to: new Date(to).toISOString(), read: count, foreign, differences });
}
