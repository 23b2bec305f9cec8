/** The sandbox's address as a caller sees it, for the URLs in responses. */
import { isLoopbackHost } from '../core/loopback.js';
import { callerOf } from './ip-address.js';
import type { SandboxSettings } from './settings.js';

/** True for a TLS proxy on this machine. Any other caller could forge the header. */
function isLocalProxy(address: string | undefined): boolean {
  return address !== undefined && isLoopbackHost(address);
}

/**
 * Returns `publicOrigin`, or the Host of the request with the scheme of `X-Forwarded-Proto` from a proxy on this
 * machine, and then `publicPath`. Sandbox choice. Without a trailing slash.
 */
export function publicUrlOf(
  request: Request,
  { publicOrigin, publicPath }: Pick<SandboxSettings, 'publicOrigin' | 'publicPath'>,
): string {
  if (publicOrigin !== null) return publicOrigin + publicPath;
  const url = new URL(request.url);
  const proto = request.headers.get('x-forwarded-proto')?.trim().toLowerCase();
  if (isLocalProxy(callerOf(request)) && (proto === 'http' || proto === 'https')) url.protocol = `${proto}:`;
  return url.origin + publicPath;
}
