/**
 * Names of the operations for injected faults: the numbers of docs/wire/rest.md section 2, and the SOAP operations by
 * their own names.
 */
import { OPERATION_NAMES } from '../../wire/soap/operations.js';

interface Named {
  readonly name: string;
  readonly verb: string;
  /** Path below `/webapi/v2` and `/webapi/v3`, without a trailing slash. */
  readonly path: RegExp;
}

/** The first match counts, so literal paths come before paths with a parameter. */
const NAMED: readonly Named[] = [
  { name: 'T1', verb: 'POST', path: /^\/txns$/ },
  { name: 'T3', verb: 'POST', path: /^\/txns\/search$/ },
  { name: 'T4', verb: 'POST', path: /^\/txns\/processtxnauthkey$/ },
  { name: 'T7', verb: 'POST', path: /^\/txns\/withauthkey\/[^/]+\.nv$/ },
  { name: 'T5', verb: 'POST', path: /^\/txns\/withauthkey\/[^/]+$/ },
  { name: 'T8', verb: 'GET', path: /^\/txns\/withauthkey\/[^/]+$/ },
  { name: 'T9', verb: 'GET', path: /^\/txns\/iframe\/[^/]+$/ },
  { name: 'T10', verb: 'POST', path: /^\/txns\/processiframetxn\/[^/]+$/ },
  { name: 'T2', verb: 'GET', path: /^\/txns\/[^/]+$/ },
  { name: 'T11', verb: 'GET', path: /^\/status$/ },
  { name: 'D1', verb: 'POST', path: /^\/dvtokens$/ },
  { name: 'D5', verb: 'POST', path: /^\/dvtokens\/search$/ },
  { name: 'D7', verb: 'POST', path: /^\/dvtokens\/adddvtokenauthkey$/ },
  { name: 'D8', verb: 'POST', path: /^\/dvtokens\/updatedvtokenauthkey$/ },
  { name: 'D3', verb: 'POST', path: /^\/dvtokens\/txn\/[^/]+$/ },
  { name: 'D10', verb: 'POST', path: /^\/dvtokens\/withauthkey\/update\/[^/]+$/ },
  { name: 'D9', verb: 'POST', path: /^\/dvtokens\/withauthkey\/[^/]+$/ },
  { name: 'D11', verb: 'POST', path: /^\/dvtokens\/iframe\/(add|update)\/[^/]+$/ },
  { name: 'D12', verb: 'GET', path: /^\/dvtokens\/withauthkey\/[^/]+$/ },
  { name: 'D13', verb: 'GET', path: /^\/dvtokens\/iframe\/[^/]+$/ },
  { name: 'D2', verb: 'PUT', path: /^\/dvtokens\/[^/]+$/ },
  { name: 'D4', verb: 'GET', path: /^\/dvtokens\/[^/]+$/ },
  { name: 'D6', verb: 'DELETE', path: /^\/dvtokens\/[^/]+$/ },
];

const HOSTED = /^\/pay\/[^/]+$/;
const HOSTED_TOKEN = /^\/pay\/[^/]+\.(adddv|updatedv)$/i;
const PREFIX = /^\/webapi\/v[23](\/.*)$/;

/** Every operation, and `*` for all. A webform (T6) has the path and the name of T5. */
export const OPERATIONS: readonly string[] = ['*', ...NAMED.map(({ name }) => name), 'T12', 'D14', ...OPERATION_NAMES];

/** The REST operation or page of a request; undefined for an unknown path. The SOAP handler determines its own. */
export function operationOf(verb: string, pathname: string): string | undefined {
  if (HOSTED_TOKEN.test(pathname)) return 'D14';
  if (HOSTED.test(pathname)) return 'T12';
  const [, path] = PREFIX.exec(pathname) ?? [];
  const below = path?.replace(/\/$/, '');
  return below === undefined ? undefined : NAMED.find((named) => named.verb === verb && named.path.test(below))?.name;
}
