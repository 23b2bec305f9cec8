import { isLoopbackHost } from '../core/loopback.js';

/**
 * Reads the URL of the service. It requires https for another machine, because calls carry credentials, keys and cards.
 *
 * @param name the option, for messages
 * @param isAllowed whether http to another machine is allowed
 * @throws TypeError
 */
export function readServiceUrl(name: string, text: string, isAllowed = false): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(`${name} must be an absolute http or https URL without query, fragment and credentials`);
  }
  if (url.protocol === 'https:' || isAllowed || isLoopbackHost(url.hostname)) return url;
  throw new TypeError(
    `${name} is http to another machine: credentials and cards would be sent without encryption. Use https, or set allowPlainHttp`,
  );
}
