/** Loads the code of a tag when the page contains the tag, at any time. */
import { isLoopbackInBrowser } from '../core/loopback.js';
import { lazyFile } from '../elements/lazy-file.js';

/** The tags of a file, as a selector, and the function that loads the file. */
type TagFile = readonly [tags: string, load: () => Promise<unknown>];

/**
 * Observes the document itself; code that puts a tag into a shadow root has to import the file. A
 * file that failed to load is requested again by the rule of elements/lazy-file.ts, not at the next
 * change of the page, because the request itself changes the page.
 */
export function loadForTags(files: readonly TagFile[]): void {
  // There is no document on a server.
  if (!('document' in globalThis)) return;
  let waiting = files;
  const look = () => {
    const used = waiting.filter(([tags]) => document.querySelector(tags));
    waiting = waiting.filter((file) => !used.includes(file));
    if (waiting.length === 0) observer.disconnect();
    for (const [, load] of used) lazyFile(load).want();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
  if (isLoopbackInBrowser(location.hostname))
    import('../elements/florin-checkout/markup-warning.js').then(
      ({ warnOfData }) => warnOfData(),
      () => {},
    );
}
