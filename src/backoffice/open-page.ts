/** Opens a page of the back office from a script, as a link does. */
import { OFFICE } from './root.js';

/** @param path below `/backoffice` */
export function openPage(path: string): void {
  history.pushState(null, '', `${OFFICE}${path}`);
  dispatchEvent(new PopStateEvent('popstate'));
}
