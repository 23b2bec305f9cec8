/**
 * Who may use the control API: who has its token, from a program or from a page of the sandbox itself. A page of
 * another origin is refused in four ways, each enough by itself: it does not know the token; the token's header makes a
 * browser ask first, and it is not answered with leave; its `Origin` or `Sec-Fetch-Site` gives it away; and when a
 * name of its own was made to lead here (DNS rebinding), `Host` is not one of the sandbox's.
 */

/** Carries the token. */
export const CONTROL_TOKEN_HEADER = 'Florin-Control-Token';

/** Shorter ones are guessed. */
export const SHORTEST_TOKEN = 16;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What the gate is made from. */
export interface GateOptions {
  readonly token: string;
  /** Names, without a port, by which the sandbox is reached besides loopback's. */
  readonly hosts: readonly string[];
}

/** True when the two are equal; takes the same time wherever they differ. */
function isSame(got: string, wanted: string): boolean {
  const bytes = new TextEncoder().encode(got);
  const expected = new TextEncoder().encode(wanted);
  let difference = bytes.length ^ expected.length;
  for (const [index, byte] of expected.entries()) difference |= byte ^ (bytes[index] ?? 0);
  return difference === 0;
}

/** Why a request is refused, or undefined. */
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
    return LOOPBACK.test(name) || names.has(name);
  }

  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host;
    if (!isOurs(host)) return { status: 403, message: `${host} is no name of this sandbox` };
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
      return { status: 403, message: 'Pages of another origin may not control this sandbox' };
    }
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none') {
      return { status: 403, message: 'Pages of another origin may not control this sandbox' };
    }
    if (!isSame(request.headers.get(CONTROL_TOKEN_HEADER) ?? '', token)) {
      return { status: 401, message: `The header ${CONTROL_TOKEN_HEADER} must have this sandbox's control token` };
    }
    return undefined;
  };
}
