/** Checks the addresses to which a card is submitted and a shopper redirected. */
import { isLoopbackInBrowser } from '../core/loopback.js';
import { isAllowed, resolveAddress } from './named-addresses.js';

/**
 * Whether a card may be sent to an address: https, or http on this machine (a sandbox), so that a card is never sent
 * unencrypted. If the page's owner has named addresses, only those.
 */
export function isSafeSubmitUrl(url: string): boolean {
  const parsed = parseUrl(url);
  return (
    parsed !== undefined &&
    isAllowed(url) &&
    (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackInBrowser(parsed.hostname)))
  );
}

/** Whether a shopper may be redirected to an address: https, or the origin that took the card, if allowed. */
export function isSafeRedirectionUrl(url: string, submitUrl: string): boolean {
  const parsed = parseUrl(url);
  return (
    parsed !== undefined &&
    isAllowed(url) &&
    (parsed.protocol === 'https:' || parsed.origin === parseUrl(submitUrl)?.origin)
  );
}

/** Whether an address has the service's origin and a card could be sent there: then a frame may open it. */
export function isOfService(url: string, submitUrl: string): boolean {
  return isSafeSubmitUrl(url) && parseUrl(url)?.origin === parseUrl(submitUrl)?.origin;
}

/**
 * Whether an address is http or https, absolute or relative, so that a link to it runs no script.
 * @param url null for a removed attribute
 */
export function isWebAddress(url: string | null): boolean {
  return Boolean(url) && /^https?:$/.test(resolveAddress(url ?? '')?.protocol ?? '');
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
