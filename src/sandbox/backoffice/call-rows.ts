/** The request log: calls of REST and SOAP with their masked bodies. */
import { readMembers, readWhole, readText, type Members } from '../control/read-record.js';
import { DOCS } from '../openapi/document.js';
import type { CallQuery, StoredCall } from '../store/request-log-store.js';
import type { ListedCall } from './api.js';
import { OfficeFault } from './office-fault.js';
import { findById, row, type OfficeRow } from './row.js';
import type { Person } from './sessions.js';
import { writeCurl } from './write-curl.js';

const LONGEST_PAGE = 100;
const LONGEST_TEXT = 200;

function titleOf({ operation, method, path }: StoredCall): string {
  const doc = Object.entries(DOCS).find(([id]) => id === operation)?.[1];
  return doc?.title ?? (operation || `${method} ${path}`);
}

/** A row of the list. */
export function listCall(call: StoredCall): ListedCall {
  const { id, calledAt, milliseconds, method, path, operation, httpStatus, code, fault, username, txnNumber } = call;
  return {
    id,
    title: titleOf(call),
    calledAt,
    milliseconds,
    interface: call.interface,
    method,
    path,
    operation,
    httpStatus,
    code,
    fault,
    username,
    txnNumber: call.merchantId === null || txnNumber === null ? null : String(txnNumber),
  };
}

/** Calls of no merchant, such as those with a wrong merchant number, are for administrators only. */
export function seesUnassigned({ role }: Person): boolean {
  return role === 'administrator';
}

function readGiven(members: Members, name: string): string | undefined {
  return readText(members, name, 'list', LONGEST_TEXT)?.trim() || undefined;
}

/** Endpoints of the request log. */
export const CALL_ROWS: readonly OfficeRow[] = [
  row('POST /calls/search', 'person', async ({ body }, { context, person, requestLog }) => {
    const members = readMembers(body, ['operation', 'code', 'text', 'from', 'before', 'beforeId'], 'list');
    const whole = { from: 0, to: Number.MAX_SAFE_INTEGER };
    const numbers = {
      from: readWhole(members, 'from', 'list', whole),
      before: readWhole(members, 'before', 'list', whole),
      beforeId: readWhole(members, 'beforeId', 'list', whole),
    };
    const texts = {
      operation: readGiven(members, 'operation'),
      code: readGiven(members, 'code'),
      text: readGiven(members, 'text'),
    };
    const given = Object.entries({ ...texts, ...numbers }).filter(([, value]) => value !== undefined);
    const query: CallQuery = {
      ...(Object.fromEntries(given) as Partial<CallQuery>),
      merchantId: person.caller.merchant.id,
      withUnassigned: seesUnassigned(person),
      limit: LONGEST_PAGE + 1,
    };
    await requestLog.flush();
    const found = await context.store.read((view) => view.searchCalls(query));
    return {
      calls: found.slice(0, LONGEST_PAGE).map(listCall),
      hasMore: found.length > LONGEST_PAGE,
      isOn: requestLog.isOn,
      skipped: requestLog.skipped,
    };
  }),
  row('GET /calls/:id', 'person', async (asked, scope) => {
    const { person } = scope;
    await scope.requestLog.flush();
    const call = await findById(asked, scope, (view, _merchantId, id) => view.findCall(id));
    const isSeen =
      call?.merchantId === person.caller.merchant.id || (call?.merchantId === null && seesUnassigned(person));
    if (!call || !isSeen) throw new OfficeFault(404, 'There is no such call, or it has left the log');
    return {
      call: listCall(call),
      request: call.request,
      response: call.response,
      curl: writeCurl(call, new URL(asked.request.url).origin),
    };
  }),
];
