import { isLoopbackHost } from '../core/loopback.js';

/**
 * Requires https for a URL of another machine, because calls carry credentials, keys and cards.
 *
 * @throws TypeError naming the option, for http to another machine without `isAllowed`
 */
export function assertHttps(name: string, url: URL, isAllowed = false): void {
  if (url.protocol === 'https:' || isAllowed || isLoopbackHost(url.hostname)) return;
  throw new TypeError(
    `${name} is http to another machine: credentials and cards would be sent without encryption. Use https, or set allowPlainHttp`,
  );
}
