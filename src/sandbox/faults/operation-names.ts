/**
 * Names of the operations for injected faults: the numbers of docs/wire/rest.md section 2, and the SOAP operations by
 * their own names.
 */
import { OPERATION_NAMES } from '../../wire/soap/operations.js';
import { pageAt, type PageAddress } from '../pages/page-address.js';
import { createRouter } from '../rest/router.js';
import { ROWS } from '../rest/rows.js';
import { readSentKey } from '../sent-key.js';

/** Variants of an operation, such as `D9.nv`, have its name. */
const NAMED_ROWS = Object.entries(ROWS.v3).map(([id, { verb, path }]) => ({
  name: id.replace(/\..*/, ''),
  verb,
  path,
}));
const PAGES: readonly PageAddress['name'][] = ['T9', 'T12', 'D13', 'D14'];
const find = createRouter(NAMED_ROWS);
const PREFIX = /^\/webapi\/v[23](\/.*)$/i;

/** Every operation, and `*` for all. A webform (T6) has the path and the name of T5. */
export const OPERATIONS: readonly string[] = [
  '*',
  ...new Set(NAMED_ROWS.map(({ name }) => name)),
  ...PAGES,
  ...OPERATION_NAMES,
];

function findRow(verb: string, pathname: string) {
  const [, path] = PREFIX.exec(pathname) ?? [];
  const route = path === undefined ? undefined : find(verb, path);
  return route?.found === 'row' ? route : undefined;
}

/** The REST operation or page of a request; undefined for an unknown path. The SOAP handler determines its own. */
export function operationOf(verb: string, pathname: string): string | undefined {
  const page = pageAt({ pathname, searchParams: new URLSearchParams() });
  return page?.name ?? findRow(verb, pathname)?.row.name;
}

/** The AuthKey in the URL of a call or a page; undefined without one. */
export function keyOf({ method, url }: Request): string | undefined {
  const whole = new URL(url);
  const page = pageAt(whole);
  if (page) return page.authKey;
  const { authKey } = findRow(method, whole.pathname)?.parameters ?? {};
  return authKey === undefined ? undefined : readSentKey(authKey);
}
