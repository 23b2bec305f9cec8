/** Opens a page of the back office from a script, as a link does. */
import { OFFICE } from './root.js';

/** Opens an address. The pages read their filters from it. */
export function openAddress(href: string): void {
  history.pushState(null, '', href);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** @param path below `/backoffice` */
export function openPage(path: string): void {
  openAddress(OFFICE + path);
}
