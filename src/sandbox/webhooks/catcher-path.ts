/** Paths of the webhook catcher. Apart from the catcher, which is loaded with its first request. */

/** Start of every address. */
export const CATCHER_FOLDER = '/_caught/';

/** True for paths that the catcher answers. */
export function isCatcherPath(path: string): boolean {
  return path.startsWith(CATCHER_FOLDER);
}
