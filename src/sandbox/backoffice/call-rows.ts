/** The request log: calls of REST and SOAP with their masked bodies. */
import { someOf, text, whole } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import { DOCS } from '../openapi/document.js';
import { readRange } from '../operations/search-transactions.js';
import { sizeOf } from '../request-log/mask-value.js';
import type { StoredCall, Unassigned } from '../store/request-log-store.js';
import type { StoreView } from '../store/store.js';
import type { CallSearch, ListedCall } from './api.js';
import { OfficeFault } from './office-fault.js';
import { findById, queryRow, type OfficeRow } from './row.js';
import type { Person } from './sessions.js';
import { writeCurl } from './write-curl.js';

const LONGEST_PAGE = 100;
const LONGEST_TEXT = 200;

function titleOf({ operation, method, path }: StoredCall): string {
  const doc = Object.entries(DOCS).find(([id]) => id === operation)?.[1];
  return doc?.title ?? (operation || `${method} ${path}`);
}

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

/**
 * Calls of no merchant, such as those with a wrong merchant number, are for administrators only. Where there are several
 * merchants, the body can be another one's.
 */
export async function unassignedFor({ role }: Person, view: StoreView): Promise<Unassigned> {
  if (role !== 'administrator') return 'none';
  return (await view.listMerchants()).length === 1 ? 'whole' : 'outline';
}

/** The length of a body; the log has only the length of one that it could not read. */
function outlineOfBody(body: string): string {
  return body === '' || /^\(text, \d+ characters?\)$/.test(body) ? body : sizeOf(body);
}

/** The call as a person sees it. */
export function outlineOf(call: StoredCall, unassigned: Unassigned): StoredCall {
  if (call.merchantId !== null || unassigned === 'whole') return call;
  return {
    ...call,
    operation: '',
    username: null,
    request: outlineOfBody(call.request),
    response: outlineOfBody(call.response),
  };
}

const NUMBER = whole(0, Number.MAX_SAFE_INTEGER);
const TEXT = text(LONGEST_TEXT).trim();
const LIST = someOf({
  ...{ operation: TEXT, code: TEXT, text: TEXT },
  ...{ from: TEXT, to: TEXT, beforeId: NUMBER },
} satisfies { [Name in keyof CallSearch]-?: unknown });

/** Endpoints of the request log. */
export const CALL_ROWS: readonly OfficeRow[] = [
  queryRow('POST /calls/search', 'person', async ({ body }, { context, person, requestLog }) => {
    const given = Object.entries(readSetup(LIST, body, 'list')).filter(([, value]) => value !== '');
    const { from: fromDate, to: toDate, ...asked } = Object.fromEntries(given) as CallSearch;
    const query = {
      ...asked,
      ...readRange({ ...(fromDate && { fromDate }), ...(toDate && { toDate }) }),
      merchantId: person.caller.merchant.id,
      limit: LONGEST_PAGE + 1,
    };
    await requestLog.flush();
    const { found, unassigned } = await context.store.read(async (view) => {
      const unassigned = await unassignedFor(person, view);
      return { unassigned, found: await view.searchCalls({ ...query, unassigned }) };
    });
    return {
      calls: found.slice(0, LONGEST_PAGE).map((call) => listCall(outlineOf(call, unassigned))),
      hasMore: found.length > LONGEST_PAGE,
      isOn: requestLog.isOn,
      skipped: requestLog.skipped,
    };
  }),
  queryRow('GET /calls/:id', 'person', async (asked, scope) => {
    const { person } = scope;
    await scope.requestLog.flush();
    const call = await findById(asked, scope, async (view, merchantId, id) => {
      const [found, unassigned] = [await view.findCall(id), await unassignedFor(person, view)];
      const isSeen = found?.merchantId === merchantId || (found?.merchantId === null && unassigned !== 'none');
      return found && isSeen ? outlineOf(found, unassigned) : undefined;
    });
    if (!call) throw new OfficeFault(404, 'There is no such call, or it has left the log');
    return {
      call: listCall(call),
      request: call.request,
      response: call.response,
      curl: writeCurl(call, new URL(asked.request.url).origin),
    };
  }),
];
