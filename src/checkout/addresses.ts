/** Where a card may be sent, and where a shopper may be sent. */

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True for https, and for http on the machine itself (a sandbox). A card never crosses a network in clear. */
export function isSafeSubmitUrl(url: string): boolean {
  const parsed = parseUrl(url);
  return (
    parsed !== undefined &&
    (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && LOOPBACK.test(parsed.hostname)))
  );
}

/** True for https, and for the origin that took the card. Anything else (`javascript:`, http elsewhere) is not opened. */
export function isSafeRedirectionUrl(url: string, submitUrl: string): boolean {
  const parsed = parseUrl(url);
  return parsed !== undefined && (parsed.protocol === 'https:' || parsed.origin === parseUrl(submitUrl)?.origin);
}

/** True for an address of the service's own origin that a card could go to: it may be opened in a frame. */
export function isOfService(url: string, submitUrl: string): boolean {
  return isSafeSubmitUrl(url) && parseUrl(url)?.origin === parseUrl(submitUrl)?.origin;
}

function parseUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
