/**
 * `POST csp-report`: violations of the Content Security Policy that browsers report for a page with
 * the form. The endpoint is open to everyone, so it trusts nothing, stores little, and always
 * answers 204. It reads both formats: `report-uri` (application/csp-report) and `report-to`
 * (application/reports+json).
 */
import { membersOf, textOf } from '../../core/members-of.js';
import { loggableText } from '../../service/loggable-text.js';
import { readJson } from '../../wire/rest/lossless-json.js';
import { createOnceAMinute } from '../monitoring/once-a-minute.js';
import { readTextOf } from '../request-body.js';
import type { CspReport, SignerLogEntry } from '../signer-options.js';
import { takeForClient, type CallCounter } from './call-limits.js';
import { clientKey } from './client-address.js';

/**
 * Dependencies of this endpoint. Its limits are separate from those of payments, so that reports
 * cannot use those up.
 */
interface ReportContext {
  readonly log: (entry: SignerLogEntry) => void;
  readonly reportCalls: ReportCounters | undefined;
  readonly mergeReport: MergeReport;
  readonly shop: { onCspReport?(report: CspReport): Promise<void> | void };
}

/**
 * Reports per minute, in any number of requests: for one client, and in total. Equal reports count
 * once in the total.
 */
export const REPORT_LIMITS = { client: { calls: 30, seconds: 60 }, all: { calls: 120, seconds: 60 } } as const;

/**
 * Returns the report to log, with the number of equal reports since the last one, or undefined if
 * nothing is due yet.
 */
export type MergeReport = (report: Omit<CspReport, 'times'>) => CspReport | undefined;

/** A page with one fault reports it for every visitor; one log line a minute is enough. */
export function createReportMerger(clock: { now(): number }): MergeReport {
  const take = createOnceAMinute(clock);
  return (report) => {
    const times = take(JSON.stringify(report));
    return times === undefined ? undefined : { ...report, times };
  };
}

/** Counters of {@link REPORT_LIMITS}. */
export interface ReportCounters {
  readonly client: CallCounter;
  readonly all: CallCounter;
}

/** Most reports of one request that are read; a browser sends few at a time. */
const MOST = 20;
const TYPES = ['application/csp-report', 'application/reports+json'];

/**
 * Browsers send a preflight before they report to another origin. They send no cookies there and
 * read no answer.
 */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '86400',
};

/** Always answers 204. */
export async function answerCspReport(
  context: ReportContext,
  request: Request,
  origin: {
    readonly clientAddress?: string | undefined;
    readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
  },
): Promise<Response> {
  if (request.method === 'POST') {
    const reports = await readReports(context, request, origin.clientAddress).catch(() => []);
    // The callback may take any time; the browser does not wait for it.
    for (const report of reports) {
      const notified = notify(context, report);
      origin.waitUntil?.(notified);
    }
  }
  return new Response(null, { status: 204, headers: CORS });
}

async function readReports(
  { reportCalls, mergeReport }: ReportContext,
  request: Request,
  clientAddress: string | undefined,
): Promise<readonly CspReport[]> {
  const client = clientKey(clientAddress);
  const isOver = async () => reportCalls !== undefined && (await takeForClient(reportCalls.client, client)) > 0;
  // Counted before anything is read, so that an invalid report costs its sender as much as a valid
  // one.
  if (await isOver()) return [];
  const body: unknown = readJson(await readTextOf(request, TYPES));
  const entries = Array.isArray(body) ? (body as unknown[]).slice(0, MOST) : [body];
  const reports: CspReport[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index > 0 && (await isOver())) break;
    const report = readReport(entry);
    const merged = report && mergeReport(report);
    if (!merged) continue;
    if (reportCalls && (await reportCalls.all.take('all')) > 0) break;
    reports.push(merged);
  }
  return reports;
}

/** Undefined if it is not a report of a policy. */
function readReport(entry: unknown): Omit<CspReport, 'times'> | undefined {
  const { type, body, 'csp-report': old } = membersOf(entry);
  const members = old === undefined ? membersOf(type === 'csp-violation' ? body : undefined) : membersOf(old);
  if (Object.keys(members).length === 0) return undefined;
  const either = (name: string, oldName: string): string => textOf(members[name]) || textOf(members[oldName]);
  const [directive = ''] = either('effectiveDirective', 'effective-directive')
    .concat(' ', textOf(members['violated-directive']))
    .trim()
    .split(' ');
  const line = members['lineNumber'] ?? members['line-number'];
  return {
    page: redactAddress(either('documentURL', 'document-uri')),
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    blocked: redactAddress(either('blockedURL', 'blocked-uri')),
    disposition: members['disposition'] === 'report' ? 'report' : 'enforce',
    source: redactAddress(either('sourceFile', 'source-file')),
    line: Number.isSafeInteger(line) && (line as number) > 0 ? (line as number) : 0,
  };
}

async function notify({ shop, log }: ReportContext, report: CspReport): Promise<void> {
  try {
    log({ level: 'warn', event: 'csp_violation', ...report });
    await shop.onCspReport?.(report);
  } catch (error) {
    const message = error instanceof Error ? loggableText(error.message) : 'unknown';
    log({ level: 'error', event: 'csp_report_callback_failed', message });
  }
}

/** Origin and path, or one word. Query and fragment are dropped: they may hold secrets. */
function redactAddress(text: string): string {
  if (/^[a-z][a-z-]{0,30}$/.test(text)) return text;
  if (!URL.canParse(text)) return '';
  const { protocol, origin, pathname } = new URL(text);
  if (!/^(https?|wss?):$/.test(protocol)) return protocol;
  // Escaped digits count as digits, and separators between digits are removed: they may hide a card
  // number.
  const path = loggableText(decode(decode(pathname)).replace(/\p{Nd}(?:[^\p{Nd}a-z]*\p{Nd}){7,}/giu, '[digits]'));
  // A host has at most 253 characters and may consist of digits too.
  return /\d{8}/.test(origin) ? `[digits]${path}` : `${origin.slice(0, 300)}${path}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replace(/%[^]{0,2}/g, ' ');
  }
}
