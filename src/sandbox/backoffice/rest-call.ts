/** Calls of the back office as REST's readers take them: they check the members, so that both interfaces refuse the same. */
import { readMembers, type Members } from '../control/read-record.js';
import type { RestCall } from '../rest/row.js';

/** A call with a JSON body. */
export function restCall(body: object): RestCall {
  return { parameters: {}, authorization: null, origin: '', contentType: null, body: JSON.stringify(body) };
}

/** The filters of a list, which are texts, without the empty ones. @throws SetupError */
export function readFilters(members: Members): readonly (readonly [string, unknown])[] {
  const search = members['search'] ?? {};
  const filters = Object.entries(readMembers(search, Object.keys(Object(search) as object), 'search'));
  return filters.filter(([, value]) => value !== '');
}
