/** Opens a page of the back office from a script, as a link does. */

/** @param path below `/backoffice` */
export function openPage(path: string): void {
  history.pushState(null, '', `/backoffice${path}`);
  dispatchEvent(new PopStateEvent('popstate'));
}
