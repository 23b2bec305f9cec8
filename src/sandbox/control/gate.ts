/**
 * Access control of the control API: a caller needs the token, and must be a program or a page of the sandbox itself.
 * Four independent checks refuse a page of another origin: it does not know the token; the token's header requires a
 * CORS preflight, which is not allowed; its `Origin` or `Sec-Fetch-Site` shows its origin; and after DNS rebinding,
 * `Host` is not a name of the sandbox.
 */
import { isLoopbackHost } from '../../core/loopback.js';
import { isSameText } from '../constant-time.js';
import { hostOf, isFromOwnOrigin } from '../own-origin.js';

export const CONTROL_TOKEN_HEADER = 'Florin-Control-Token';

/** Minimum length of the control token. */
export const SHORTEST_TOKEN = 16;

export interface GateOptions {
  readonly token: string;
  /** Host names of the sandbox besides loopback, without a port. */
  readonly hosts: readonly string[];
}

/** Returns the refusal of a request, or undefined. */
export type Gate = (request: Request) => { readonly status: 401 | 403; readonly message: string } | undefined;

/** @throws RangeError when the token is too short */
export function assertToken(token: string): void {
  if (token.length >= SHORTEST_TOKEN) return;
  throw new RangeError(`The control token must have ${SHORTEST_TOKEN} characters or more`);
}

/** @throws RangeError when the token is too short */
export function createGate({ token, hosts }: GateOptions): Gate {
  assertToken(token);
  const names = new Set(hosts.map((host) => host.toLowerCase()));

  function isOurs(host: string): boolean {
    const name = host.toLowerCase().replace(/:\d+$/, '');
    return isLoopbackHost(name) || names.has(name);
  }

  return (request) => {
    const host = hostOf(request);
    if (!isOurs(host)) return { status: 403, message: `${host} is not a name of this sandbox` };
    if (!isFromOwnOrigin(request)) {
      return { status: 403, message: 'Pages of another origin may not control this sandbox' };
    }
    if (!isSameText(request.headers.get(CONTROL_TOKEN_HEADER) ?? '', token)) {
      return { status: 401, message: `The header ${CONTROL_TOKEN_HEADER} must have this sandbox's control token` };
    }
    return undefined;
  };
}
