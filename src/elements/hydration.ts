/**
 * Server rendering by `@lit-labs/ssr`: docs/decisions/0023-server-rendering.md. The HTML of a server and the first render in
 * the browser must be the same, because Lit compares neither texts nor attributes when it hydrates: English, no icons, and
 * nothing that depends on the page around an element. The browser renders again in the same task (`localeOf`).
 */
import { isServer } from 'lit';

/** True on a server, and in the browser until an element has taken over its server-rendered HTML. */
export function drawsAsServer(host: object): boolean {
  const asServer = isServer || hydrating.has(host);
  if (asServer) fromServer.add(host);
  return asServer;
}

/** Elements that have not rendered yet and will take over a server's HTML; `florin/hydrate` maintains it. */
export const hydrating = new WeakSet<object>();

const fromServer = new WeakSet<object>();

/** True, from its first render on, for an element whose HTML is from a server: it is visible before there is a script. */
export function isFromServer(host: object): boolean {
  return fromServer.has(host);
}

/** Suffix of the locale of an element that renders as on a server. Intl ignores it. */
export const SERVER_LOCALE = '-x-server';

/** True for a locale with this suffix: all texts are then Florin's own, in English. */
export function isServerLocale(locale: string): boolean {
  return locale.endsWith(SERVER_LOCALE);
}
